import { cli } from "../support/server.ts";
import { counted } from "./faults.ts";
import { type History, type Kind, kinds } from "./history.ts";
import type { World } from "./world.ts";

/** Holds the books that the storm left against what was promised in it. */
export async function check(world: World, history: History): Promise<void> {
  for (const [kind, { table, column }] of Object.entries(kinds)) {
    const times = await counted(world, table, column);
    const deeds = history.deeds.filter((deed) => deed.kind === kind as Kind);
    for (const { key, state } of deeds) {
      const found = times.get(key) ?? 0;
      if (found > 1) history.found(`${kind} ${key} is there ${found} times`);
      if (state === "acknowledged" && found === 0) {
        history.found(`${kind} ${key} was acknowledged and is not there`);
      }
      if (state === "open" && found === 1) history.found(`${kind} ${key} was refused and is there`);
    }
    if (times.size > deeds.length) history.found(`${kind}: more than anybody asked for`);
  }
  const numbers = new Set<string>();
  for (const { kind, reference_no } of history.deeds) {
    const number = `${kind} ${reference_no}`;
    if (reference_no && numbers.size === numbers.add(number).size) {
      history.found(`${number} was given twice`);
    }
  }
  for (const args of [["verify-books"], ["audit", "verify"]]) {
    const { code, stdout, stderr } = await cli(`${world.folder}/server`, args, { env: world.env });
    if (code !== 0) history.found(`${args.join(" ")}: ${code} ${(stdout + stderr).slice(0, 2000)}`);
  }
}
