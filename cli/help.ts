import type { Command, Option } from "./command.ts";

const everyOption: Option[] = [
  {
    name: "as",
    value: "USER",
    help: "act as this user (e-mail, phone, code or number); default the owner",
  },
  { name: "json", help: "print one JSON document for programs" },
  { name: "quiet", help: "print nothing when all went well, for cron" },
  { name: "help", help: "show this" },
];

/** The help of one command: an example first, then what it does. */
export function commandHelp(command: Command): string {
  const usage = ["deno task cli", command.name, command.arguments, "[options]"].filter(Boolean)
    .join(" ");
  return [
    command.examples.map((example) => `  $ ${example}`).join("\n"),
    ``,
    command.summary,
    ``,
    `Usage: ${usage}`,
    ``,
    `Options:`,
    ...[...command.options ?? [], ...everyOption].map(optionLine),
  ].join("\n");
}

function optionLine(option: Option): string {
  const flag = `--${option.name}${option.value ? ` ${option.value}` : ""}`;
  return `  ${flag.padEnd(24)} ${option.help}`;
}

/** All commands, or those of one group. */
export function overview(commands: Command[]): string {
  return [
    `  $ ${commands[0].examples[0]}`,
    ``,
    `Commands:`,
    ...commands.map((command) => `  ${command.name.padEnd(20)} ${command.summary}`),
    ``,
    `Help on one: deno task cli ${commands[0].name} --help`,
    `Exit codes: 0 done, 1 unexpected, 2 usage, 3 input refused, 4 conflict, 5 not found,`,
    `6 database away, 75 another run of the command is under way.`,
  ].join("\n");
}
