import assert from "node:assert/strict";
import { writeXlsx } from "../../domain/files/write_xlsx.ts";
import { csvLine } from "../../domain/files/write_csv.ts";
import { withFile } from "../support/spreadsheet.ts";

const ROWS = 300_000;
const reader = new URL("../../domain/files/read_table.ts", import.meta.url);

function* longRows() {
  for (let at = 0; at < ROWS; at++) yield [at, `${at} ${"x".repeat(180)}`];
}

/** Counts the rows in a process whose heap has room for a fifth of them. */
async function countInLittleMemory(path: string): Promise<string> {
  const script = `
    const { readTable } = await import(${JSON.stringify(reader.href)});
    let count = 0;
    for await (const _ of readTable(${JSON.stringify(path)})) count++;
    console.log(count);`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--v8-flags=--max-old-space-size=24", script],
    cwd: new URL("../..", import.meta.url),
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout).trim() || decoder.decode(stderr).slice(0, 500);
}

Deno.test("readTable() reads a long CSV file without room for its rows", async () => {
  await withFile("", async (path) => {
    using file = await Deno.open(path, { write: true });
    const text = Array.from(longRows(), csvLine).join("");
    await new Blob(["at,text\n", text]).stream().pipeTo(file.writable);
    assert.equal(await countInLittleMemory(path), String(ROWS));
  });
});

Deno.test("readTable() reads a long XLSX file without room for its rows", async () => {
  await withFile("", async (path) => {
    await writeXlsx(path, ["at", "text"], longRows());
    assert.equal(await countInLittleMemory(path), String(ROWS));
  });
});
