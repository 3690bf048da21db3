import { assertEquals, assertMatch } from "../support/assert.ts";
import { type Json, testApp } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

/** docs/wire.md, "Common fields"; `status` where a record has one. */
const common = [
  "id",
  "reference_no",
  "title",
  "created_at",
  "updated_at",
  "created_by",
  "version",
];

function assertRecord(record: Json, where: string): void {
  assertEquals(common.filter((name) => !(name in record)), [], where);
  assertEquals([typeof record.title, typeof record.version], ["string", "number"], where);
  assertMatch(record.title, /^[^\n]+$/);
  for (const name of ["created_at", "updated_at"]) {
    assertMatch(record[name], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
}

Deno.test("every record carries the common fields, also those inside another", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const all = await oneOfEverything(owner, "c");
  const lists = [
    ...["/users", "/customers", "/products", "/products/stock-movements", "/tasks", "/audit"],
    ...["/service-tickets", "/suppliers", "/lc-tt", "/invoices", "/payments"],
    ...["rmas", "shipments", "receipts", "supplier-ledger", "discrepancies"].map((name) =>
      `/import-logistics/${name}`
    ),
    `/customers/${all.customer.id}/ledger`,
    `/suppliers/${all.supplier.id}/ledger`,
  ];
  for (const path of lists) {
    const { data } = (await owner.get(path)).body;
    assertEquals(data.length > 0, true, path);
    for (const record of data) assertRecord(record, path);
  }

  const task = `/tasks/${all.task.id}`;
  const comment = (await owner.post(`${task}/comments`, { comment: "First.\nSecond." })).body.data;
  assertRecord(comment, "comment");
  assertEquals([comment.title, comment.reference_no], ["First.", all.task.reference_no]);
  assertEquals((await owner.get(task)).body.data.comments, [comment]);

  const { parts } = (await owner.get(`/service-tickets/${all.ticket.id}`)).body.data;
  assertRecord(parts[0], "part");
  assertEquals(parts[0].reference_no, all.ticket.reference_no);

  const shipment = (await owner.get(`/import-logistics/shipments/${all.shipment.id}`)).body.data;
  for (const name of ["items", "costs", "receipts", "discrepancies"]) {
    assertEquals(shipment[name].length > 0, true, name);
    for (const record of shipment[name]) assertRecord(record, name);
  }
});
