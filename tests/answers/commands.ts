import { exactJson, type Kept, withoutChance } from "./legible.ts";
import type { Office } from "./office.ts";

const reports = ["report summary", "report stock", "report ageing", "report landed-cost"];
const kinds = ["shipment", "supplier", "product", "customer", "ledger", "opening"];

const asked: string[][] = [
  ...reports.flatMap((name) =>
    [["--json"], [], ["--csv"]].map((form) => [...words(name), ...form])
  ),
  [...words("report stock"), "--as-of", "2026-05-01", "--in-stock", "--json"],
  [...words("report ageing"), "--side", "suppliers", "--json"],
  [...words("report landed-cost"), "--shipment", "28", "--json"],
  ...kinds.map((kind) => ["template", kind]),
  ...kinds.map((kind) => [kind, "import", `${kind}.csv`, "--dry-run", "--json"]),
  ...kinds.map((kind) => [kind, "import", `bad.csv`, "--dry-run", "--json"]),
  ["user", "list", "--json"],
  ["verify-books", "--json"],
];

function words(name: string): string[] {
  return name.split(" ");
}

/** Runs every command, three at a time; files of rows are the templates' own, and one that fits none. */
export async function runCommands(office: Office): Promise<Kept[]> {
  await Deno.writeTextFile(`${office.folder}/bad.csv`, "sku,amount,wat\nX,-4,1\n,abc,\n");
  const kept: Kept[] = [];
  const run = async (args: string[]) => {
    const inFolder = args.map((each) => each.endsWith(".csv") ? `${office.folder}/${each}` : each);
    const { code, stdout, stderr } = await office.command(inFolder);
    if (args[0] === "template") {
      await Deno.writeTextFile(`${office.folder}/${args[1]}.csv`, stdout);
    }
    const plain = (text: string) =>
      text.replaceAll(office.folder, "<folder>").replaceAll(/npm warn.*\n/g, "").split("\n");
    return {
      request: args.join(" "),
      status: code,
      headers: {},
      body: withoutChance({
        stdout: args.includes("--json") && stdout !== "" ? exactJson(stdout) : plain(stdout),
        stderr: plain(stderr),
      }),
    };
  };
  const isImport = (args: string[]) => args[1] === "import";
  for (const some of [asked.filter((args) => !isImport(args)), asked.filter(isImport)]) {
    const waiting = [...some];
    const results = new Map<string[], Kept>();
    await Promise.all(Array.from({ length: 3 }, async () => {
      for (let args = waiting.shift(); args; args = waiting.shift()) {
        results.set(args, await run(args));
      }
    }));
    kept.push(...some.map((args) => results.get(args)!));
  }
  return kept;
}
