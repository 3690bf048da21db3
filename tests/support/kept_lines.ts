import { assertEquals } from "./assert.ts";

/** Holds lines against those of a committed file; with UPDATE=1 it writes the file first, to be read in the diff. */
export async function holdLines(file: URL, lines: string[]): Promise<void> {
  if (Deno.env.get("UPDATE")) await Deno.writeTextFile(file, lines.join("\n") + "\n");
  const known = (await Deno.readTextFile(file)).trimEnd().split("\n");
  const [was, is] = [new Set(known), new Set(lines)];
  assertEquals({
    gone: known.filter((line) => !is.has(line)),
    come: lines.filter((line) => !was.has(line)),
  }, { gone: [], come: [] });
  assertEquals(lines, known);
}
