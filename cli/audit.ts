import { allow } from "../domain/access/access.ts";
import { auditKeys } from "../domain/audit/audit_keys.ts";
import type { Head } from "../domain/audit/chain.ts";
import { signHeadAgain } from "../domain/audit/seal_audit.ts";
import { type AuditReport, verifyAudit } from "../domain/audit/verify_audit.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";

export const auditCommands: Command[] = [{
  name: "audit verify",
  summary: "Check that nobody edited, deleted, swapped or cut off rows of the audit log.",
  examples: ["deno task cli audit verify", "deno task cli audit verify --head 1200:9f86d081…"],
  options: [{
    name: "head",
    value: "ROWS:HASH",
    help: "a head noted down earlier; shows a log that was cut off and signed for",
  }],
  run: verify,
}, {
  name: "audit sign-again",
  summary: "Sign the end of the audit log after its key was lost or the data moved.",
  examples: ["deno task cli audit sign-again"],
  run: signAgain,
}];

async function verify({ database, actor, config, options, progress }: Context): Promise<Outcome> {
  allow(actor, "audit.read");
  const report = await verifyAudit(database, await auditKeys(config), {
    expectedHead: options.head === undefined ? undefined : readHead(options.head),
    onProgress: (rows) => progress?.(`checked ${rows} rows`),
  });
  progress?.("\n");
  return { data: report, text: describe(report), exitCode: report.intact ? 0 : 4 };
}

function readHead(text: string): Head {
  const parts = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  if (!parts) throw new UsageError("--head must be ROWS:HASH, as audit verify prints it.");
  return { sealed_rows: Number(parts[1]), hash: parts[2] };
}

function describe({ intact, sealed_rows, hash, problems }: AuditReport): string {
  const head = `Head: ${sealed_rows}:${hash}`;
  return intact
    ? `The audit log is whole: ${sealed_rows} rows, each as it was sealed.\n${head}`
    : ["The audit log was tampered with:", ...problems.map((each) => `  ${each}`), head].join("\n");
}

async function signAgain({ database, actor, config }: Context): Promise<Outcome> {
  const keys = await auditKeys(config);
  const head = await inTransaction(database, (tx) => signHeadAgain(tx, actor, keys));
  return { data: head, text: `Signed the head ${head.sealed_rows}:${head.hash}.` };
}
