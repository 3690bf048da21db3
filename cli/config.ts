import { describeConfig } from "../domain/config/describe_config.ts";
import type { Command, Outcome } from "./command.ts";

export const configCommands: Command[] = [{
  name: "config show",
  summary: "Show every setting, its value and where it comes from; secrets are masked.",
  examples: ["deno task cli config show", "deno task cli config show --json"],
  needs: "nothing",
  run: show,
}];

function show(): Outcome {
  const settings = describeConfig();
  const lines = settings.map(({ name, value, origin }) =>
    `${name.padEnd(28)} ${origin.padEnd(11)}  ${value ?? "–"}`
  );
  return { data: settings, text: lines.join("\n") };
}
