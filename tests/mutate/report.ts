import { areaOf } from "./choose_tests.ts";
import type { Mutant } from "./fault.ts";

export type Verdict = "noticed" | "types" | "timeout" | "survived";
export interface Judged {
  mutant: Mutant;
  verdict: Verdict;
  /** by a run that this one goes on from */
  earlier?: true;
  /** why no test can notice it */
  why?: string;
}

/** The size and the seed are no part of the score, but without them nobody can make it again. */
export interface Drawn {
  sample: number;
  of: number;
  seed: number;
  only: string[];
}

export function tableOf(judged: Judged[]): string {
  const byArea = Map.groupBy(judged, ({ mutant }) => areaOf(mutant.file) || "migrations");
  const rows = [...byArea].sort(([a], [b]) => a < b ? -1 : 1);
  return [
    "| area | faults | noticed by tests | by types | by time | survived |",
    "|---|---|---|---|---|---|",
    ...rows.map(([area, all]) =>
      `| ${area} | ${all.length} | ${count(all, "noticed")} | ${count(all, "types")} | ` +
      `${count(all, "timeout")} | ${count(all, "survived")} |`
    ),
  ].join("\n");
}

export function scoreOf(judged: Judged[]): string {
  const survived = count(judged, "survived");
  const score = (judged.length - survived) / judged.length * 100;
  return `${judged.length - survived} of ${judged.length} faults noticed (${
    Math.floor(score * 10) / 10
  } %), ${count(judged, "types")} of them by types and ${count(judged, "timeout")} by time; ` +
    `${survived} survived`;
}

export const survivorLine = ({ file, line, operator, was, is }: Mutant) =>
  `${file}:${line} (${operator})\n    ${was}\n    ${is}`;

export function pageOf(judged: Judged[], { sample, of, seed, only }: Drawn): string {
  const earlier = judged.filter((each) => each.earlier && each.verdict !== "survived").length;
  const survivors = judged.filter(({ verdict }) => verdict === "survived");
  const options = [`--sample ${sample}`, `--seed ${seed}`, ...only.map((path) => `--only ${path}`)];
  return [
    "# Faults that no test noticed",
    "",
    `Written by \`deno task mutate ${
      options.join(" ")
    }\` on ${today()}, of ${of} faults that could be made:`,
    `${scoreOf(judged)}.`,
    ...earlier > 0 ? [`${earlier} of those noticed were so in an earlier run of this sample.`] : [],
    "",
    tableOf(judged),
    "",
    ...survivors.map(({ mutant, why }) =>
      `${survivorLine(mutant)}\n`.replace(/^(?! )(.+)$/m, "- $1\n") + (why ? `\n  ${why}\n` : "")
    ),
  ].join("\n");
}

const today = () => new Date().toISOString().slice(0, 10);

function count(judged: Judged[], verdict: Verdict): number {
  return judged.filter((each) => each.verdict === verdict).length;
}
