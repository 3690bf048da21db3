import { type Named, OpeningNames } from "../../domain/opening/opening_names.ts";
import { testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { made } from "../support/receiving.ts";

Deno.test("an opening balance is of whom its number, phone or name says, the surest first", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const post = async (path: string, body: object) => made(await owner.post(path, body));
  const rahim = await post("/customers", { name: "Rahim", phone: "01712-345678" });
  const karim = await post("/customers", { name: "Karim" });
  // a name that is another's number, and one that two have
  const odd = await post("/customers", { name: rahim.reference_no });
  await post("/customers", { name: "Twice", phone: "01712-000001" });
  await post("/customers", { name: "Twice" });
  const acme = await post("/suppliers", { name: "Acme", currency: "CNY" });
  const ink = await post("/products", { name: "Ink", sku: "INK-1", purchase_price: 700 });

  const names = new OpeningNames(db.database);
  const find = async (...asked: Parameters<OpeningNames["find"]>) => {
    const found = await names.find(...asked);
    return typeof found === "string" ? found : found.id;
  };
  for (let again = 0; again < 2; again++) {
    assertEquals(
      [
        await find("customer", "Karim"),
        await find("customer", rahim.reference_no),
        await find("customer", "+880 1712 345678"),
        await find("customer", odd.reference_no),
        await find("customer", "Twice"),
        await find("customer", "01712-000001"),
        await find("customer", "Nobody"),
        await find("supplier", "Acme"),
        await find("supplier", acme.reference_no),
        await find("supplier", "Rahim"),
        await find("stock", "INK-1"),
        await find("stock", "Karim"),
      ],
      [
        karim.id,
        rahim.id,
        rahim.id,
        odd.id,
        "names more than one customer: give the number",
        4,
        "names no customer",
        acme.id,
        acme.id,
        "names no supplier",
        ink.id,
        "names no product: give its SKU",
      ],
    );
  }
  const said = await names.find("supplier", "Acme") as Named;
  const bought = await names.find("stock", "INK-1") as Named;
  assertEquals([said.currency, String(bought.purchase_price)], ["CNY", "700"]);
});
