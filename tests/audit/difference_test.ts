import { testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("the log names the container that was changed, and a task's title where it was", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await oneOfEverything(owner, "a");
  const last = async () => (await owner.get("/audit?limit=1")).body.data[0];

  const [shipment] = (await owner.get("/import-logistics/shipments?limit=1")).body.data;
  const containers = `/import-logistics/shipments/${shipment.id}/containers`;
  const made = await owner.post(containers, { container_number: "CSQU3054383", size: 20 });
  assertEquals(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body.data;
  assertEquals((await owner.patch(`${containers}/${id}`, { free_days: 9 })).status, 200);
  const container = await last();
  assertEquals(container.action, "shipment.update_container");
  assertEquals([container.after.container_id, container.after.free_days], [id, 9]);

  const task = (await owner.post("/tasks", { title: "Call the agent" })).body.data;
  const renamed = await owner.put(`/tasks/${task.id}`, { title: "Call the agent again" });
  assertEquals(renamed.status, 200, JSON.stringify(renamed.body));
  const { before, after } = await last();
  assertEquals([before, after], [{ title: "Call the agent" }, { title: "Call the agent again" }]);
});
