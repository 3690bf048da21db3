import sql from "sql-template-tag";
import { migrate } from "../../domain/db/migrate.ts";
import type { Database } from "../../domain/db/connect.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { done, made, RECEIPTS } from "../support/receiving.ts";
import { importer } from "../support/serials.ts";

function register(database: Database) {
  return database.query(sql`
    select s.serial_key, s.status, s.product_id, array_agg(distinct e.kind order by e.kind) as kinds
    from serials s join serial_events e on e.serial_id = s.id group by s.id order by 1`);
}

/** What the migration found there: 0004, 0006 and 0008 made it. */
const earlierIndexes = [
  sql`create function upper_each(serial_numbers text[]) returns text[]
    language sql immutable strict parallel safe
    return (select array_agg(upper(serial_number)) from unnest(serial_numbers) serial_number)`,
  sql`create index stock_movements_by_serial on stock_movements
    using gin (upper_each(serial_numbers)) where serial_numbers <> '{}'`,
  sql`create index service_tickets_by_serial on service_tickets (upper(serial_number))`,
  sql`create index rmas_by_machine_serial on rmas (upper(machine_serial_number))`,
  sql`create index rmas_by_board_serial on rmas (upper(board_serial_number))`,
  sql`create index rmas_by_replacement_serial on rmas (upper(replacement_serial_number))`,
];

Deno.test("a database from before the register gets one with the same lives", async () => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const product = await shop.product({ opening_stock: 5 });
  const customer_id = shop.customer.id;
  await shop.receive(product, ["A-1", "A-2", "A-3", "A-4"]);
  made(await shop.sell(product, ["A-1"]));
  const wrong = made(await shop.sell(product, ["a 2"]));
  done(await shop.owner.post(`/invoices/${wrong.id}/void`, { reason: "wrong" }));
  for (const [serial, kept] of [["A-3", false], ["A-4", true]] as const) {
    const { id } = made(await shop.sell(product, [serial]));
    const items = [{ line: 1, quantity: 1, condition: "faulty" }];
    const note = made(
      await shop.owner.post(`/invoices/${id}/returns`, { items, reason: "Slow" }),
    );
    if (kept) done(await shop.owner.post(`/credit-notes/${note.id}/reverse`, { reason: "Kept" }));
  }
  const reversed = await shop.receive(product, ["R-1"]);
  made(await shop.owner.post(`${RECEIPTS}/${reversed.id}/reverse`, { reason: "wrong" }));
  const open = { customer_id, problem_description: "No ink" };
  const ticket = made(await shop.owner.post("/service-tickets", { ...open, serial_number: "T-1" }));
  made(
    await shop.owner.post(`/service-tickets/${ticket.id}/parts`, {
      product_id: product.id,
      quantity: 1,
      serial_number: "P-1",
    }),
  );
  const closed = made(await shop.owner.post("/service-tickets", { ...open, serial_number: "T-2" }));
  done(await shop.owner.put(`/service-tickets/${closed.id}`, { status: "closed" }));
  const rma = await shop.rma({ serial_number: "A-1", board_serial_number: "B-1" });
  await shop.move(rma, "sent_to_supplier", { replacement_serial_number: "B-2" });
  await shop.move(await shop.rma({ serial_number: "D-1" }), "delivered_to_customer");
  const off = await shop.rma({ serial_number: "O-1" });
  await shop.move(off, "cancelled", { replacement_serial_number: "O-2" });

  const before = await register(db.database);
  const again = ["0014_serials.sql", "0033_returned_pieces.sql"];
  assert(before.length >= 9);
  await db.database.query(sql`drop view serial_states`);
  await db.database.query(sql`drop table serial_events, serials`);
  await db.database.query(sql`drop function serial_key cascade`);
  for (const index of earlierIndexes) await db.database.query(index);
  await db.database.query(sql`delete from schema_migrations where name = any(${again})`);
  assertEquals(await migrate(db.database), again);
  assertEquals(await register(db.database), before);
  assertEquals((await shop.life("A-1")).warranty.covered, true);
});
