import { drawGoods, type PrintedGoods } from "./goods_lines.ts";
import { type DocumentOptions, openSheet, type Party, writeSignatures } from "./letterhead.ts";
import { pageLine, wordings } from "./wording.ts";

/** Goods of an invoice on their way to the customer. */
export interface PrintedDelivery {
  reference_no: string;
  invoice_date: string;
  status?: string;
  customer: Party;
  lines: PrintedGoods[];
}

/** The challan that goes with sold goods, A4, without prices. The same delivery and options give the same bytes. */
export async function deliveryChallanPdf(
  delivery: PrintedDelivery,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const wording = wordings[options.language];
  const sheet = await openSheet({
    title: wording.delivery.title,
    reference_no: delivery.reference_no,
    date: delivery.invoice_date,
    isVoid: delivery.status === "void",
    partyLabel: wording.delivery.to,
    party: delivery.customer,
    facts: [],
  }, options);
  drawGoods(sheet, delivery.lines, options);
  writeSignatures(sheet, wording.delivery.receiver, wording.authorisedSignature);
  return sheet.finish(pageLine(wording, options.digits));
}
