import type { Actor } from "../domain/access/access.ts";
import type { Config } from "../domain/config/config.ts";
import type { Database } from "../domain/db/connect.ts";
import type { Source } from "./source.ts";

/** One option of a command; every command also has `--help`, `--json`, `--quiet` and `--as`. */
export interface Option {
  name: string;
  /** shown as `--name VALUE`; a switch has none */
  value?: string;
  help: string;
}

interface CommandFacts {
  /** `shipment import`, or one word such as `doctor` */
  name: string;
  summary: string;
  /** positional arguments as shown in the usage line: `FILE`, `[ID…]` */
  arguments?: string;
  /** the first one works when pasted */
  examples: string[];
  options?: Option[];
  /** whether the command needs a user to act as; `owner setup` comes before there is one */
  needsActor?: boolean;
}

/**
 * A row of the table of commands, from which help, usage errors, COMMANDS.md and completion are made.
 * What it `needs` is made ready before it runs: usually the database, brought up to date; `database`
 * leaves the schema alone, `records` reads here or over HTTP, `settings` opens no database, and `nothing`
 * does not even judge the settings.
 */
export type Command =
  & CommandFacts
  & (
    | { needs?: "schema"; run(context: Context): Promise<Outcome> }
    | { needs: "records"; run(context: RecordsContext): Promise<Outcome> }
    | { needs: "database"; run(context: DatabaseContext): Promise<Outcome> }
    | { needs: "settings"; run(context: SettingsContext): Promise<Outcome> }
    | { needs: "nothing"; run(context: BareContext): Promise<Outcome> | Outcome }
  );

export interface BareContext {
  args: string[];
  /** values by option name; a switch is "true" */
  options: Record<string, string | undefined>;
  /** where a progress bar may go; undefined when nobody is watching */
  progress?: (line: string) => void;
}

/** For what only reads: it does not know from where. */
export interface RecordsContext extends BareContext {
  source: Source;
}

export interface SettingsContext extends BareContext {
  config: Config;
}

export interface DatabaseContext extends SettingsContext {
  database: Database;
}

export interface Context extends DatabaseContext {
  actor: Actor;
}

export interface Outcome {
  /** what `--json` prints, and programs read */
  data: unknown;
  /** what people read */
  text: string;
  exitCode?: number;
  /** what must be seen even with `--quiet` and `--json`: goes to standard error */
  warnings?: string[];
}

/** The command was called wrongly: exit code 2 and the usage line. */
export class UsageError extends Error {}
