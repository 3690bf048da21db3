import { VERSION } from "../domain/version.ts";
import type { Command } from "./command.ts";

export const versionCommands: Command[] = [{
  name: "version",
  summary: "Show the version of this program; --version does too.",
  examples: ["deno task cli version"],
  needs: "nothing",
  run: () => ({ data: { version: VERSION }, text: VERSION }),
}];
