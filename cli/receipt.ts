import { inTransaction } from "../domain/db/transaction.ts";
import { withJobLock } from "../domain/db/job_lock.ts";
import { known } from "../domain/db/connect.ts";
import { Refusal } from "../domain/errors.ts";
import { approvedReceipts, receiptNamed } from "../domain/imports/receipts/receipts_to_post.ts";
import { postReceipt } from "../domain/imports/receipts/post_receipt.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";
import { exitCodeOf } from "./exit.ts";

export const receiptCommands: Command[] = [{
  name: "receipt post",
  summary: "Post approved receipts to stock, each by itself.",
  arguments: "[ID…]",
  examples: [
    "deno task cli receipt post --all-approved",
    "deno task cli receipt post RCP-2026-000001 --dry-run",
  ],
  options: [
    { name: "all-approved", help: "every receipt that is approved and not yet posted" },
    { name: "dry-run", help: "do everything and keep nothing" },
  ],
  run: (context) => withJobLock(context.database, "receipt post", () => post(context)),
}];

interface Posted {
  id: number;
  reference_no: string;
  posted: boolean;
  code?: string;
  message?: string;
}

/** Posts one after another; a receipt that is refused does not keep the rest from being posted. */
async function post(context: Context): Promise<Outcome> {
  const { database, actor, options, args } = context;
  const all = options["all-approved"] !== undefined;
  if (all === (args.length > 0)) {
    throw new UsageError("Give receipts by id or number, or --all-approved.");
  }
  const receipts = all
    ? await approvedReceipts(database)
    : await Promise.all(args.map((named) => receiptNamed(database, named)));
  const dryRun = options["dry-run"] !== undefined;
  const results: Posted[] = [];
  let exitCode = 0;
  for (const { id, reference_no } of receipts) {
    context.progress?.(`posting ${reference_no} (${results.length + 1} of ${receipts.length})`);
    try {
      await inTransaction(
        database,
        (tx) => postReceipt(tx, actor, id, { credit_supplier: false }),
        { dryRun },
      );
      results.push({ id, reference_no, posted: true });
    } catch (thrown) {
      const error = known(thrown);
      if (!(error instanceof Refusal)) throw error;
      exitCode = Math.max(exitCode, exitCodeOf(error));
      results.push({ id, reference_no, posted: false, code: error.code, message: error.message });
    }
  }
  context.progress?.("\n");
  return {
    data: { dry_run: dryRun, receipts: results },
    text: describe(results, dryRun),
    exitCode,
  };
}

function describe(results: Posted[], dryRun: boolean): string {
  if (results.length === 0) return "Nothing to post.";
  const word = dryRun ? "would be posted" : "posted";
  return results.map(({ reference_no, posted, message }) =>
    posted ? `${reference_no} ${word}` : `${reference_no} refused: ${message}`
  ).join("\n");
}
