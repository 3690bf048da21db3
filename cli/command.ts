import type { Actor } from "../domain/access.ts";
import type { Config } from "../domain/config.ts";
import type { Database } from "../domain/db/connect.ts";

/** One option of a command; every command also has `--help`, `--json`, `--quiet` and `--as`. */
export interface Option {
  name: string;
  /** shown as `--name VALUE`; a switch has none */
  value?: string;
  help: string;
}

/** A row of the table of commands, from which help, usage errors and completion are made. */
export interface Command {
  /** `shipment import` */
  name: string;
  summary: string;
  /** positional arguments as shown in the usage line: `FILE`, `[ID…]` */
  arguments?: string;
  /** the first one works when pasted */
  examples: string[];
  options?: Option[];
  /** whether the command needs a user to act as; `owner setup` comes before there is one */
  needsActor?: boolean;
  run(context: Context): Promise<Outcome>;
}

export interface Context {
  args: string[];
  /** values by option name; a switch is "true" */
  options: Record<string, string | undefined>;
  config: Config;
  database: Database;
  actor: Actor;
  /** where a progress bar may go; undefined when nobody is watching */
  progress?: (line: string) => void;
}

export interface Outcome {
  /** what `--json` prints, and programs read */
  data: unknown;
  /** what people read */
  text: string;
  exitCode?: number;
}

/** The command was called wrongly: exit code 2 and the usage line. */
export class UsageError extends Error {}
