import { type BooksReport, verifyBooks } from "../domain/books/verify_books.ts";
import { tokenSecrets } from "../domain/config/config.ts";
import { tokenKeys } from "../domain/access/token_keys.ts";
import { openUploads } from "../domain/uploads/open_uploads.ts";
import type { Command, Context, Outcome } from "./command.ts";
import { mark } from "./marks.ts";

export const booksCommands: Command[] = [{
  name: "verify-books",
  summary:
    "Recompute stock, ledgers, landed values and numbers from their rows; name what differs.",
  examples: ["deno task cli verify-books", "deno task cli verify-books --json"],
  run: verify,
}];

async function verify({ database, actor, config, progress }: Context): Promise<Outcome> {
  const report = await verifyBooks(database, actor, {
    uploads: await openUploads(config),
    keys: tokenKeys(await tokenSecrets(config)),
    onProgress: progress,
  });
  progress?.("\n");
  return { data: report, text: describeBooks(report), exitCode: report.intact ? 0 : 4 };
}

/** One line a check, and under it what differs. */
export function describeBooks({ intact, checks }: BooksReport): string {
  const lines = checks.flatMap(({ ok, holds, count, differences }) => [
    `${mark(ok ? "good" : "bad")} ${holds}`,
    ...differences.map(({ record, problem }) => `    ${record}: ${problem}`),
    ...count > differences.length ? [`    … and ${count - differences.length} more`] : [],
  ]);
  const broken = checks.filter(({ ok }) => !ok).length;
  const verdict = intact
    ? `The books are whole: ${checks.length} checks.`
    : `The books differ in ${broken} of ${checks.length} checks.`;
  return [...lines, verdict].join("\n");
}
