import { type BareContext, type Command, type Outcome, UsageError } from "./command.ts";
import { everyOption } from "./help.ts";

/** Completion is made from the table of commands; TAB itself starts nothing and asks no database. */
export function completionCommands(commands: () => Promise<Command[]>): Command[] {
  return [{
    name: "completion",
    summary:
      "Print a completion script for a shell. It completes after `bo` (alias of the command).",
    arguments: "bash|zsh|fish",
    examples: [
      "deno task cli completion bash > ~/.back-office-completion",
      `alias bo='deno task cli'; source ~/.back-office-completion`,
    ],
    needs: "nothing",
    run: async (context) => print(context, await commands()),
  }];
}

function print({ args: [shell, ...more] }: BareContext, commands: Command[]): Outcome {
  const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  if (!write || more.length > 0) throw new UsageError("Give one of bash, zsh and fish.");
  const text = write(commands);
  return { data: { shell, script: text }, text };
}

/** What may follow the words typed so far, by those words: "" → groups, "backup" → its commands. */
function continuations(commands: Command[]): Map<string, string[]> {
  const after = new Map<string, Set<string>>([["", new Set(["help"])]]);
  for (const { name, options = [] } of commands) {
    const words = name.split(" ");
    words.forEach((word, i) => {
      const before = words.slice(0, i).join(" ");
      after.set(before, (after.get(before) ?? new Set()).add(word));
    });
    const flags = [...options, ...everyOption].map((option) => `--${option.name}`);
    after.set(name, new Set([...after.get(name) ?? [], ...flags]));
  }
  return new Map([...after].map(([before, words]) => [before, [...words]]));
}

function cases(commands: Command[]): string {
  return [...continuations(commands)]
    .map(([before, words]) => `    "${before}") words="${words.join(" ")}" ;;`).join("\n");
}

function bashScript(commands: Command[]): string {
  return `_bo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" typed="" i
  for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
    [[ "\${COMP_WORDS[i]}" == -* ]] && break
    typed="\${typed:+$typed }\${COMP_WORDS[i]}"
  done
  case "$typed" in
${cases(commands)}
  esac
  if [[ -z "$words" ]]; then
    case "\${typed%% *}" in
${cases(commands.filter(({ name }) => !name.includes(" ")))}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ -z "\${COMPREPLY[*]}" && "$current" != -* ]] && COMPREPLY=($(compgen -f -- "$current"))
  return 0
}
complete -F _bo bo`;
}

function zshScript(commands: Command[]): string {
  return `autoload -Uz bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

function fishScript(commands: Command[]): string {
  const lines = commands.flatMap(({ name, summary, options = [] }) => {
    const [group, verb] = name.split(" ");
    const says = (text: string) => `-d '${text.replaceAll("'", "\\'")}'`;
    const seen = verb
      ? `__fish_seen_subcommand_from ${group}; and __fish_seen_subcommand_from ${verb}`
      : `__fish_seen_subcommand_from ${group}`;
    return [
      `complete -c bo -n __fish_use_subcommand -f -a ${group}${verb ? "" : ` ${says(summary)}`}`,
      ...verb
        ? [
          `complete -c bo -n '__fish_seen_subcommand_from ${group}' -f -a ${verb} ${says(summary)}`,
        ]
        : [],
      ...[...options, ...everyOption].map(({ name, value, help }) =>
        `complete -c bo -n '${seen}' -l ${name}${value ? " -r" : ""} ${says(help)}`
      ),
    ];
  });
  return [...new Set(lines)].join("\n");
}
