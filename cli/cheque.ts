import { dueThisWeek, listPayments, paymentQuery } from "../domain/sales/find_payments.ts";
import type { Command, Context, Outcome } from "./command.ts";
import { table } from "./table.ts";

export const chequeCommands: Command[] = [{
  name: "cheque due",
  summary: "List customers' cheques that are not cleared yet and due within a week.",
  examples: ["deno task cli cheque due", "deno task cli cheque due --json"],
  run: due,
}];

async function due({ database, actor }: Context): Promise<Outcome> {
  const query = paymentQuery.parse({
    cheque_due_by: dueThisWeek(actor.today),
    sort: "cheque_date",
    limit: "200",
  });
  const { data } = await listPayments(database, actor, query);
  const columns = ["cheque_date", "reference_no", "customer_name", "cheque_number", "amount"];
  return { data, text: table([...columns, "cheque_state"], data) };
}
