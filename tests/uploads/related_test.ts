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

  await t.step("papers that may tell what goods cost are not for the store", async () => {
    const store = await as("store");
    const paper = { file: "USD 54,000.pdf", body: pdf() };
    const purchases = records.filter(([type]) =>
      ["shipment", "receipt", "discrepancy"].includes(type)
    );
    for (const [type, path, { id }] of purchases) {
      const kinds = ["pi", "ci", "lc_copy", "customs_duty", "bill_of_entry", "supplier invoice"];
      const hidden: number[] = [];
      for (const kind of [undefined, ...kinds]) {
        const named = kind === undefined ? [] : [{ name: "kind", body: kind }];
        hidden.push((await upload(owner, [...to(type, id), ...named], paper)).id);
      }
      const list = await upload(
        owner,
        [...to(type, id), { name: "kind", body: "Packing List" }],
        paper,
      );
      const own = await upload(store, to(type, id), paper);
      const seen = async (by: typeof owner) =>
        done(await by.get(`${path}/${id}`)).uploads.map((file: Json) => file.id);
      assertEquals((await seen(owner)).slice(1), [...hidden, list.id, own.id], type);
      assertEquals((await seen(store)).slice(-2), [list.id, own.id], type);
      const listed = (await store.get(`/uploads?related_type=${type}&related_id=${id}`)).body.data
        .map((file: Json) => file.id);
      for (const one of hidden) {
        assertRefused(await store.get(`/uploads/${one}`), 404, "not_found");
        assertEquals(listed.includes(one), false, `${type}: ${one}`);
      }
    }
  });

  await t.step("a picture of no kind is one of goods where goods are counted", async () => {
    const store = await as("store");
    const pictures = await Promise.all(
      records.slice(0, 2).map(async ([, path, { id }]) =>
        done(await store.get(`${path}/${id}`)).uploads.some((file: Json) => file.thumbnail_url)
      ),
    );
    assertEquals(pictures, [false, true], "on a shipment it may be one of its papers");
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
