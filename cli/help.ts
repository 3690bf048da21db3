import { levenshteinDistance } from "@std/text/levenshtein-distance";
import type { Command, Option } from "./command.ts";

export const everyOption: Option[] = [
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
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return [
    `  $ ${commands[0].examples[0]}`,
    ``,
    `Commands:`,
    ...commands.map((command) => `  ${command.name.padEnd(width)} ${command.summary}`),
    ``,
    `Help on one: deno task cli help ${commands[0].name}`,
    exitCodeLines,
  ].join("\n");
}

const exitCodeLines =
  `Exit codes: 0 done, 1 unexpected (doctor: something is broken), 2 usage, 3 input refused,
4 conflict (verifying: something differs), 5 not found, 6 database away, 75 another run of the
command is under way.`;

/** What was typed, and the command that looks most like it; it is never run. */
export function unknownCommand(words: string[], commands: Command[]): string {
  const distance = ({ name }: Command) => {
    const parts = name.split(" ").slice(0, words.length);
    return levenshteinDistance(words.slice(0, parts.length).join(" "), parts.join(" "));
  };
  const [nearest] = commands.toSorted((a, b) => distance(a) - distance(b));
  return `There is no command "${words.slice(0, 2).join(" ")}". Did you mean "${nearest.name}"?`;
}

/** COMMANDS.md: every command's help on one page, from the same table. */
export function commandsPage(commands: Command[]): string {
  return [
    `# Commands`,
    ``,
    `Made from the table of commands by \`deno task commands\`; a test keeps it true. Each one also`,
    `answers to \`--help\`, and \`deno task cli completion bash\` completes them on TAB.`,
    ``,
    exitCodeLines,
    ...commands.flatMap((command) => [
      ``,
      `## ${command.name}`,
      ``,
      "```",
      commandHelp(command),
      "```",
    ]),
  ].join("\n");
}
