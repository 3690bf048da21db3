/**
 * Measures what has a goal of its own, and writes the figures with their goals to bench/LIMITS.md:
 *
 *     deno run -A bench/limits.ts [--only WORDS] [--minutes 20]
 *
 * Each limit has a PostgreSQL and a service of its own. `--only` measures what has these words in its name
 * and leaves the other figures as they stand.
 */
import { parseArgs } from "@std/cli/parse-args";
import { hotProduct } from "./limits/hot_product.ts";
import { importAgainstCopy } from "./limits/import_against_copy.ts";
import type { Figure, Limit } from "./limits/limit.ts";
import { loginsBesideReads } from "./limits/logins.ts";
import { longReceipt } from "./limits/long_receipt.ts";
import { soak } from "./limits/soak.ts";
import { twoProcesses } from "./limits/two_processes.ts";

const FILE = "bench/LIMITS.md";
const options = parseArgs(Deno.args, {
  string: ["only", "minutes"],
  default: { only: "", minutes: "20" },
});

const limits: Limit[] = [
  { name: "receipt of 1,000 lines", measure: longReceipt },
  { name: "64 clients on one product", measure: hotProduct },
  { name: "import of 100,000 rows", measure: importAgainstCopy },
  { name: "two processes on one port", measure: twoProcesses },
  { name: "20 who log in", measure: loginsBesideReads },
  { name: "soak", measure: (toEnd) => soak(toEnd, Number(options.minutes)) },
];

async function main(): Promise<void> {
  for (const { name, measure } of limits.filter(({ name }) => name.includes(options.only))) {
    await using toEnd = new AsyncDisposableStack();
    const figures = await measure(toEnd);
    const lines = figures.map((figure) => lineOf(name, figure));
    console.log(lines.join("\n"));
    await write(name, lines);
  }
}

function lineOf(name: string, { what, found, goal, kept }: Figure): string {
  const day = new Date().toISOString().slice(0, 10);
  const verdict = kept === undefined ? "–" : kept ? "yes" : "no";
  return `| ${name} | ${what} | ${found} | ${goal} | ${verdict} | ${day} |`;
}

/** Puts the lines of one limit in the place of those it had. */
async function write(name: string, lines: string[]): Promise<void> {
  const before = await Deno.readTextFile(FILE).catch(() => "");
  const stood = before.split("\n").filter((line) => line.startsWith("| "));
  const linesOf = (limit: string) =>
    limit === name ? lines : stood.filter((line) => line.startsWith(`| ${limit} |`));
  await Deno.writeTextFile(
    FILE,
    `# Measured by \`deno run -A bench/limits.ts\`

Deno ${Deno.version.deno}, ${navigator.hardwareConcurrency} cores shared by the service, PostgreSQL and what asks them.
What is below its goal, and why, stands in [README.md](README.md).

| limit | what | found | goal | kept | on |
|---|---|---|---|---|---|
${limits.flatMap((limit) => linesOf(limit.name)).join("\n")}
`,
  );
}

await main();
Deno.exit(); // what tests share stays open until the process ends
