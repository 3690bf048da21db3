import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { linesOf, readPdf, rectanglesOf } from "../support/pdf.ts";
import { assertInvalid, assertRefused, made } from "../support/receiving.ts";

/** What a camera reads on each page, in the order of their places. */
async function scanned(bytes: Uint8Array): Promise<string[][]> {
  const wasm = import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm");
  prepareZXingModule({
    overrides: { wasmBinary: (await Deno.readFile(new URL(wasm))).buffer as ArrayBuffer },
  });
  // the service's own reading of pictures, loaded beside this, knows no SVG
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  using _blocked = {
    [Symbol.dispose]: () => sharp.block({ operation: ["VipsForeignLoadSvg"] }),
  };
  const pages = await Promise.all(
    rectanglesOf(bytes).map(async (svg) => {
      const picture = await sharp(new TextEncoder().encode(svg), { density: 200 })
        .flatten({ background: "white" }).extend({
          top: 40,
          bottom: 40,
          left: 40,
          right: 40,
          background: "white",
        })
        .png().toBuffer();
      const found = await readBarcodes(new Uint8Array(picture), { maxNumberOfSymbols: 60 });
      const at = ({ position: { topLeft: { x, y } } }: typeof found[number]) =>
        Math.round(y / 50) * 1e5 + x;
      return found.toSorted((one, two) => at(one) - at(two)).map(({ text }) => text);
    }),
  );
  return pages;
}

Deno.test("labels of pieces and products are read by a camera and by eye", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const [owner, store] = [await as("owner"), await as("store")];
  const head = made(
    await owner.post("/products", {
      name: "Print head I3200-U1",
      sku: "PH-I3200",
      is_serialized: true,
    }),
  );
  const ink = made(await owner.post("/products", { name: "Eco-solvent ink কালো", sku: "INK-K" }));
  made(
    await owner.post("/products/stock-movement", {
      product_id: head.id,
      type: "in",
      quantity: 2,
      serial_numbers: ["i32u 2600001", "I32U-2600002"],
      reason: "found",
    }),
  );
  const labels = async (query: string) => {
    const answer = await app.request(`http://localhost/api/v1/labels?${query}`, {
      headers: { authorization: `Bearer ${store.token}` },
    });
    assertEquals([answer.status, answer.headers.get("content-type")], [200, "application/pdf"]);
    return new Uint8Array(await answer.arrayBuffer());
  };

  await t.step("one to a page of a roll, by the number as the register writes it", async () => {
    const roll = await labels("serials=I32U2600001,I32U-2600002,NEW-1&size=roll");
    assertEquals(await scanned(roll), [["i32u 2600001"], ["I32U-2600002"], ["NEW-1"]]);
    const [first, , unknown] = readPdf(roll).map((page) => linesOf(page).join(" | "));
    for (const said of ["i32u 2600001", "PH-I3200", "Print head"]) {
      assert(first.includes(said), first);
    }
    assertEquals(unknown, "NEW-1");
    for (const page of readPdf(roll)) {
      for (const { x, right, baseline } of page) {
        assert(x >= 2 && right <= 113.4 && baseline <= 85, `${x} ${right} ${baseline}`);
      }
    }
  });

  await t.step(
    "on A4 from the first place that is free, over as many sheets as it takes",
    async () => {
      const sheets = await scanned(
        await labels("skus=INK-K&copies=4&serials=I32U-2600002&skip=42"),
      );
      assertEquals(sheets, [["I32U-2600002", "INK-K", "INK-K"], ["INK-K", "INK-K"]]);
      assertEquals(
        (await scanned(await labels("skus=INK-K&copies=45"))).map((page) => page.length),
        [45],
      );
    },
  );

  await t.step("a long number is as small as its line, not cut off", async () => {
    const long = "EPSON-I3200-U1-2026-0000000000000012345678";
    const [page] = readPdf(await labels(`serials=${long}&size=roll`));
    const [{ text, right }] = page;
    assertEquals(text, long);
    assert(right <= 108, String(right));
  });

  await t.step("all pieces of a product that lie in stock", async () => {
    const roll = await labels(`product_id=${head.id}&size=roll`);
    assertEquals(await scanned(roll), [["i32u 2600001"], ["I32U-2600002"]]);
    // what is with its supplier is in stock by the books and does not lie here
    const rmas = "/import-logistics/rmas";
    const customer = made(await owner.post("/customers", { name: "Rahim", phone: "01712345678" }));
    const rma = made(
      await owner.post(rmas, {
        customer_id: customer.id,
        serial_number: "I32U-2600002",
        fault_description: "Dead",
      }),
    );
    const away = { status: "sent_to_supplier", note: "by courier" };
    assertEquals((await owner.patch(`${rmas}/${rma.id}/status`, away)).status, 200);
    const here = await labels(`product_id=${head.id}&size=roll`);
    assertEquals(await scanned(here), [["i32u 2600001"]]);
  });

  await t.step("all that came with a receipt, by who may read it", async () => {
    const supplier = made(await owner.post("/suppliers", { name: "Jet Co.", currency: "USD" }));
    const shipment = made(
      await owner.post("/import-logistics/shipments", {
        supplier_id: supplier.id,
        currency: "USD",
        exchange_rate: 120,
        items: [{
          product_id: head.id,
          product_name: "Print head",
          ordered_qty: 3,
          purchase_value: 300,
        }],
      }),
    );
    const receipt = made(
      await owner.post("/import-logistics/receipts", {
        shipment_id: shipment.id,
        items: [{
          shipment_item_id: shipment.items[0].id,
          received_qty: 3,
          accepted_qty: 3,
          serial_numbers: ["N-9", "N-10", "N,11"],
        }],
      }),
    );
    const roll = await labels(`receipt_id=${receipt.id}&size=roll`);
    assertEquals(await scanned(roll), [["N-9"], ["N-10"], ["N,11"]]);
    const sales = await as("sales");
    assertRefused(await sales.get(`/labels?receipt_id=${receipt.id}`), 403, "forbidden");
  });

  await t.step("a code as it is written: in its own letters, with its comma", async () => {
    made(await owner.post("/products", { name: "Ink", sku: "ink-k" }));
    made(await owner.post("/products", { name: "Ink 1 l", sku: "INK,1L" }));
    const roll = await labels(`skus=${encodeURIComponent("INK,1L\nink-k\nINK-K\n")}&size=roll`);
    assertEquals(await scanned(roll), [["INK,1L"], ["ink-k"], ["INK-K"]]);
  });

  await t.step("nothing to print, too much, and what is not there", async () => {
    assertInvalid(await store.get("/labels"), "serials");
    assertInvalid(await store.get(`/labels?product_id=${ink.id}`), "product_id");
    assertInvalid(await store.get(`/labels?serials=${"x".repeat(3000)}`), "serials.0");
    assertInvalid(await store.get("/labels?serials=A,%00"), "serials.1");
    assertInvalid(await store.get("/labels?skus=NONE"), "skus");
    assertInvalid(
      await store.get("/labels?skus=INK-K,INK-K,INK-K,INK-K,INK-K,INK-K&copies=200"),
      "copies",
    );
    assertInvalid(await owner.get("/labels?receipt_id=99"), "receipt_id");
  });
});
