import { allow, may } from "../domain/access/access.ts";
import { business } from "../domain/business/business.ts";
import { dueThisWeek, listPayments, paymentQuery } from "../domain/sales/find_payments.ts";
import { issuedChequeQuery, listIssuedCheques } from "../domain/suppliers/find_issued_cheques.ts";
import type { Command, Context, Outcome } from "./command.ts";
import { table } from "./table.ts";

export const chequeCommands: Command[] = [{
  name: "cheque due",
  summary:
    "List cheques of customers, and ours to suppliers, that are not cleared yet and due within a week.",
  examples: ["deno task cli cheque due", "deno task cli cheque due --json"],
  run: due,
}];

async function due(context: Context): Promise<Outcome> {
  const { actor } = context;
  if (!may(actor, "costs.read")) allow(actor, "payments.read");
  const received = may(actor, "payments.read") ? await customers(context) : [];
  const issued = may(actor, "costs.read") ? await suppliers(context) : [];
  const data = [...received, ...issued].sort((a, b) =>
    (a.cheque_date ?? "") < (b.cheque_date ?? "") ? -1 : 1
  );
  const columns = [
    "cheque_date",
    "direction",
    "reference_no",
    "party_name",
    "cheque_number",
    "amount",
    "currency",
    "cheque_state",
  ];
  return { data, text: table(columns, data) };
}

async function customers({ database, actor }: Context) {
  const query = { cheque_due_by: dueThisWeek(actor.today), sort: "cheque_date", limit: "200" };
  const { data } = await listPayments(database, actor, paymentQuery.parse(query));
  return data.map((payment) => ({
    ...payment,
    direction: "received",
    party_name: payment.customer_name,
    currency: business.localCurrency,
  }));
}

async function suppliers({ database, actor }: Context) {
  const query = { due_by: dueThisWeek(actor.today), sort: "cheque_date", limit: "200" };
  const { data } = await listIssuedCheques(database, actor, issuedChequeQuery.parse(query));
  return data.map((cheque) => ({
    ...cheque,
    direction: "issued",
    party_name: cheque.supplier_name,
    cheque_state: cheque.state,
  }));
}
