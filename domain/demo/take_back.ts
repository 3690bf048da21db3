import { roundHalfUp } from "../money/decimal.ts";
import { parse } from "../records/input.ts";
import { newReturn } from "../sales/credit_note.ts";
import type { InvoiceDetail } from "../sales/find_invoices.ts";
import { returnGoods } from "../sales/return_goods.ts";
import { newCertificate, receiveCertificate } from "../sales/tax_certificates.ts";
import { voidInvoice } from "../sales/void_invoice.ts";
import type { DemoCustomer, StockedArticle, World } from "./world.ts";

export interface SoldLine {
  article: StockedArticle;
  pieces: number;
  serials: string[];
}

/** Made for the wrong customer: void, and the goods are back on the shelf. */
export async function takeAllBack(
  world: World,
  invoiceId: number,
  lines: SoldLine[],
): Promise<void> {
  const reason = "Made out to the wrong customer.";
  await voidInvoice(world.tx, world.as("accounts"), invoiceId, { reason });
  for (const { article, pieces, serials } of lines) world.putInStock(article, pieces, serials);
}

/** One piece of a line, ordered too many: back on the shelf, with a credit note. */
export async function takeOneBack(
  world: World,
  { id, items }: InvoiceDetail,
  line: number,
  article: StockedArticle,
): Promise<void> {
  const input = parse(newReturn, {
    items: [{ line: `${items[line].id}`, quantity: "1" }],
    reason: "Ordered one too many.",
  });
  await returnGoods(world.tx, world.as("accounts"), id, input);
  world.putInStock(article, 1, []);
}

/** A firm that withholds income tax sends the certificate instead of the last of the money. */
export async function certify(
  world: World,
  customer: DemoCustomer,
  invoice: InvoiceDetail,
): Promise<void> {
  const amount = roundHalfUp(invoice.total.times("0.02"), 0);
  if (amount.eq("0")) return;
  const input = parse(newCertificate, {
    customer_id: `${customer.id}`,
    kind: "tds",
    certificate_number: `TDS-${world.chance.from(10_000, 99_999)}-${invoice.id}`,
    certificate_date: world.diary.date(),
    base: `${invoice.total}`,
    rate: "2",
    amount: `${amount}`,
  });
  await receiveCertificate(world.tx, world.as("accounts"), input);
}
