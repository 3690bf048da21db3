import { type Role, roles } from "./roles.ts";
import type { Sheet } from "./compare.ts";
import type { Kept } from "./legible.ts";
import { openOffice, staff } from "./office.ts";
import { type Plan, planReads } from "./plan.ts";
import { ask, tokensOfSync } from "./reads.ts";
import { tell } from "./tell.ts";
import { doDeeds } from "./writes.ts";
import { runCommands } from "./commands.ts";

/**
 * Records what this version answers, and compares two recordings:
 *
 *     deno task answers record FOLDER [--like EARLIER]
 *     deno task answers compare EARLIER LATER [EXPECTED]
 *
 * With `--like` the reads of an earlier recording are asked again, whatever the lists would propose now.
 * EXPECTED is a file with a difference a line: `GET /customers/:id data.title removed`. In an older
 * checkout this folder, copied there, records what that one answers.
 */
const usage = "deno task answers record FOLDER [--like EARLIER] | compare EARLIER LATER [EXPECTED]";

async function main([verb, first, second, third]: string[]): Promise<number> {
  if (verb === "record" && first && (second === undefined || second === "--like" && third)) {
    await record(first, third);
    return 0;
  }
  if (verb === "compare" && first && second) return await tell(first, second, third);
  console.error(usage);
  return 2;
}

async function record(folder: string, earlier: string | undefined): Promise<void> {
  const begun = performance.now();
  const say = (line: string) =>
    console.error(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  await using office = await openOffice();
  say("PostgreSQL is there");
  const begin = await staff(office);
  say("the demonstration is seeded");
  const since = await tokensOfSync(office);
  const said = await doDeeds(office);
  say(`${said.length} requests of the script are done`);
  const document = JSON.parse((await office.ask("anyone", "GET /openapi.json")).text);
  const plans = await plansFor(await planReads(office, document), earlier);
  const sheets = new Map<string, Sheet>();
  const keep = (operation: string, role: string, answers: Kept[]) => {
    const key = `${operation} ${role}`;
    const sheet = sheets.get(key) ?? { operation, role, answers: [] };
    sheet.answers.push(...answers);
    sheets.set(key, sheet);
  };
  for (const kept of begin) keep("begin", "owner", [kept]);
  for (const { by, kept } of said) keep(templateOf(kept.request, document), by, [kept]);
  await Promise.all(roles.map(async (role: Role) => {
    for (const plan of plans) {
      keep(plan.operation, role, await ask(office, role, plan, since.get(role)));
    }
  }));
  say(`${plans.length} operations were read by ${roles.length} roles`);
  for (const kept of await runCommands(office)) {
    keep(commandOf(kept.request), "owner", [kept]);
  }
  say("the commands have run");
  await writeDown(folder, [...sheets.values()], plans, document);
  const answers = [...sheets.values()].reduce((sum, sheet) => sum + sheet.answers.length, 0);
  const missing = notSucceeded(document, [...sheets.values()]);
  say(
    `${answers} answers of ${
      new Set([...sheets.values()].map((s) => s.operation)).size
    } operations`,
  );
  if (missing.length > 0) say(`never answered with success: ${missing.join(", ")}`);
}

/** The plans of the earlier recording, and what it could not know of. */
async function plansFor(own: Plan[], earlier: string | undefined): Promise<Plan[]> {
  if (earlier === undefined) return own;
  const known: Plan[] = JSON.parse(await Deno.readTextFile(`${earlier}/plan.json`));
  const names = new Set(known.map(({ operation }) => operation));
  return [...known, ...own.filter(({ operation }) => !names.has(operation))];
}

type Document = { paths: Record<string, Record<string, unknown>> };

/** The route that a request of the script went to: the one with the most words of its own. */
function templateOf(request: string, { paths }: Document): string {
  const [method, path] = request.split(" ");
  const plain = path.split("?")[0];
  const fitting = Object.keys(paths).filter((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(plain)
  ).sort((a, b) => a.split("{").length - b.split("{").length);
  return `${method} ${(fitting[0] ?? plain).replace(/\{(\w+)\}/g, ":$1")}`;
}

function commandOf(request: string): string {
  const [group, name = ""] = request.split(" ");
  return `CLI ${group}${name.startsWith("-") ? "" : ` ${name}`}`;
}

function notSucceeded({ paths }: Document, sheets: Sheet[]): string[] {
  const well = new Set(
    sheets.filter(({ answers }) => answers.some(({ status }) => status >= 200 && status < 300))
      .map(({ operation }) => operation),
  );
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.keys(operations).filter((name) => /^(get|post|put|patch|delete)$/.test(name))
      .map((method) => `${method.toUpperCase()} ${template.replace(/\{(\w+)\}/g, ":$1")}`)
  ).filter((operation) => !well.has(operation) && operation !== "POST /auth/setup-owner");
}

async function writeDown(
  folder: string,
  sheets: Sheet[],
  plans: Plan[],
  document: unknown,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  if ([...Deno.readDirSync(folder)].length > 0) throw new Error(`${folder} is not empty`);
  const write = (name: string, value: unknown) =>
    Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value, null, 1) + "\n");
  await write("plan.json", plans);
  await write("openapi.json", document);
  for (const sheet of sheets) {
    const name = sheet.operation.replace(" /", " ").replaceAll("/", ".").replaceAll(":", "");
    await Deno.mkdir(`${folder}/${name}`, { recursive: true });
    await write(`${name}/${sheet.role}.json`, sheet);
  }
}

Deno.exit(await main(Deno.args));
