import type { Json } from "../../support/app.ts";
import { assertEquals } from "../../support/assert.ts";
import { billed, type SoldLine } from "./expected_goods.ts";
import { Due, type Office } from "./office.ts";
import { halfEven, least, read, sum, units } from "./sums.ts";

interface Asked {
  sku: string;
  pieces: number;
  price: string;
  discount?: string;
  /** in percent, where it is another than the invoice's */
  vat?: string;
}

export class Invoice extends Due {
  lines: SoldLine[] = [];
}

/** Sells goods, or a service under a name that no product has. */
export async function sell(
  office: Office,
  date: string,
  customer: string,
  asked: Asked[],
  { discount = "0", vat = "15" } = {},
): Promise<Invoice> {
  const made = await office.post("/invoices", {
    customer_id: office.customers.get(customer)!.id,
    invoice_date: date,
    items: asked.map(({ sku, pieces, price, discount, vat }) => ({
      product_id: office.products.get(sku),
      description: sku,
      quantity: pieces,
      unit_price: price,
      discount,
      vat_percent: vat,
    })),
    discount,
    vat_percent: vat,
  });
  const lines = asked.map((line) => ({ vat, ...line, pieces: BigInt(line.pieces) }));
  const amounts = billed(lines, discount);
  const sold = lines.map(({ sku, pieces }, at) => ({
    sku,
    pieces,
    ...amounts[at],
    cost: office.shelves.get(sku)?.take(pieces) ?? 0n,
  }));
  const [net, tax, cost] = (["net", "vat", "cost"] as const)
    .map((what) => sum(sold.map((line) => line[what])));
  const goods = sum(sold.filter(({ sku }) => office.products.has(sku)).map((line) => line.net));
  assertEquals(read(made.total), net + tax);
  const taxed = sold.filter((_, at) => lines[at].vat !== "0").map((line) => line.net);
  office.taxed.push({ date, net: sum(taxed) });
  for (const line of sold) office.earn(line.sku, line.net, line.cost);
  office.books.post(
    date,
    ...office.debit(date, customer, net + tax),
    ["4100", -goods],
    ["4200", goods - net],
    ["2300", -tax],
    ["5100", cost],
    ["1100", -cost],
  );
  const invoice = new Invoice(customer, date, made.id);
  invoice.lines = sold;
  invoice.change(date, net + tax);
  office.invoices.push(invoice);
  return invoice;
}

/**
 * Takes pieces of one line back by a credit note: the invoice's due first, `refund` of the rest in cash.
 * Faulty pieces are an expense.
 */
export async function takeBack(
  office: Office,
  date: string,
  invoice: Invoice,
  { sku, pieces, condition, refund = "0" }: {
    sku: string;
    pieces: number;
    condition: "good" | "faulty";
    refund?: string;
  },
): Promise<Json> {
  const at = invoice.lines.findIndex((line) => line.sku === sku);
  const made = await office.post(`/invoices/${invoice.id}/returns`, {
    date,
    reason: "Came back",
    items: [{ line: at + 1, quantity: pieces, condition }],
    ...refund !== "0" && { refund: { amount: refund, account_id: office.account("1300") } },
  });
  const line = invoice.lines[at];
  const part = (of: "net" | "vat" | "cost") => {
    const value = halfEven(line[of] * BigInt(pieces), line.pieces);
    line[of] -= value;
    return value;
  };
  const [net, vat, cost] = [part("net"), part("vat"), part("cost")];
  line.pieces -= BigInt(pieces);
  office.earn(sku, -net, -cost);
  if (vat !== 0n) office.taxed.push({ date, net: -net });
  invoice.change(date, -least(invoice.due, net + vat));
  if (condition === "good") office.shelves.get(sku)!.put(BigInt(pieces), cost);
  office.flow(date, "cash_in", -units(refund));
  assertEquals([read(made.total), read(made.refunded)], [net + vat, units(refund)]);
  office.books.post(
    date,
    ["4110", net],
    ["2300", vat],
    ...office.debit(date, invoice.customer, units(refund) - net - vat),
    ["1300", -units(refund)],
    [condition === "good" ? "1100" : "5400", cost],
    ["5100", -cost],
  );
  return made;
}

/** Takes an invoice back whole: what was posted is mirrored on the day of the void. */
export async function voidInvoice(office: Office, date: string, invoice: Invoice): Promise<void> {
  await office.change("POST", `/invoices/${invoice.id}/void`, { reason: "Wrong customer", date });
  const [net, vat, cost] = (["net", "vat", "cost"] as const)
    .map((what) => sum(invoice.lines.map((line) => line[what])));
  for (const { sku, pieces, ...line } of invoice.lines) {
    office.shelves.get(sku)?.put(pieces, line.cost);
    office.earn(sku, -line.net, -line.cost);
  }
  invoice.change(date, -invoice.due);
  const taxed = invoice.lines.filter((line) => line.vat !== 0n);
  office.taxed.push({ date, net: -sum(taxed.map((line) => line.net)) });
  const goods = sum(
    invoice.lines.filter(({ sku }) => office.products.has(sku)).map((line) => line.net),
  );
  office.books.post(
    date,
    ...office.debit(date, invoice.customer, -net - vat),
    ["4100", goods],
    ["4200", net - goods],
    ["2300", vat],
    ["5100", -cost],
    ["1100", cost],
  );
}
