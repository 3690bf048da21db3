import { accountForRoot, findPrograms, run } from "../../domain/db/embedded_programs.ts";
import { freePort } from "./server.ts";

/** A PostgreSQL server as an administrator runs one, whose superuser somebody knows. */
export interface Postgres extends AsyncDisposable {
  folder: string;
  port: number;
  /** of its superuser */
  url: string;
  start(): Promise<void>;
  /** `immediate` is a crash: what was not on the disk is gone */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  promote(): Promise<void>;
}

const account = await accountForRoot();
const programs = await findPrograms(account);
const PASSWORD = "of-a-superuser-for-tests-only";

/** A new one; `from` makes it from the files of another, which was copied there. */
export async function makePostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  const folder = await Deno.makeTempDir({ prefix: "postgres-" });
  await owned(folder);
  const password = `${folder}/password`;
  await Deno.writeTextFile(password, PASSWORD);
  await owned(password);
  await run(`${programs.folder}/initdb`, [
    ...["-D", `${folder}/data`, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", password],
    ...["-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
  ], { account, cwd: folder });
  return serverIn(folder, settings);
}

/** The server over the files in `folder`/data, not started yet. */
export function serverIn(folder: string, settings: Record<string, string>): Postgres {
  const port = freePort();
  const control = (args: string[]) =>
    run(`${programs.folder}/pg_ctl`, ["-D", `${folder}/data`, "-w", ...args], {
      account,
      cwd: folder,
    });
  const given = { port: String(port), unix_socket_directories: "", max_connections: "60" };
  const options = Object.entries({ ...given, ...settings })
    .map(([name, value]) => `-c ${name}='${value}'`).join(" ");
  let running = false;
  const stop: Postgres["stop"] = async (mode = "fast") => {
    if (running) await control(["-m", mode, "stop"]);
    running = false;
  };
  return {
    folder,
    port,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async start() {
      await control(["-l", `${folder}/log`, "-o", options, "start"]);
      running = true;
    },
    stop,
    promote: () => control(["promote"]),
    async [Symbol.asyncDispose]() {
      await stop("immediate");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so its files belong to somebody else then. */
export async function owned(path: string): Promise<void> {
  await Deno.chmod(path, 0o700);
  if (account) await Deno.chown(path, account.uid, account.gid);
}
