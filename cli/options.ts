import { parseArgs } from "@std/cli/parse-args";
import { type BareContext, type Command, UsageError } from "./command.ts";
import { everyOption } from "./help.ts";

/** Reads what follows a command's name. @throws UsageError for what the command does not know */
export function readOptions(
  command: Command,
  argv: string[],
): Pick<BareContext, "args" | "options"> {
  const all = [...everyOption, ...command.options ?? []];
  const unknown: string[] = [];
  const parsed = parseArgs(argv, {
    boolean: all.filter((option) => option.value === undefined).map((option) => option.name),
    string: [
      "_",
      ...all.filter((option) => option.value !== undefined).map((option) => option.name),
    ],
    unknown: (argument: string) => {
      if (argument.startsWith("-") && argument !== "-") unknown.push(argument);
      return !argument.startsWith("-") || argument === "-";
    },
  });
  if (unknown.length > 0) throw new UsageError(`Unknown option ${unknown[0]}`);
  const options: BareContext["options"] = {};
  for (const { name } of all) {
    const value = parsed[name];
    if (value === undefined || value === false) continue;
    if (value === "") throw new UsageError(`--${name} needs a value`);
    options[name] = String(value);
  }
  return { args: parsed._.map(String), options };
}
