import { type Answer, type Json, testApp } from "./app.ts";
import { assertEquals } from "./assert.ts";
import { freshDatabase } from "./db.ts";
import { insertSupplier } from "./imports.ts";

/** An app with an owner and two suppliers in dollars, and short ways to enter what LC tests need. */
export async function desk() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  const supplier_id = await insertSupplier(db.database, "Machine Works");
  const other_id = await insertSupplier(db.database, "Board Maker");
  const made = (answer: Answer): Json => {
    assertEquals([answer.status, answer.body.errors], [201, undefined], answer.body.detail);
    return answer.body.data;
  };
  return {
    ...db,
    app,
    owner,
    supplier_id,
    other_id,
    ask: (fields: Json) =>
      owner.post("/lc-tt", {
        supplier_id,
        type: "LC",
        amount: 1000,
        exchange_rate: 120,
        ...fields,
      }),
    async open(fields: Json = {}): Promise<Json> {
      return made(await this.ask(fields));
    },
    read: async (id: number): Promise<Json> => (await owner.get(`/lc-tt/${id}`)).body.data,
    /** a shipment in dollars at 120 with one item of the value given */
    async ship(purchase_value?: number, fields: Json = {}): Promise<Json> {
      const items = purchase_value === undefined
        ? []
        : [{ product_name: "Head", ordered_qty: 1, purchase_value }];
      return made(
        await owner.post("/import-logistics/shipments", {
          supplier_id,
          exchange_rate: 120,
          items,
          ...fields,
        }),
      );
    },
    addItem: (shipmentId: number, purchase_value: number) =>
      owner.post(`/import-logistics/shipments/${shipmentId}/items`, {
        product_name: "Ink",
        ordered_qty: 1,
        purchase_value,
      }),
    link: (shipmentId: number, lc_tt_id: number | null) =>
      owner.patch(`/import-logistics/shipments/${shipmentId}`, { lc_tt_id }),
    move: (id: number, status: string, fields: Json = {}) =>
      owner.patch(`/lc-tt/${id}/status`, { status, ...fields }),
  };
}
