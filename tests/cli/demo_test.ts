import sql from "sql-template-tag";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { insertUser } from "../support/app.ts";
import { freshDatabase, type TestDatabase } from "../support/db.ts";
import { rmaStatuses } from "../../domain/warranty/rma_words.ts";
import { shipmentStatuses } from "../../domain/imports/shipment_words.ts";
import { taskStatuses } from "../../domain/tasks/task_words.ts";
import { ticketStatuses } from "../../domain/service/ticket_words.ts";
import { commandHost } from "../support/server.ts";

const JWT_SECRET = "a-secret-for-tests-only-0123456789-abcdef";

Deno.test("demo seed makes a business with work in every status, and its books are whole", async (t) => {
  await using db = await freshDatabase();
  await using commands = await commandLine(db);
  const run = (...args: string[]) => commands.run(args);

  const dry = await run("demo", "seed", "--dry-run", "--json");
  assertEquals([dry.code, await rows(db, "suppliers"), await rows(db, "users")], [0, 0, 1]);
  const { generated_password, ...promised } = JSON.parse(dry.stdout);
  assertEquals([promised.dry_run, generated_password], [true, undefined]);

  await t.step(
    "the same seed makes what the dry run counted; the password is shown once",
    async () => {
      const made = await run("demo", "seed", "--json");
      assertEquals([made.code, made.stderr], [0, ""]);
      const told = JSON.parse(made.stdout);
      assertMatch(told.generated_password, /^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/);
      assertEquals(told.records, promised.records);
      assertEquals(await rows(db, "invoices"), told.records.invoices);
    },
  );
  await t.step("every status is there", async () => {
    assertEquals(await statuses(db, sql`shipments`), [...shipmentStatuses].sort());
    assertEquals(await statuses(db, sql`rmas`), [...rmaStatuses].sort());
    assertEquals(await statuses(db, sql`service_tickets`), [...ticketStatuses].sort());
    assertEquals(await statuses(db, sql`tasks`), [...taskStatuses].sort());
    const receipts = await statuses(db, sql`receipts`);
    for (const status of ["draft", "approved", "posted"]) assert(receipts.includes(status), status);
    assert((await statuses(db, sql`lc_tt`)).length >= 4);
    assert((await statuses(db, sql`discrepancies`)).includes("resolved"));
  });
  await t.step("some invoices are paid, some in part, some overdue; a cheque bounced", async () => {
    const [found] = await db.database.query<[Record<string, number>]>(sql`
      select count(*) filter (where due = 0) as paid,
        count(*) filter (where paid > 0 and due > 0) as partial,
        count(*) filter (where due > 0 and due_date < current_date - 1) as overdue,
        (select count(*) from payments where reversed_at is not null and method = 'cheque') as bounced,
        (select count(*) from serials where status = 'sold') as sold,
        (select count(*) from customers where phone !~ '^01[3-9][0-9]{8}$') as odd_phones
      from invoices where voided_at is null`);
    const { odd_phones, ...kinds } = found;
    for (const [kind, count] of Object.entries(kinds)) assert(count > 0, kind);
    assertEquals(odd_phones, 0);
  });
  await t.step(
    "its money moves: overheads, deposits, cheques ahead, returns, taxes, closed months",
    async () => {
      const [found] = await db.database.query<[Record<string, number>]>(sql`
      select (select count(*) from expenses) as expenses,
        (select count(*) from transfers) as transfers,
        (select count(*) from credit_notes) as returns,
        (select count(*) from payments where method = 'tds') as certificates,
        (select count(*) from payments where cheque_state = 'cleared' and cheque_date > created_at::date)
          as cleared_ahead,
        (select count(*) from payments where cheque_state = 'in_hand') as in_hand,
        (select count(*) from shipment_costs where bill_number is not null) as bills,
        (select count(*) from issued_cheques where state = 'cleared') as agent_paid,
        (select count(*) from issued_cheques where state = 'issued') as agent_waits,
        (select count(*) from audit_log where action = 'demo.seed') as seeded,
        (select count(*) from rates) as rates,
        (select count(*) from settings where closed_through is not null) as closed`);
      for (const [kind, count] of Object.entries(found)) assert(count > 0, kind);
    },
  );
  await t.step("its books are whole, and a second one is refused", async () => {
    const books = await run("verify-books");
    assertEquals([books.code, books.stderr], [0, ""], books.stdout);
    const again = await run("demo", "seed", "--json", "--dry-run");
    assertEquals([again.code, JSON.parse(again.stdout).error.code], [4, "database_not_empty"]);
    assertEquals((await run("demo", "seed", "--as", "sales@demo.example", "--dry-run")).code, 3);
  });
});

Deno.test("demo seed refuses what it does not know, and a password nobody would see", async () => {
  await using db = await freshDatabase();
  await using commands = await commandLine(db);
  const run = (...args: string[]) => commands.run(args);
  for (const wrong of [["--size", "huge"], ["--seed", "x"], ["now"], ["--quiet"]]) {
    assertEquals((await run("demo", "seed", ...wrong)).code, 2, wrong.join(" "));
  }
  assertEquals((await run("demo", "seed", "--password", "long enough 12")).code, 2);
});

async function commandLine(db: TestDatabase) {
  await insertUser(db.database, "owner");
  return commandHost("/nowhere", { DATABASE_URL: db.url, JWT_SECRET });
}

async function rows(db: TestDatabase, table: "suppliers" | "users" | "invoices"): Promise<number> {
  const [{ count }] = await db.database.query<[{ count: number }]>(
    {
      suppliers: sql`select count(*) from suppliers`,
      users: sql`select count(*) from users`,
      invoices: sql`select count(*) from invoices`,
    }[table],
  );
  return count;
}

async function statuses(db: TestDatabase, table: ReturnType<typeof sql>): Promise<string[]> {
  const found = await db.database.query<{ status: string }[]>(
    sql`select distinct status from ${table}`,
  );
  return found.map(({ status }) => status).sort();
}
