import { ConfigError } from "../domain/config/config.ts";
import { known } from "../domain/db/connect.ts";
import { Refusal } from "../domain/errors.ts";
import { type Command, UsageError } from "./command.ts";
import { commandsFrom, everyCommand } from "./commands.ts";
import { exitCodeOf } from "./exit.ts";
import { commandHelp, commandsPage, overview, unknownCommand } from "./help.ts";
import { readOptions } from "./options.ts";
import { runCommand } from "./run_command.ts";
/** Runs one command line and answers its exit code. */
export async function main([first, ...others]: string[]): Promise<number> {
  const argv = first === undefined ? [] : [first === "--version" ? "version" : first, ...others];
  const command = named(argv, await commandsFrom(argv[0]));
  if (!command) return withoutCommand(argv, await everyCommand());
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
function named(argv: string[], commands: Command[]): Command | undefined {
  return commands.find(({ name }) => name === argv.slice(0, name.split(" ").length).join(" "));
}

/** Help, or what was meant. */
function withoutCommand(argv: string[], commands: Command[]): number {
  const [first, ...others] = argv.filter((word) => word !== "--help" && word !== "-h");
  if (first === "help" && others.includes("--markdown")) return show(commandsPage(commands));
  const wanted = (first === "help" ? others : argv).filter((word) => !word.startsWith("-"));
  const command = named(wanted, commands);
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
