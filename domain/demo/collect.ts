import { type Decimal, roundHalfUp } from "../money/decimal.ts";
import { parse } from "../records/input.ts";
import type { InvoiceDetail } from "../sales/find_invoices.ts";
import { chequeMove, moveCheque } from "../sales/move_cheque.ts";
import { payment as paymentRecord } from "../sales/payment.ts";
import { receivePayment } from "../sales/receive_payment.ts";
import { reversePayment } from "../sales/reverse_payment.ts";
import type { DemoCustomer, World } from "./world.ts";

const methods = ["cash", "cash", "bank", "bkash", "nagad", "cheque", "cheque"] as const;

/** When and how an invoice is paid: at the counter, in parts, by the due date, late, or not at all. */
export function collect(
  world: World,
  customer: DemoCustomer,
  { id, total }: InvoiceDetail,
  credit_days: number,
): void {
  const { chance, diary } = world;
  const pay = (day: number, amount: Decimal) =>
    diary.note(day, () => receive(world, customer, id, amount));
  const later = diary.day + credit_days + chance.from(-3, 20);
  if (total.eq("0")) return;
  if (chance.percent(45)) return pay(diary.day, total);
  const first = roundHalfUp(total.times(chance.pick(["0.3", "0.4", "0.5"])), 2);
  if (chance.percent(50)) pay(diary.day, first);
  else if (chance.percent(70)) return pay(later, total);
  else return;
  if (chance.percent(60)) pay(later, total.minus(first));
}

async function receive(
  world: World,
  customer: DemoCustomer,
  invoiceId: number,
  amount: Decimal,
): Promise<void> {
  const { chance, diary, tx } = world;
  const method = chance.pick(methods);
  // every second is dated ahead, and no money until then
  const ahead = method === "cheque" && chance.percent(50) ? chance.from(3, 12) : 0;
  const cheque_date = diary.date(diary.day + ahead);
  const cheque = method === "cheque" &&
    { cheque_number: `${chance.from(1000000, 9999999)}`, cheque_date };
  const payment = await receivePayment(
    tx,
    world.as("accounts"),
    parse(paymentRecord.entry, {
      invoice_id: `${invoiceId}`,
      amount: `${amount}`,
      method,
      ...cheque,
    }),
  );
  if (ahead > 0) {
    const state = world.sometimes("bounced", 12) ? "bounced" : "cleared";
    const input = parse(chequeMove, { state });
    diary.note(
      diary.day + ahead,
      () => moveCheque(tx, world.as("accounts"), payment.id, input),
    );
    return;
  }
  if (method !== "cheque" || !chance.percent(12)) return;
  diary.note(diary.day + chance.from(1, 4), async () => {
    const reason = `Cheque of ${customer.name} bounced: insufficient funds.`;
    await reversePayment(tx, world.as("accounts"), payment.id, { reason });
    if (chance.percent(60)) {
      diary.note(diary.day + chance.from(3, 12), () => receive(world, customer, invoiceId, amount));
    }
  });
}

/** Money on account by a cheque that is due in some days. */
export async function takeChequeAhead(world: World): Promise<void> {
  const { chance, diary, tx } = world;
  const input = parse(paymentRecord.entry, {
    customer_id: `${chance.pick(world.customers).id}`,
    amount: `${chance.from(20, 90) * 1000}`,
    method: "cheque",
    cheque_number: `${chance.from(1000000, 9999999)}`,
    cheque_date: diary.date(diary.day + chance.from(2, 9)),
  });
  await receivePayment(tx, world.as("accounts"), input);
}
