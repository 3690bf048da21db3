import { ConfigError } from "../domain/config/config.ts";
import { known } from "../domain/db/connect.ts";
import { Refusal } from "../domain/errors.ts";
import { type Command, UsageError } from "./command.ts";
import { exitCodeOf } from "./exit.ts";
import { commandHelp, commandsPage, overview, unknownCommand } from "./help.ts";
import { readOptions } from "./options.ts";
import { runCommand } from "./run_command.ts";
import { accountCommands } from "./account.ts";
import { auditCommands } from "./audit.ts";
import { chequeCommands } from "./cheque.ts";
import { customerCommands } from "./customer.ts";
import { ledgerCommands } from "./ledger.ts";
import { openingCommands } from "./opening.ts";
import { backupCommands } from "./backup.ts";
import { backupKeyCommands } from "./backup_key.ts";
import { booksCommands } from "./books.ts";
import { completionCommands } from "./completion.ts";
import { configCommands } from "./config.ts";
import { dbCommands } from "./db.ts";
import { demoCommands } from "./demo.ts";
import { doctorCommands } from "./doctor.ts";
import { ownerCommands } from "./owner.ts";
import { customsCommands } from "./customs.ts";
import { productCommands } from "./product.ts";
import { receiptCommands } from "./receipt.ts";
import { shipmentCommands } from "./shipment.ts";
import { supplierCommands } from "./supplier.ts";
import { templateCommands } from "./template.ts";
import { treasuryCommands } from "./treasury.ts";
import { userCommands } from "./user.ts";
import { webhookCommands } from "./webhook.ts";
import { versionCommands } from "./version.ts";

/** What every record and report is takes 20 MiB; an import, which is to need little memory, does without. */
const readingCommands = Deno.args[1] === "import" ? [] : [
  ...(await import("./records.ts")).recordCommands,
  ...(await import("./report.ts")).reportCommands,
];

export const commands: Command[] = [
  ...ownerCommands,
  ...userCommands,
  ...supplierCommands,
  ...shipmentCommands,
  ...receiptCommands,
  ...productCommands,
  ...customsCommands,
  ...customerCommands,
  ...chequeCommands,
  ...ledgerCommands,
  ...openingCommands,
  ...accountCommands,
  ...treasuryCommands,
  ...templateCommands,
  ...readingCommands,
  ...auditCommands,
  ...backupCommands,
  ...backupKeyCommands,
  ...booksCommands,
  ...dbCommands,
  ...demoCommands,
  ...configCommands,
  ...doctorCommands,
  ...webhookCommands,
  ...versionCommands,
  ...completionCommands(() => commands),
];

/** Runs one command line and answers its exit code. */
export async function main([first, ...others]: string[]): Promise<number> {
  const argv = first === undefined ? [] : [first === "--version" ? "version" : first, ...others];
  const command = named(argv);
  if (!command) return withoutCommand(argv);
  const rest = argv.slice(command.name.split(" ").length);
  if (rest.includes("--help") || rest.includes("-h")) return show(commandHelp(command));
  const json = rest.includes("--json");
  try {
    const { args, options } = readOptions(command, rest);
    const outcome = await runCommand(command, args, options);
    for (const warning of outcome.warnings ?? []) console.error(`warning: ${warning}`);
    if (json) console.log(JSON.stringify(outcome.data, null, 2));
    else if (options.quiet === undefined || outcome.exitCode) console.log(outcome.text);
    return outcome.exitCode ?? 0;
  } catch (thrown) {
    return report(known(thrown), command, json);
  }
}

/** The command whose whole name the line begins with; nothing is abbreviated. */
function named(argv: string[]): Command | undefined {
  return commands.find(({ name }) => name === argv.slice(0, name.split(" ").length).join(" "));
}

/** Help, or what was meant. */
function withoutCommand(argv: string[]): number {
  const [first, ...others] = argv.filter((word) => word !== "--help" && word !== "-h");
  if (first === "help" && others.includes("--markdown")) return show(commandsPage(commands));
  const wanted = (first === "help" ? others : argv).filter((word) => !word.startsWith("-"));
  const command = named(wanted);
  if (command) return show(commandHelp(command));
  const ofGroup = commands.filter(({ name }) => name.startsWith(`${wanted[0]} `));
  const listed = ofGroup.length > 0 ? ofGroup : commands;
  const asksForHelp = argv.length === 0 || first !== argv[0] || first === "help" ||
    argv.length === 1 && ["report", "list", "show"].includes(first);
  const known = wanted.length === 0 || ofGroup.length > 0 && wanted.length === 1;
  if (known && (asksForHelp || argv.some((word) => word === "--help" || word === "-h"))) {
    return show(overview(listed));
  }
  const message = unknownCommand(wanted, commands);
  if (argv.includes("--json")) {
    console.log(JSON.stringify({ error: { message, code: "error" } }, null, 2));
    return 2;
  }
  console.error(message);
  console.error(`\n${overview(listed)}`);
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

if (import.meta.main) Deno.exit(await main(Deno.args));
