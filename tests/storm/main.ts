/**
 * Lets one thing after the other go wrong under clients that write and read, and says what was wrong with
 * what they were answered and with the books:
 *
 *     deno task storm [--minutes 30] [--only "disk"]… [--writers 8] [--readers 4]
 *
 * As root it has disks that can be filled; with Debian's `faketime` a clock that jumps. Ends with 1 where
 * anything was found.
 */
import { parseArgs } from "@std/cli/parse-args";
import { storm } from "./storm.ts";

const options = parseArgs(Deno.args, {
  string: ["minutes", "only", "writers", "readers"],
  collect: ["only"],
  default: { minutes: "30", writers: "8", readers: "4" },
});
const { deeds, reads, answers, findings } = await storm({
  minutes: Number(options.minutes),
  only: options.only as string[],
  writers: Number(options.writers),
  readers: Number(options.readers),
  say: (line) => console.log(line),
});
const done = deeds.filter(({ state }) => state === "acknowledged").length;
console.log(`\n${done} writes acknowledged of ${deeds.length}, ${reads} answers read`);
console.log([...answers].sort().map(([what, times]) => `${what}: ${times}`).join(", "));
for (const [what, times] of findings) console.log(`FOUND ${times} times: ${what}`);
console.log(`${findings.size} kinds of faults found`);
Deno.exit(findings.size === 0 ? 0 : 1);
