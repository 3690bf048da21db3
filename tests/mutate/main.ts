import { parseArgs } from "@std/cli/parse-args";
import { type Bench, openBench } from "./bench.ts";
import { type Chosen, testsOf } from "./choose_tests.ts";
import type { Mutant } from "./fault.ts";
import { type Judged, pageOf, scoreOf, survivorLine, tableOf, type Verdict } from "./report.ts";
import { allMutants, sampleOf } from "./sample.ts";

/**
 * Makes small faults in domain/ and migrations/, one at a time in a copy of the tree, and says which of
 * them no test notices:
 *
 *     deno task mutate [--sample 60] [--seed 1] [--only PATH]… [--seconds 90] [--list]
 *
 * A fault meets the tests of its file and area first, then those of the areas that use it and those that
 * look at every area; not the whole suite. What survives stands in SURVIVORS.md; of a run that is ended
 * with Ctrl-C what was judged until then, which is a smaller sample of the same seed.
 */
const options = parseArgs(Deno.args, {
  string: ["sample", "seed", "only", "seconds"],
  boolean: ["list"],
  collect: ["only"],
  default: { sample: "60", seed: "1", seconds: "90" },
});
const root = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const [size, seed, seconds] = [options.sample, options.seed, options.seconds].map(Number);
const only = options.only as string[];
const say = (line: string) => console.log(line);

const all = await allMutants(root, only);
const mutants = sampleOf(all, size, seed);
if (options.list || mutants.length === 0) {
  for (const mutant of mutants) say(survivorLine(mutant));
  say(`${mutants.length} of ${all.length} faults`);
  Deno.exit(mutants.length > 0 ? 0 : 2);
}

const testsFor = await testsOf(root);
const bench = await openBench();
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => {
    interrupted = true;
    bench.stop();
  });
}
let code = 1;
try {
  const judged = await work(bench);
  if (judged.length > 0) {
    const page = pageOf(judged, { sample: judged.length, of: all.length, seed, only });
    await Deno.writeTextFile(`${root}/tests/mutate/SURVIVORS.md`, page);
    say(`\n${tableOf(judged)}\n`);
    say(scoreOf(judged));
    code = 0;
  }
} finally {
  await bench.close();
}
Deno.exit(interrupted ? 130 : code);

/** Nothing when it was ended, or when the tests fail without a fault: then they would notice any. */
async function work(bench: Bench): Promise<Judged[]> {
  const chosen = new Map(mutants.map((mutant) => [mutant, testsFor(mutant)]));
  const union = [...new Set([...chosen.values()].flatMap(({ near, far }) => [...near, ...far]))];
  const whole = await bench.test(union, 15 * 60_000);
  const judged: Judged[] = [];
  if (interrupted) return judged;
  if (whole.how !== "passed") {
    say(
      `The tests do not pass without a fault: ${whole.how === "failed" ? whole.test : whole.how}`,
    );
    return judged;
  }
  say(`${union.length} files of tests pass without a fault`);
  for (const [mutant, tests] of chosen) {
    const began = performance.now();
    await bench.put(mutant);
    const { verdict, by } = await judge(bench, mutant, tests).finally(() => bench.clear(mutant));
    if (interrupted) return judged;
    judged.push({ mutant, verdict });
    const took = ((performance.now() - began) / 1000).toFixed(0);
    say(
      `${judged.length} ${verdict}${by ? ` by "${by}"` : ""}, ${took} s: ${survivorLine(mutant)}`,
    );
  }
  return judged;
}

async function judge(
  bench: Bench,
  { file }: Mutant,
  { near, far }: Chosen,
): Promise<{ verdict: Verdict; by?: string }> {
  const until = performance.now() + seconds * 1000;
  const typed = () => file.endsWith(".ts") ? bench.check(file) : Promise.resolve(true);
  for (const [at, files] of [near.slice(0, 5), near.slice(5), far].entries()) {
    if (at === 2 && !await typed()) return { verdict: "types" }; // quicker than what is far
    if (files.length === 0) continue;
    const outcome = await bench.test(files, until - performance.now());
    if (outcome.how === "failed") return { verdict: "noticed", by: outcome.test };
    if (outcome.how === "hung") return { verdict: "timeout" };
    if (outcome.how === "unfinished") {
      return { verdict: at < 2 && !await typed() ? "types" : "survived" };
    }
  }
  return { verdict: "survived" };
}
