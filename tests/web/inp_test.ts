import { assert } from "../support/assert.ts";
import { browserTest } from "./browser.ts";
import { readInteractions } from "./interactions.ts";

/**
 * How soon the page answers a tap or a key while the tasks of the plan are done on a processor four
 * times slower (G8). All tasks with TIMINGS=1, which is also when the limit holds; else one of them.
 */
const strict = Deno.env.get("TIMINGS") === "1";
const LIMIT_MS = 150;
const files = strict
  ? ["receive", "import_taps", "service_screens", "sales_screens", "find_taps", "owner"]
  : ["sales_screens"];

browserTest("a tap is answered while the tasks T1 to T16 are done", async () => {
  const file = await Deno.makeTempFile({ suffix: ".jsonl" });
  try {
    const { success, stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["test", "-A", "--no-check", "--filter", strict ? "/\\bT\\d+/" : "/^T10/"],
        ...files.map((name) => `${import.meta.dirname}/${name}_test.ts`),
      ],
      env: { INTERACTIONS: file, NO_COLOR: "1" },
      stderr: "null",
    }).output();
    assert(success, new TextDecoder().decode(stdout));
    const all = await readInteractions(file);
    const at = (share: number) => all[Math.floor((all.length - 1) * share)].duration;
    console.log(
      `  G8 of ${all.length} interactions, CPU 4x: p50 ${at(.5)} ms, p95 ${
        at(.95)
      } ms, limit ${LIMIT_MS}`,
    );
    for (const one of all.slice(-8).reverse()) {
      const { duration, waited, ran, type, target, screen } = one;
      console.log(`    ${duration} ms (waited ${waited}, ran ${ran}) ${type} ${target} ${screen}`);
    }
    assert(all.length >= (strict ? 50 : 3), `${all.length} interactions`);
    assert(!strict || at(.95) <= LIMIT_MS, `p95 ${at(.95)} ms`);
  } finally {
    await Deno.remove(file);
  }
});
