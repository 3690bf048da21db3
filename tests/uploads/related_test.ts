import { assertEquals } from "../support/assert.ts";
import { type Json, testApp } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { pdf, png, send } from "./files.ts";

Deno.test("files belong to records, and records show them", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const all = await oneOfEverything(owner, "1");
  const photo = { file: "a.png", body: await png() };
  const upload = async (by = owner, more: Json[] = [], file: Json = photo) =>
    made(await send(app, by, [file, ...more]));
  const to = (related_type: string, related_id: number) => [
    { name: "related_type", body: related_type },
    { name: "related_id", body: String(related_id) },
  ];
  const records: [string, string, Json][] = [
    ["shipment", "/import-logistics/shipments", all.shipment],
    ["receipt", "/import-logistics/receipts", all.receipt],
    ["rma", "/import-logistics/rmas", all.rma],
    ["ticket", "/service-tickets", all.ticket],
    ["discrepancy", "/import-logistics/discrepancies", all.claim],
    ["payment", "/payments", all.payment],
  ];
  for (const [type, path, { id }] of records) {
    await t.step(type, async () => {
      assertEquals(done(await owner.get(`${path}/${id}`)).uploads, []);
      const { id: uploadId, thumbnail_url } = await upload(owner, to(type, id));
      const { uploads } = done(await owner.get(`${path}/${id}`));
      assertEquals(uploads.map((file: Json) => [file.id, file.thumbnail_url]), [
        [uploadId, thumbnail_url],
      ]);
    });
  }

  await t.step("a product takes files too", async () => {
    assertEquals((await upload(owner, to("product", all.product.id))).related_id, all.product.id);
  });

  await t.step("papers of what goods cost are not for the store", async () => {
    const bill = { file: "bill.pdf", body: pdf() };
    const kind = { name: "kind", body: "supplier invoice" };
    for (const [type, path, { id }] of records.slice(0, 2).concat([records[4]])) {
      await upload(owner, [...to(type, id), kind], bill);
      const kinds = async (by: typeof owner) =>
        done(await by.get(`${path}/${id}`)).uploads.map((file: Json) => file.kind);
      assertEquals(await kinds(owner), [null, "supplier_invoice"], type);
      assertEquals(await kinds(await as("store")), [null], type);
    }
  });

  await t.step("a photo that was sent first finds its record later, once", async () => {
    const engineer = await as("engineer");
    const { id } = await upload(engineer);
    const link = (by: typeof owner, related_type: string, related_id: number) =>
      by.patch(`/uploads/${id}`, { related_type, related_id });
    assertInvalid(await link(engineer, "rma", 999_999), "related_id");
    assertRefused(await link(await as("sales"), "rma", all.rma.id), 404, "not_found");
    const linked = done(await link(engineer, "rma", all.rma.id));
    assertEquals([linked.related_type, linked.related_id, linked.version], ["rma", all.rma.id, 2]);
    assertEquals(done(await link(engineer, "rma", all.rma.id)).version, 2);
    assertRefused(await link(owner, "shipment", all.shipment.id), 409, "upload_already_linked");
    const { uploads } = done(await owner.get(`/import-logistics/rmas/${all.rma.id}`));
    assertEquals(uploads.at(-1).id, id);
  });
});
