import type { Write } from "../../core/write.ts";

/** The writes with a limit, by where they go (a test compares them with the API's). */
const operations = [
  [/^\/invoices$/, "invoice.create"],
  [/^\/invoices\/(\d+)\/void$/, "invoice.void"],
  [/^\/invoices\/(\d+)\/returns$/, "invoice.return"],
  [/^\/service-tickets\/(\d+)\/invoice$/, "ticket.invoice"],
  [/^\/products\/stock-movement$/, "stock.move"],
  [/^\/products$/, "product.create"],
  [/^\/stock-transfers\/(\d+)\/close$/, "stock_transfer.close"],
  [/^\/import-logistics\/supplier-returns$/, "supplier_return.send"],
] as const;

export type AskedOperation = typeof operations[number][1];

/** What a refused write is called where a second person is asked for it; undefined: nobody can be. */
export function askedOperation(
  { method, path }: Pick<Write, "method" | "path">,
): { operation: AskedOperation; record_id?: number } | undefined {
  for (const [how, operation] of method === "POST" ? operations : []) {
    const found = how.exec(path);
    if (found) return { operation, ...found[1] && { record_id: Number(found[1]) } };
  }
  return undefined;
}
