import { addDays } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";
import type { Json } from "../support/app.ts";
import { done, made } from "../support/receiving.ts";
import type { Site } from "./browser.ts";

/** What the screens of the books show: cheques in hand and given that are due, rent paid, money moved, goods returned. */
export async function keepBooks(site: Site): Promise<void> {
  const owner = await site.app.as("owner");
  const [customer] = done(await owner.get("/customers?limit=1"));
  made(
    await owner.post("/invoices/receive-payment", {
      customer_id: customer.id,
      amount: 12500.5,
      method: "cheque",
      cheque_number: "0045512",
      cheque_date: addDays(businessDate(), 3),
    }),
  );
  const [supplier] = done(await owner.get("/suppliers?limit=1"));
  made(
    await owner.post(`/suppliers/${supplier.id}/cheques`, {
      amount: 8000,
      currency: "BDT",
      cheque_number: "0077123",
      cheque_date: addDays(businessDate(), 2),
    }),
  );
  made(
    await owner.post("/expenses", {
      category: "rent",
      amount: 45000,
      payee: "Hasan Properties",
      reference: "R-11",
    }),
  );
  made(
    await owner.post("/accounts/transfers", {
      from: "cash",
      to: "bank",
      amount: 20000,
      note: "Takings of the week",
    }),
  );
  const invoices = done(await owner.get("/invoices?status=posted,partial,paid&limit=20"));
  for (const { id } of invoices) {
    const { items } = done(await owner.get(`/invoices/${id}`));
    const line = items.find((one: Json) => one.product_id && one.serial_numbers.length === 0);
    if (!line) continue;
    return void made(
      await owner.post(`/invoices/${id}/returns`, {
        items: [{ line: line.id, quantity: 1 }],
        reason: "Wrong colour",
      }),
    );
  }
}
