import { addDays } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";
import type { Caller, Json } from "../support/app.ts";
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
  await sendStatement(site, owner);
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

/** A bank's lines: one that the book has, one matched, one that it lacks. */
async function sendStatement(site: Site, owner: Caller): Promise<void> {
  const [{ id }] = done(await owner.get("/accounts?money_type=bank&limit=1"));
  const entries = done(await owner.get(`/accounts/${id}/entries?limit=3`));
  const rows = entries.slice(0, 2).map((one: Json) =>
    `${one.entry_date},CLEARING,TRX${one.id},${one.debit - one.credit}`
  );
  const text = ["date,description,reference,amount", ...rows, `${businessDate()},CHARGE,,-575`];
  const form = new FormData();
  form.append("file", new File([text.join("\n")], "statement.csv"));
  const path = `/accounts/${id}/statement`;
  const answer = await site.app.app.request(`http://localhost/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner.token}` },
    body: form,
  });
  const { data: { lines } } = await answer.json();
  const found = lines.find((line: Json) => line.proposed_line_id);
  if (!found) return;
  const match = { statement_line_id: found.id, journal_line_id: found.proposed_line_id };
  done(await owner.post(`/accounts/${id}/matches`, { matches: [match] }));
}
