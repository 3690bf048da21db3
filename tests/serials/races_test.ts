import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { registerSerials } from "../../domain/serials/register_serials.ts";
import { actorWith, type Answer } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { assertRefused, made } from "../support/receiving.ts";
import { importer, RMAS } from "../support/serials.ts";

Deno.test("two documents that name a new serial at once enter it once", async () => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  let second!: Promise<Answer>;
  await inTransaction(db.database, async (tx) => {
    await registerSerials(tx, actorWith("system"), ["SN-1"]);
    second = shop.owner.post(RMAS, { serial_number: "sn 1", fault_description: "dead" });
    await untilBlocked(db.database);
  });
  made(await second);
  const rows = await db.database.query<{ serial: string; status: string }[]>(
    sql`select serial, status from serials`,
  );
  assertEquals(rows, [{ serial: "SN-1", status: "in_service" }]);
});

Deno.test("a piece goes to one of two who sell it under different products at once", async () => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const [one, two] = [
    await shop.product({ opening_stock: 5 }),
    await shop.product({ name: "Cutter", opening_stock: 5 }),
  ];
  const answers = await Promise.all(
    [one, two, one, two].map((product) => shop.sell(product, ["SN-1", "SN-2"])),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  assertEquals(refused.length, 3);
  for (const answer of refused) assertRefused(answer, 409, "serial_not_in_stock");
  assertEquals(await shop.kinds("SN-2"), ["sold"]);
});

Deno.test("the log of a serial is never edited, deleted or emptied", async () => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  await shop.rma({ serial_number: "SN-1" });
  for (
    const change of [
      sql`update serial_events set kind = 'sold'`,
      sql`delete from serial_events`,
      sql`truncate serial_events`,
    ]
  ) {
    const refusal = await db.database.query(change).then(() => undefined, (error) => error);
    assertEquals(refusal?.code, "23001", change.text);
  }
});
