import { areas } from "../../api/routes/mod.ts";
import { testApp, testOptions } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { made } from "../support/receiving.ts";

/** Named by its day, not by an id: whoever enters it again means the new one. */
const withoutVersion = ["PUT /rates"];

Deno.test("every PUT and PATCH heeds If-Match", () => {
  const deaf = areas(testOptions).flatMap(({ routes }) => routes)
    .filter(({ method, spec }) => (method === "PUT" || method === "PATCH") && !spec.versionOf)
    .map(({ method, path }) => `${method} ${path}`);
  assertEquals(deaf, withoutVersion);
});

Deno.test("what has changed since it was read is not overwritten: settings, containers, files", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const { shipment } = await oneOfEverything(owner, "1");
  const containers = `/import-logistics/shipments/${shipment.id}/containers`;
  const container = made(
    await owner.post(containers, { container_number: "MSKU9070323", size: "20" }),
  );
  const settings = (await owner.get("/settings")).body.data;
  for (
    const [path, version, body] of [
      ["/settings", settings.version, { rma_approval_limit: 5000 }],
      [`${containers}/${container.id}`, container.version, { carrier: "Maersk" }],
    ] as const
  ) {
    const change = (number: number) => owner.patch(path, body, { "if-match": `"${number}"` });
    const refused = await change(version + 7);
    assertEquals([refused.status, refused.body.current_version], [412, version], path);
    assertEquals((await change(version)).status, 200, path);
    assertEquals((await change(version)).status, 412, path);
  }
  assertEquals(
    (await owner.patch(`${containers}/999999`, {}, { "if-match": '"1"' })).status,
    404,
  );
  const link = { related_type: "shipment", related_id: shipment.id };
  assertEquals((await owner.patch("/uploads/999999", link, { "if-match": '"1"' })).status, 404);
});
