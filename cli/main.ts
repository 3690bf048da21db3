import { parseArgs } from "@std/cli/parse-args";
import { ConfigError, readConfig } from "../domain/config.ts";
import { known } from "../domain/db/connect.ts";
import { migrate } from "../domain/db/migrate.ts";
import { openDatabase } from "../domain/db/open.ts";
import { Refusal } from "../domain/errors.ts";
import { findActor, systemActor } from "../domain/staff/find_actor.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";
import { exitCodeOf } from "./exit.ts";
import { commandHelp, overview } from "./help.ts";
import { auditCommands } from "./audit.ts";
import { customerCommands } from "./customer.ts";
import { ledgerCommands } from "./ledger.ts";
import { openingCommands } from "./opening.ts";
import { ownerCommands } from "./owner.ts";
import { productCommands } from "./product.ts";
import { receiptCommands } from "./receipt.ts";
import { reportCommands } from "./report.ts";
import { shipmentCommands } from "./shipment.ts";
import { templateCommands } from "./template.ts";
import { userCommands } from "./user.ts";

export const commands: Command[] = [
  ...ownerCommands,
  ...userCommands,
  ...shipmentCommands,
  ...receiptCommands,
  ...productCommands,
  ...customerCommands,
  ...ledgerCommands,
  ...openingCommands,
  ...templateCommands,
  ...reportCommands,
  ...auditCommands,
];

/** Runs one command line and answers its exit code. */
export async function main(argv: string[]): Promise<number> {
  const [group, verb] = argv;
  const command = commands.find((each) => each.name === `${group} ${verb}`);
  if (!command) return unknownCommand(argv);
  const rest = argv.slice(2);
  if (rest.includes("--help") || rest.includes("-h")) return show(commandHelp(command));
  const json = rest.includes("--json");
  try {
    const { args, options } = readOptions(command, rest);
    const outcome = await execute(command, args, options);
    if (json) console.log(JSON.stringify(outcome.data, null, 2));
    else if (options.quiet === undefined || outcome.exitCode) console.log(outcome.text);
    return outcome.exitCode ?? 0;
  } catch (thrown) {
    return report(known(thrown), command, json);
  }
}

async function execute(
  command: Command,
  args: string[],
  options: Context["options"],
): Promise<Outcome> {
  const config = readConfig();
  const open = await openDatabase(config);
  try {
    await migrate(open.database);
    const actor = command.needsActor === false
      ? systemActor()
      : await findActor(open.database, options.as);
    const watching = Deno.stderr.isTerminal() && options.json === undefined &&
      options.quiet === undefined;
    return await command.run({
      args,
      options,
      config,
      database: open.database,
      actor,
      progress: watching ? drawProgress : undefined,
    });
  } finally {
    await open.close();
  }
}

const everyCommand = ["json", "quiet", "as"];

function readOptions(command: Command, argv: string[]): Pick<Context, "args" | "options"> {
  const own = command.options ?? [];
  const switches = own.filter((option) => option.value === undefined).map((option) => option.name);
  const unknown: string[] = [];
  const parsed = parseArgs(argv, {
    boolean: ["json", "quiet", ...switches],
    string: [
      "as",
      "_",
      ...own.filter((option) => option.value !== undefined).map((option) => option.name),
    ],
    unknown: (argument: string) => {
      if (argument.startsWith("-")) unknown.push(argument);
      return !argument.startsWith("-");
    },
  });
  if (unknown.length > 0) throw new UsageError(`Unknown option ${unknown[0]}`);
  const options: Context["options"] = {};
  for (const name of [...everyCommand, ...own.map((option) => option.name)]) {
    const value = parsed[name];
    if (value === undefined || value === false) continue;
    if (value === "") throw new UsageError(`--${name} needs a value`);
    options[name] = String(value);
  }
  return { args: parsed._.map(String), options };
}

function unknownCommand(argv: string[]): number {
  const [group] = argv;
  const asksForHelp = argv.length === 0 || argv.includes("--help") || argv.includes("-h") ||
    group === "help";
  const ofGroup = commands.filter((command) => command.name.startsWith(`${group} `));
  if (asksForHelp) return show(overview(ofGroup.length > 0 ? ofGroup : commands));
  console.error(`There is no command "${argv.slice(0, 2).join(" ")}".\n`);
  console.error(overview(ofGroup.length > 0 ? ofGroup : commands));
  return 2;
}

function show(text: string): number {
  console.log(text);
  return 0;
}

function report(error: unknown, command: Command, json: boolean): number {
  const code = exitCodeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const refusal = error instanceof Refusal
      ? { code: error.code, ...error.details }
      : { code: "error" };
    console.log(JSON.stringify({ error: { message, ...refusal } }, null, 2));
  } else if (code === 1 && !(error instanceof ConfigError)) {
    console.error(error instanceof Error ? error.stack : error);
  } else {
    console.error(`error: ${message}`);
  }
  if (error instanceof UsageError) console.error(`\n${commandHelp(command)}`);
  return code;
}

let lastDrawn = 0;
function drawProgress(line: string): void {
  const now = performance.now();
  if (now - lastDrawn < 100 && !line.endsWith("\n")) return;
  lastDrawn = now;
  Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[2K${line}`));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
