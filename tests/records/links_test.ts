import { testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("a link does not tell whether a record is there that one may not read", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const ids = await oneOfEverything(owner, "A");
  const problemOf = async (
    link: (id: number) => Promise<{ status: number; body: { errors?: unknown } }>,
    id: number,
  ) => {
    const [there, nowhere] = [await link(id), await link(987_654)];
    assertEquals([there.status, there.body.errors], [nowhere.status, nowhere.body.errors]);
    return there.status;
  };

  await t.step("of a task", async () => {
    const [store, sales] = [await as("store"), await as("sales")];
    const about = (related_type: string) => (related_id: number) =>
      store.post("/tasks", { title: "Look", related_type, related_id });
    assertEquals(await problemOf(about("invoice"), ids.invoice.id), 422);
    assertEquals(await problemOf(about("payment"), ids.payment.id), 422);
    const lc = (related_id: number) =>
      sales.post("/tasks", { title: "Look", related_type: "lc_tt", related_id });
    assertEquals(await problemOf(lc, ids.lcTt.id), 422);
    assertEquals((await about("product")(ids.product.id)).status, 201);
    assertEquals((await about("user")(sales.userId)).status, 201);
    const other = await sales.post("/tasks", { title: "Mine" });
    assertEquals(await problemOf(about("task"), other.body.data.id), 422);
  });

  await t.step("which keeps one that another gave it", async () => {
    const store = await as("store");
    const task = (await owner.post("/tasks", {
      title: "Bill",
      assigned_to: store.userId,
      related_type: "invoice",
      related_id: ids.invoice.id,
    })).body.data;
    const link = { related_type: "invoice", related_id: ids.invoice.id };
    assertEquals((await store.put(`/tasks/${task.id}`, { ...link, title: "Bill!" })).status, 200);
    const other = (related_id: number) => store.put(`/tasks/${task.id}`, { ...link, related_id });
    const second = (await owner.post("/invoices", {
      customer_id: ids.customer.id,
      items: [{ description: "Visit", quantity: 1, unit_price: 5 }],
    })).body.data.id;
    assertEquals(await problemOf(other, second), 422);
  });

  await t.step("of a case to its ticket", async () => {
    const sales = await as("sales");
    const open = (service_ticket_id: number) =>
      sales.post("/import-logistics/rmas", {
        board_serial_number: "B-1",
        fault_description: "dead",
        service_ticket_id,
      });
    assertEquals(await problemOf(open, ids.ticket.id), 422);
    const own = await sales.post("/service-tickets", {
      customer_id: ids.customer.id,
      problem_description: "No ink",
    });
    assertEquals((await open(own.body.data.id)).status, 201);
  });
});

Deno.test("what one does not see one does not overwrite", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, sales, manager] = [await as("owner"), await as("sales"), await as("manager")];
  const rma = { board_serial_number: "B-1", fault_description: "dead" };
  const made = await sales.post("/import-logistics/rmas", { ...rma, estimated_value: 500 });
  assertEquals([made.status, "estimated_value" in made.body.data], [201, false]);
  const path = `/import-logistics/rmas/${made.body.data.id}`;
  const refused = await sales.patch(path, { estimated_value: 99_999_999, note: "x" });
  assertEquals(
    [refused.status, refused.body.code, refused.body.fields, refused.body.permission],
    [403, "forbidden_fields", ["estimated_value"], "costs.read"],
  );
  assertEquals((await owner.get(path)).body.data.estimated_value, 500);
  assertEquals((await sales.patch(path, { fault_description: "no light" })).status, 200);
  assertEquals((await manager.patch(path, { estimated_value: 600 })).status, 200);
});
