import type { Json } from "../../support/app.ts";
import { assertEquals } from "../../support/assert.ts";
import type { Office } from "./office.ts";
import type { Invoice } from "./selling.ts";
import { least, text, units } from "./sums.ts";

/** Money for invoices, in their order; what is beyond them stays on account. */
export async function pay(
  office: Office,
  date: string,
  invoices: Invoice[],
  amount: bigint,
  { account = "1310", ...how }: { account?: string } & Json = {},
): Promise<Json> {
  const [{ customer }] = invoices;
  const made = await office.post("/invoices/receive-payment", {
    customer_id: office.customers.get(customer)!.id,
    amount: text(amount),
    payment_date: date,
    method: "bank",
    allocations: allocate(date, invoices, amount),
    ...how,
  });
  office.flow(date, "cash_in", amount);
  office.books.post(date, [account, amount], ...office.debit(date, customer, -amount));
  return made;
}

function allocate(date: string, invoices: Invoice[], amount: bigint): Json[] {
  let left = amount;
  return invoices.map((invoice) => {
    const part = least(left, invoice.due);
    left -= part;
    invoice.change(date, -part);
    return { invoice_id: invoice.id, amount: text(part) };
  });
}

/** Tax that the customer kept back: his certificate pays the invoice. */
export async function certify(
  office: Office,
  date: string,
  invoice: Invoice,
  kind: "tds" | "vds",
  amount: bigint,
): Promise<Json> {
  const made = await office.post("/tax-certificates", {
    customer_id: office.customers.get(invoice.customer)!.id,
    kind,
    certificate_number: `${kind}-${invoice.id}`,
    certificate_date: date,
    amount: text(amount),
    allocations: allocate(date, [invoice], amount),
  });
  office.books.post(date, ["1530", amount], ...office.debit(date, invoice.customer, -amount));
  return made;
}

/** A cheque with a day of its own, which counts for nothing until it is cleared. */
export async function takeCheque(
  office: Office,
  date: string,
  invoice: Invoice,
  { cheque_date, amount, number }: { cheque_date: string; amount: bigint; number: string },
): Promise<Cheque> {
  const made = await office.post("/invoices/receive-payment", {
    invoice_id: invoice.id,
    amount: text(amount),
    payment_date: date,
    method: "cheque",
    cheque_number: number,
    cheque_date,
  });
  assertEquals([made.status, made.cheque_state], ["in_hand", "in_hand"]);
  return new Cheque(office, made.id, invoice, amount);
}

export class Cheque {
  #counts = false;

  constructor(
    readonly office: Office,
    readonly id: number,
    readonly invoice: Invoice,
    readonly amount: bigint,
  ) {}

  async move(date: string, state: "deposited" | "cleared" | "bounced", charge?: string) {
    const { office, invoice, amount } = this;
    const path = `/payments/${this.id}/cheque`;
    const moved = await office.change("PATCH", path, { state, date, charge });
    assertEquals(moved.cheque_state, state);
    if (charge) office.books.move(date, "6130", "1310", units(charge));
    const counts = state === "cleared";
    if (counts === this.#counts) return;
    const came = counts ? amount : -amount;
    office.flow(date, "cash_in", came);
    office.books.post(date, ["1310", came], ...office.debit(date, invoice.customer, -came));
    invoice.change(date, -came);
    this.#counts = counts;
  }
}

/** Gives back what of a payment pays no invoice. */
export async function giveBack(
  office: Office,
  date: string,
  { id, customer }: { id: number; customer: string },
  amount: string,
): Promise<void> {
  const body = { amount, account_id: office.account("1300"), date, reason: "Asked for it" };
  office.flow(date, "cash_in", -units(amount));
  await office.change("POST", `/payments/${id}/refund`, body);
  office.books.post(
    date,
    ...office.debit(date, customer, units(amount)),
    ["1300", -units(amount)],
  );
}

/** Uses what a payment left on account for an invoice, from a day on. */
export async function useOnAccount(
  office: Office,
  date: string,
  payment_id: number,
  invoice: Invoice,
  amount: string,
): Promise<void> {
  const path = `/invoices/${invoice.id}/allocate`;
  await office.change("POST", path, { payment_id, amount, date });
  invoice.change(date, -units(amount));
}
