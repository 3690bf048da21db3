import sql from "sql-template-tag";
import type { Actor } from "../../domain/access/access.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { accountOfMethod, chart } from "../../domain/journal/chart.ts";
import { cr, dr } from "../../domain/journal/line.ts";
import { openEntry, postEntry } from "../../domain/journal/post_entry.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/errors.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { freshDatabase, inRollback, untilBlocked } from "../support/db.ts";

const clerk: Actor = {
  userId: null,
  name: "test",
  role: "system",
  source: "cli",
  requestId: "test",
  now: "2026-06-15T06:00:00Z",
  today: "2026-06-15",
};
const hundred = decimal("100.00");

/** Takes 100.00 from the bank for rent on a day. */
async function payRent(tx: Tx, entry_date: string): Promise<number> {
  const id = await openEntry(tx);
  await postEntry(tx, clerk, {
    id,
    entry_date,
    kind: "expense",
    source: { type: "test", id: 1, reference_no: null },
    narration: "Rent",
    lines: [dr("rent", hundred), cr("bank", hundred), dr("cash", decimal("0"))],
  });
  return id;
}

Deno.test("an entry is written whole, numbered by its year, and lines of zero are left out", async () => {
  await using db = await freshDatabase();
  const id = await inTransaction(db.database, (tx) => payRent(tx, "2026-06-14"));
  const rows = await db.database.query(sql`
    select e.reference_no, a.number, l.debit::text, l.credit::text, l.entry_date
    from journal_entries e join journal_lines l on l.entry_id = e.id
      join accounts a on a.id = l.account_id
    where e.id = ${id} order by l.id`);
  assertEquals(rows as unknown, [
    {
      reference_no: "JRN-2026-000001",
      number: "6100",
      debit: "100.00",
      credit: "0.00",
      entry_date: "2026-06-14",
    },
    {
      reference_no: "JRN-2026-000001",
      number: "1310",
      debit: "0.00",
      credit: "100.00",
      entry_date: "2026-06-14",
    },
  ]);
});

Deno.test("the database refuses lines that do not sum to zero, a line added later, and any change", async () => {
  await using db = await freshDatabase();
  const id = await inTransaction(db.database, (tx) => payRent(tx, "2026-06-14"));
  const line = (entry: number, side: string) =>
    sql`
    insert into journal_lines (entry_id, entry_date, account_id, debit, credit)
    select ${entry}, date '2026-06-14', id, case ${side} when 'debit' then 5 else 0 end,
      case ${side} when 'credit' then 5 else 0 end from accounts where role in ('cash', 'bank')`;
  for (
    const statement of [
      line(id, "debit"),
      sql`insert into journal_lines (entry_id, entry_date, account_id, debit, credit)
        select ${id}::bigint, date '2026-06-14', id, case role when 'cash' then 5 else 0 end,
          case role when 'bank' then 5 else 0 end from accounts where role in ('cash', 'bank')`,
      sql`update journal_lines set debit = 7 where entry_id = ${id} and debit > 0`,
      sql`delete from journal_entries where id = ${id}`,
    ]
  ) {
    const error = await thrownBy(() => inTransaction(db.database, (tx) => tx.query(statement)));
    assertMatch(error.message, /do not make a whole entry|append-only/);
  }
});

Deno.test("the accounts of a new database are those of the chart", async () => {
  await using db = await freshDatabase();
  const accounts = await db.database.query<{ role: string }[]>(sql`
    select role, number, name, name_bn, type, kind, money_type from accounts order by number`);
  const said = Object.entries(chart).map(([role, each]) => ({ role, money_type: null, ...each }));
  assertEquals(
    accounts.map((row) => Object.entries(row).sort()),
    said.map((row) => Object.entries(row).sort()),
  );
  const methods = await db.database.query<{ method: string; role: string }[]>(sql`
    select m.method, a.role from method_accounts m join accounts a on a.id = m.account_id`);
  assertEquals(
    Object.fromEntries(methods.map(({ method, role }) => [method, role])) as unknown,
    accountOfMethod as unknown,
  );
});

Deno.test("nothing is posted into a closed period", async () => {
  await using db = await freshDatabase();
  const post = (day: string) =>
    inRollback(db.database, async (tx) => {
      await tx.query(sql`update settings set closed_through = '2026-05-31'`);
      await payRent(tx, day);
    });
  await post("2026-06-01");
  const refusal = await thrownBy(() => post("2026-05-31"));
  assert(refusal instanceof Refusal);
  assertEquals(refusal.code, "period_closed");
  assertEquals(refusal.details.extra, { first_open_day: "2026-06-01" });
});

Deno.test("who posts while the period is being closed waits, and finds it closed", async () => {
  await using db = await freshDatabase();
  const { promise: closed, resolve: goOn } = Promise.withResolvers<void>();
  const closing = inTransaction(db.database, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('back-office periods', 0))`);
    await tx.query(sql`update settings set closed_through = '2026-05-31'`);
    await closed;
  });
  await new Promise((wake) => setTimeout(wake, 100));
  const posting = thrownBy(() => inTransaction(db.database, (tx) => payRent(tx, "2026-05-20")));
  await untilBlocked(db.database);
  goOn();
  await closing;
  assertEquals((await posting as Refusal).code, "period_closed");
});
