import { type Config, ConfigError, type Environment, readConfig } from "../config/config.ts";
import { known } from "../db/connect.ts";
import { DatabaseNotStarted } from "../db/embedded_programs.ts";
import { type OpenDatabase, openDatabase } from "../db/open.ts";
import { examineDatabase } from "./examine_database.ts";
import { examineMachine } from "./examine_machine.ts";
import { examineSettings } from "./examine_settings.ts";
import { bad, type Finding, good, warning } from "./finding.ts";

export interface Diagnosis {
  /** nothing is broken; there may be warnings */
  healthy: boolean;
  database_away: boolean;
  findings: Finding[];
}

/**
 * Looks at everything that keeps the service from running well and says what to do about it. Writes
 * nothing, makes no database and never migrates, and tells what it can when the database is away.
 * Source: docs/terminal.md, "Doctor".
 */
export async function examine(
  env: Environment = (name) => Deno.env.get(name),
  now = new Date(),
): Promise<Diagnosis> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = error.problems.map((problem) =>
      bad("settings", `${problem}.`, "See deno task cli config show.")
    );
    return { healthy: false, database_away: false, findings };
  }
  const findings = [
    good("settings", "Every setting can be used."),
    ...examineSettings(config),
    ...await examineMachine(config, now),
  ];
  const { found, away } = await examineReachable(config);
  findings.push(...found);
  return {
    healthy: findings.every(({ verdict }) => verdict !== "bad"),
    database_away: away,
    findings,
  };
}

async function examineReachable(config: Config): Promise<{ found: Finding[]; away: boolean }> {
  if (!config.DATABASE_URL && !await exists(`${config.DATA_DIR}/postgres`)) {
    const todo = "It is made at the first start: deno task start.";
    return { found: [warning("database", "There is no database yet.", todo)], away: false };
  }
  let open: OpenDatabase | undefined;
  try {
    open = await openDatabase(config);
    const findings = await examineDatabase(open, config);
    return {
      found: [good("database", `The database answers: ${open.place}.`), ...findings],
      away: false,
    };
  } catch (error) {
    if (!isAway(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const todo = config.DATABASE_URL ? "Check DATABASE_URL and its server." : "See the message.";
    return { found: [bad("database", reason, todo)], away: true };
  } finally {
    await open?.close();
  }
}

/** Not there, or there and not letting us in. */
function isAway(error: unknown): boolean {
  const code = String((known(error) as { code?: unknown } | null)?.code);
  return error instanceof DatabaseNotStarted || code === "database_unavailable" ||
    code === "busy" || /^(28|3D)/.test(code);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
