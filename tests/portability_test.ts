import { assertEquals } from "./support/assert.ts";

/**
 * SQL that a pooler in transaction mode or a PostgreSQL-compatible cluster refuses or answers otherwise:
 * where it stands, and why it may. What is nowhere has no files. OPERATIONS.md says what follows from it.
 */
const features: { sql: RegExp; files: string[]; why: string }[] = [
  {
    sql: /pg_(try_)?advisory_xact_lock/i,
    files: [
      "domain/db/job_lock.ts",
      "domain/db/migrate.ts",
      "domain/idempotency.ts",
      "domain/journal/period.ts",
      "domain/staff/guess_password.ts",
      "domain/staff/setup_owner.ts",
      "domain/suppliers/refuse_repeated.ts",
      "migrations/0017_journal.sql",
      "migrations/0034_period_of_payments.sql",
      "migrations/0039_lighter_triggers.sql",
      "migrations/0073_late_entries.sql",
    ],
    why:
      "ends with its transaction, so a pooler does no harm; a cluster needs rows of its own instead",
  },
  {
    sql: /create temp/i,
    files: [
      "domain/bulk_import/existing.ts",
      "domain/bulk_import/rejected_rows.ts",
      "domain/bulk_import/staging.ts",
      "migrations/0014_serials.sql",
      "migrations/0018_goods.sql",
      "migrations/0030_journal_of_before.sql",
    ],
    why:
      "of one transaction (on commit drop), which has its connection to itself behind a pooler too",
  },
  {
    sql: /create extension/i,
    files: ["migrations/0012_search.sql"],
    why: "pg_trgm: search finds parts of words without reading whole tables",
  },
  {
    sql: /\bdeclare \w+ no scroll cursor/i,
    files: ["domain/records/whole_list.ts"],
    why: "of one transaction; without it a file of a list would be counted again for every batch",
  },
  {
    sql: /skip locked/i,
    files: ["domain/changes/deliver.ts", "domain/staff/guess_password.ts"],
    why: "whoever finds nothing leaves it to the next, or to who has it",
  },
  {
    sql: /using brin/i,
    files: ["migrations/0013_audit_seals.sql"],
    why: "only makes reading faster",
  },
  { sql: /pg_(try_)?advisory_lock/i, files: [], why: "a pooler hands the lock to somebody else" },
  { sql: /\b(un)?listen \w+;|pg_notify|\bnotify \w/i, files: [], why: "lost behind a pooler" },
  {
    sql: /\bdeferr(able|ed)\b|constraint trigger|set constraints/i,
    files: [
      "migrations/0017_journal.sql",
      "migrations/0021_treasury.sql",
      "migrations/0030_journal_of_before.sql",
      "migrations/0032_in_the_journal.sql",
      "migrations/0075_numbers_put_in.sql",
      "migrations/0077_days.sql",
    ],
    why:
      "a ledger's row is written before the entry that it names; a cluster needs the other order",
  },
  {
    sql: /\bset session\b|["`]set (?!local|transaction)\w+ (=|to)/,
    files: [],
    why: "stays on a pooled connection",
  },
  { sql: /set_config\([^()]*, false\)/i, files: [], why: "stays on a pooled connection" },
  { sql: /\bunlogged\b/i, files: [], why: "empty after a crash, and not on a replica" },
  {
    sql: /cursor with hold|\bprepare \w+ (as|\()|prepare transaction/i,
    files: [],
    why: "outlives its transaction",
  },
  { sql: /\bexclude using\b|\binherits\s*\(/i, files: [], why: "clusters refuse it" },
  {
    sql: /session_replication_role|disable trigger/i,
    files: [
      "domain/backup/schema_tables.ts",
      "domain/db/embedded_cluster.ts", // of the tests' own clusters, for support/reset.ts
      "migrations/0019_owed.sql",
      "migrations/0020_sales.sql",
      "migrations/0030_journal_of_before.sql",
      "migrations/0031_days_of_payments.sql",
      "migrations/0033_returned_pieces.sql",
      "migrations/0045_past_shares.sql",
    ],
    why: "ledgers only append; a restore writes what they held, and an upgrade names their entries",
  },
];

const root = new URL("../", import.meta.url);

async function sources(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const entry of Deno.readDir(new URL(folder, root))) {
    const path = folder + entry.name;
    if (entry.isDirectory) { for (const each of await sources(`${path}/`)) found.set(...each); }
    else if (/\.(ts|sql)$/.test(entry.name)) {
      const text = await Deno.readTextFile(new URL(path, root));
      found.set(path, text.replace(/^\s*(--|\/\/|\/?\*).*$/gm, "")); // without comments
    }
  }
  return found;
}

Deno.test("SQL that not every PostgreSQL takes stands only where it is allowed", async (t) => {
  const all = [...await sources("migrations/"), ...await sources("domain/")];
  for (const { sql, files, why } of features) {
    await t.step(`${sql.source}: ${why}`, () => {
      const found = all.filter(([, text]) => sql.test(text)).map(([path]) => path).sort();
      assertEquals(found, files);
    });
  }
});
