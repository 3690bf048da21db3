import { known, type Tx } from "../domain/db/connect.ts";
import { withJobLock } from "../domain/db/job_lock.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { Refusal } from "../domain/errors.ts";
import { findShipment, shipmentNamed } from "../domain/imports/find_shipment.ts";
import { approveReceipt } from "../domain/imports/receipts/approve_receipt.ts";
import { createReceipt } from "../domain/imports/receipts/create_receipt.ts";
import { postReceipt } from "../domain/imports/receipts/post_receipt.ts";
import { newReceipt } from "../domain/imports/receipts/receipt.ts";
import {
  approvedReceipts,
  type NamedReceipt,
  receiptNamed,
} from "../domain/imports/receipts/receipts_to_post.ts";
import { parse } from "../domain/records/input.ts";
import { type Command, type Context, type Option, type Outcome, UsageError } from "./command.ts";
import { exitCodeOf } from "./exit.ts";

const dryRun: Option = { name: "dry-run", help: "do everything and keep nothing" };

export const receiptCommands: Command[] = [{
  name: "receipt add",
  summary: "Note the pieces that came of a shipment, by SKU, as a draft.",
  arguments: "SHIPMENT SKU=PIECES…",
  examples: [
    "deno task cli receipt add PI-2026-0422 000451=1000",
    "deno task cli receipt add SHP-2026-000001 UV-2513-G5=2 PH-I3200-U1=36 --dry-run",
  ],
  options: [dryRun],
  run: add,
}, {
  name: "receipt approve",
  summary: "Approve draft receipts, so that they can be posted.",
  arguments: "ID…",
  examples: ["deno task cli receipt approve RCP-2026-000001"],
  options: [dryRun],
  run: approve,
}, {
  name: "receipt post",
  summary: "Post approved receipts to stock, each by itself.",
  arguments: "[ID…]",
  examples: [
    "deno task cli receipt post --all-approved",
    "deno task cli receipt post RCP-2026-000001 --dry-run",
  ],
  options: [
    { name: "all-approved", help: "every receipt that is approved and not yet posted" },
    dryRun,
  ],
  run: (context) => withJobLock(context.database, "receipt post", () => post(context)),
}];

async function add({ database, actor, options, args: [named, ...counts] }: Context) {
  if (counts.length === 0) throw new UsageError("Give a shipment and what came: SKU=PIECES.");
  const shipment = await findShipment(database, actor, await shipmentNamed(database, named));
  const items = counts.map((count) => {
    const [, sku, received_qty] = /^(.+)=(.*)$/.exec(count) ?? [];
    const item = shipment.items.find((each) => each.sku === sku);
    if (!item) throw new UsageError(`${shipment.reference_no} has no item for "${count}".`);
    return { shipment_item_id: String(item.id), received_qty };
  });
  const input = parse(newReceipt, { shipment_id: String(shipment.id), items });
  const dry_run = options["dry-run"] !== undefined;
  const receipt = await inTransaction(database, (tx) => createReceipt(tx, actor, input), {
    dryRun: dry_run,
  });
  const { id, reference_no, received_qty } = receipt;
  return {
    data: { ...receipt, ...dry_run && { dry_run } },
    text: `${reference_no} (${id}) ${dry_run ? "would note" : "notes"} ${received_qty} pieces of ` +
      `${shipment.reference_no}, as a draft.`,
  };
}

async function approve(context: Context): Promise<Outcome> {
  const { database, args } = context;
  if (args.length === 0) throw new UsageError("Give receipts by id or number.");
  const receipts = await Promise.all(args.map((named) => receiptNamed(database, named)));
  return await eachByItself(
    context,
    receipts,
    "approved",
    (tx, id) => approveReceipt(tx, context.actor, id, {}),
  );
}

async function post(context: Context): Promise<Outcome> {
  const { database, options, args } = context;
  const all = options["all-approved"] !== undefined;
  if (all === (args.length > 0)) {
    throw new UsageError("Give receipts by id or number, or --all-approved.");
  }
  const receipts = all
    ? await approvedReceipts(database)
    : await Promise.all(args.map((named) => receiptNamed(database, named)));
  return await eachByItself(
    context,
    receipts,
    "posted",
    (tx, id) => postReceipt(tx, context.actor, id, { credit_supplier: false }),
  );
}

interface Done extends NamedReceipt {
  code?: string;
  message?: string;
}

/** One after another; a receipt that is refused does not keep the rest from being done. */
async function eachByItself(
  { database, options, progress }: Context,
  receipts: NamedReceipt[],
  word: "approved" | "posted",
  verb: (tx: Tx, id: number) => Promise<unknown>,
): Promise<Outcome> {
  const dryRun = options["dry-run"] !== undefined;
  const results: Done[] = [];
  let exitCode = 0;
  for (const { id, reference_no } of receipts) {
    progress?.(`${reference_no} (${results.length + 1} of ${receipts.length})`);
    try {
      await inTransaction(database, (tx) => verb(tx, id), { dryRun });
      results.push({ id, reference_no, [word]: true });
    } catch (thrown) {
      const error = known(thrown);
      if (!(error instanceof Refusal)) throw error;
      exitCode = Math.max(exitCode, exitCodeOf(error));
      const { code, message } = error;
      results.push({ id, reference_no, [word]: false, code, message });
    }
  }
  progress?.("\n");
  const done = dryRun ? `would be ${word}` : word;
  const text = results.map(({ reference_no, message }) =>
    message === undefined ? `${reference_no} ${done}` : `${reference_no} refused: ${message}`
  ).join("\n");
  return {
    data: { dry_run: dryRun, receipts: results },
    text: text || "Nothing to post.",
    exitCode,
  };
}
