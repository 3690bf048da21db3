import { useRef, useSignal } from "../../kit/mod.ts";
import { useLeftForm } from "../../records/mod.ts";
import type { Line } from "../trade/line.ts";
import type { Body } from "./invoice_body.ts";

interface Draft {
  lines: Line[];
  customer: { id: string; title: string };
  more: Record<
    "discount" | "vat_percent" | "invoice_date" | "due_date" | "paid" | "method",
    string
  >;
}

const draftOf = (sent: Partial<Body> = {}, customer = ""): Draft => ({
  lines: (sent.items ?? []).map((item) => ({
    ...item,
    product_id: String(item.product_id),
    serial_numbers: item.serial_numbers ?? [],
  })),
  customer: { id: String(sent.customer_id ?? customer), title: "" },
  more: {
    discount: sent.discount ?? "",
    vat_percent: sent.vat_percent ?? "",
    invoice_date: sent.invoice_date ?? "",
    due_date: sent.due_date ?? "",
    paid: sent.payment?.amount ?? "",
    method: sent.payment?.method ?? "cash",
  },
});

/** What an invoice's form holds: what it had when it was left, else the write that is mended, else nothing. */
export function useInvoiceDraft(sent: Body | undefined, customerId: string | null) {
  const saved = useRef(false);
  const start = draftOf(sent, customerId ?? "");
  const kept: Draft | undefined = useLeftForm(
    (): Draft | undefined =>
      // one product may be no more than what a link brought
      !saved.current && (lines.value.length > 1 || customer.value.id !== start.customer.id)
        ? now()
        : undefined,
    () => {
      lines.value = start.lines;
      customer.value = start.customer;
      more.value = start.more;
    },
  );
  const begun: Draft = kept ?? start;
  const lines = useSignal(begun.lines);
  const customer = useSignal(begun.customer);
  const more = useSignal(begun.more);
  const now = (): Draft => ({ lines: lines.value, customer: customer.value, more: more.value });
  return { lines, customer, more, isBack: !!kept, done: () => saved.current = true };
}
