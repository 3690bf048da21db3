import { auditKeys } from "../domain/audit/audit_keys.ts";
import { type BooksReport, verifyBooks } from "../domain/books/verify_books.ts";
import { openUploads } from "../domain/uploads/open_uploads.ts";
import { addMonths } from "../domain/business/calendar.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";
import { mark } from "./marks.ts";

export const booksCommands: Command[] = [{
  name: "verify-books",
  summary:
    "Recompute stock, ledgers, landed values and numbers from their rows; name what differs.",
  examples: ["deno task cli verify-books", "deno task cli verify-books --json"],
  run: verify,
}, {
  name: "books package",
  summary:
    "Write a month for the accountant: reports as CSV and XLSX, Tally vouchers, and a check sheet.",
  examples: [
    "deno task cli books package --month 2026-07",
    "deno task cli books package --month 2026-07 --out july.zip",
  ],
  options: [
    { name: "month", value: "YYYY-MM", help: "the month; default: the one before this" },
    {
      name: "out",
      value: "FILE",
      help: "the ZIP to write; default: books-YYYY-MM.zip in DATA_DIR",
    },
  ],
  run: packageMonth,
}];

async function packageMonth({ database, actor, config, options }: Context): Promise<Outcome> {
  const month = options.month ?? addMonths(actor.today, -1).slice(0, 7);
  const path = options.out ?? `${config.DATA_DIR}/books-${month}.zip`;
  // what prints is loaded for this command alone
  const { writeMonthPackage } = await import("../domain/accountant/month_package.ts");
  const made = await writeMonthPackage(database, actor, month, path).catch((error) => {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    throw new UsageError(`${path} is there already: name another file with --out.`);
  });
  const wrong = made.checks.filter(({ agrees }) => !agrees);
  return {
    data: made,
    text: [
      ...made.checks.map(({ what, one, other, agrees }) =>
        `${mark(agrees ? "good" : "bad")} ${what}: ${one}${agrees ? "" : ` and ${other}`}`
      ),
      `Wrote ${made.files.length} papers of ${made.from} to ${made.to} into ${path}.`,
    ].join("\n"),
    exitCode: wrong.length > 0 ? 4 : 0,
  };
}

async function verify({ database, actor, config, progress }: Context): Promise<Outcome> {
  const report = await verifyBooks(database, actor, {
    uploads: await openUploads(config),
    keys: await auditKeys(config),
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
