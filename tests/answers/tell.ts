import {
  compare,
  type Difference,
  expects,
  readRecording,
  type Sheet,
  structureOf,
} from "./compare.ts";
import { exactJson } from "./legible.ts";

/** Prints what differs between two recordings and was not expected; 1 when there is something. */
export async function tell(earlier: string, later: string, expected?: string): Promise<number> {
  const lines = expected === undefined
    ? []
    : (await Deno.readTextFile(expected)).split("\n").filter((line) => /^[^#\s]/.test(line));
  const [before, after] = await Promise.all(
    [earlier, later].map(async (
      folder,
    ) => [...await readRecording(folder), await structure(folder)]),
  );
  const all = compare(before, after);
  const left = all.filter((found) => !lines.some((line) => expects(line, found)));
  let shown = "";
  for (const found of left) {
    if (found.operation !== shown) console.log(`\n${shown = found.operation}`);
    console.log(describe(found));
  }
  for (const line of lines.filter((line) => !all.some((found) => expects(line, found)))) {
    console.log(`\nexpected, but not so: ${line}`);
  }
  console.log(`\n${left.length} differences, ${all.length - left.length} expected`);
  return left.length === 0 ? 0 : 1;
}

async function structure(folder: string): Promise<Sheet> {
  const body = structureOf(exactJson(await Deno.readTextFile(`${folder}/openapi.json`)));
  const answers = [{ request: "openapi.json", status: 200, headers: {}, body }];
  return { operation: "openapi.json", role: "anyone", answers };
}

function describe({ path, kind, times, roles, example }: Difference): string {
  const by = [...roles].join(", ");
  return `  ${path || "(all)"} ${
    kind.replaceAll(" ", "_")
  }, ${times} times (${by})\n      ${example}`;
}
