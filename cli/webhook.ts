import { deliveryQuery, listDeliveries } from "../domain/changes/find_webhooks.ts";
import { resendDelivery } from "../domain/changes/write_webhook.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";
import { table } from "./table.ts";

export const webhookCommands: Command[] = [{
  name: "webhook deliveries",
  summary: "List what a webhook has sent and has to send, the newest first.",
  arguments: "HOOK",
  examples: [
    "deno task cli webhook deliveries 1 --waiting",
    "deno task cli webhook deliveries HOOK-1 --json",
  ],
  options: [{ name: "waiting", help: "only what was not taken yet" }],
  run: deliveries,
}, {
  name: "webhook resend",
  summary: "Send deliveries of a webhook once more, before all that wait.",
  arguments: "HOOK DELIVERY…",
  examples: ['deno task cli webhook resend 1 345 --reason "The shop lost it"'],
  options: [{ name: "reason", value: "TEXT", help: "stands in the audit log" }],
  run: resend,
}];

async function deliveries({ database, actor, args: [hook], options }: Context): Promise<Outcome> {
  const delivered = options.waiting === undefined ? undefined : "false";
  const query = deliveryQuery.parse({ delivered, limit: "200" });
  const { data } = await listDeliveries(database, actor, idOf(hook), query);
  const columns = ["id", "title", "tries", "last_status", "last_error", "delivered_at"];
  return { data, text: table(columns, data) };
}

async function resend({ database, actor, args: [hook, ...which], options }: Context) {
  if (which.length === 0) throw new UsageError("Say which deliveries: their ids.");
  const webhook = await inTransaction(database, async (tx) => {
    let after;
    for (const id of which) {
      after = await resendDelivery(tx, actor, idOf(hook), idOf(id), { reason: options.reason });
    }
    return after!;
  });
  return { data: webhook, text: `${webhook.reference_no} sends ${which.length} once more.` };
}

/** The id of a hook or a delivery, alone or behind its letters: 12, HOOK-12, HOOK-12/345. */
function idOf(named: string | undefined): number {
  const [, id] = /^(?:HOOK-(?:\d+\/)?)?(\d{1,15})$/i.exec(named ?? "") ?? [];
  if (id === undefined) throw new UsageError("Give the webhook's number: list webhooks shows it.");
  return Number(id);
}
