import { parseArgs } from "@std/cli/parse-args";
import { type Bench, openBench } from "./bench.ts";
import { type Chosen, testsOf } from "./choose_tests.ts";
import type { Mutant } from "./fault.ts";
import { type Judged, pageOf, scoreOf, survivorLine, tableOf, type Verdict } from "./report.ts";
import { openNotes } from "./notes.ts";
import { allMutants, sampleOf } from "./sample.ts";

/**
 * Makes small faults in domain/ and migrations/, one at a time in a copy of the tree, and says which of
 * them no test notices:
 *
 *     deno task mutate [--sample 60] [--seed 1] [--only PATH]… [--seconds 240] [--notes FILE] [--list]
 *
 * A fault meets the tests that hold schema and contract whole first, then those of its file and area, the
 * whole business (tests/answers/kept_answers_test.ts), those of the areas that use it and those that look
 * at every area; not the whole suite. What survives stands in SURVIVORS.md; of a run that is ended
 * with Ctrl-C what was judged until then, which is a smaller sample of the same seed. Verdicts are kept in
 * the notes, which are committed: what was noticed is not tried again, what survived is, unless a reason
 * was written behind it.
 */
const options = parseArgs(Deno.args, {
  string: ["sample", "seed", "only", "seconds", "notes"],
  boolean: ["list"],
  collect: ["only"],
  default: {
    sample: "60",
    seed: "1",
    seconds: "240",
    notes: new URL("judged.jsonl", import.meta.url).pathname,
  },
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

/** Files of tests that passed on the whole tree or with some fault, and those that fail without any. */
const [sound, broken] = [new Set<string>(), new Set<string>()];
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

async function work(bench: Bench): Promise<Judged[]> {
  const notes = await openNotes(options.notes);
  const judged: Judged[] = [];
  for (const mutant of mutants) {
    const known = notes.of(mutant);
    if (known) {
      judged.push({ mutant, ...known, earlier: true });
      continue;
    }
    const began = performance.now();
    const { verdict, by } = await judge(bench, mutant, testsFor(mutant));
    if (interrupted) return judged;
    judged.push({ mutant, verdict });
    await notes.add(mutant, verdict);
    const took = ((performance.now() - began) / 1000).toFixed(0);
    say(
      `${judged.length} ${verdict}${by ? ` by "${by}"` : ""}, ${took} s: ${survivorLine(mutant)}`,
    );
  }
  return judged;
}

async function judge(
  bench: Bench,
  mutant: Mutant,
  { first, near, whole, far }: Chosen,
): Promise<{ verdict: Verdict; by?: string }> {
  const until = performance.now() + seconds * 1000;
  const { file } = mutant;
  const typed = () => file.endsWith(".ts") ? bench.check(file) : Promise.resolve(true);
  const groups = [[...first, ...near.slice(0, 5)], near.slice(5), [whole], far];
  for (const [at, group] of groups.entries()) {
    const files = group.filter((each) => !broken.has(each));
    await bench.put(mutant);
    try {
      if (at === 2 && !await typed()) return { verdict: "types" }; // quicker than what is far
      if (files.length === 0) continue;
      const outcome = await bench.test(files, until - performance.now());
      if (outcome.how === "hung") return { verdict: "timeout" };
      if (outcome.how === "unfinished") {
        return { verdict: at < 2 && !await typed() ? "types" : "survived" };
      }
      if (outcome.how === "passed") files.forEach((each) => sound.add(each));
      else if (!outcome.file || sound.has(outcome.file)) {
        return { verdict: "noticed", by: outcome.test };
      } else {
        await bench.clear(mutant);
        if (await passes(bench, outcome.file)) return { verdict: "noticed", by: outcome.test };
        return await judge(bench, mutant, { first, near, whole, far });
      }
    } finally {
      await bench.clear(mutant);
    }
  }
  return { verdict: "survived" };
}

/** Whether a test passes without a fault: one that does not would notice any, and is asked no more. */
async function passes(bench: Bench, file: string): Promise<boolean> {
  const { how } = await bench.test([file], 5 * 60_000);
  (how === "passed" ? sound : broken).add(file);
  if (how !== "passed" && !interrupted) say(`${file} does not pass without a fault: ${how}`);
  return how === "passed";
}
