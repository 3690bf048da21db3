import { type AuditKeys, needAuditKeys } from "../domain/audit/audit_keys.ts";
import { signWithNewKey } from "../domain/audit/seal_audit.ts";
import {
  type Config,
  ConfigError,
  type Environment,
  readConfig,
  tokenSecrets,
} from "../domain/config/config.ts";
import type { Database } from "../domain/db/connect.ts";
import { openServing } from "../domain/db/open.ts";
import { hasOwner, setupCode } from "../domain/staff/setup_owner.ts";
import { tokenKeys } from "../domain/access/token_keys.ts";
import { openUploads } from "../domain/uploads/open_uploads.ts";
import { createApp } from "./app.ts";
import { keepDelivering } from "./delivering.ts";
import { keepForgetting } from "./forgetting.ts";
import { greeting } from "./greeting.ts";
import { untilNpxEnds } from "./launcher.ts";
import { namesNow } from "./lan/addresses.ts";
import type { Answer, Lan } from "./lan/open_lan.ts";
import { log, setLogLevel } from "./http/log.ts";
import { Metrics } from "./http/metrics.ts";
import { readiness } from "./routes/health.ts";
import { findTunnel } from "./tunnel.ts";
import { keepSealing } from "./sealing.ts";

const DRAIN_SECONDS = 25;
const SEAL_SECONDS = 5;

/** Starts the service and keeps it running until a signal; answers the exit code. */
async function serve(asked: Config): Promise<number> {
  setLogLevel(asked.LOG_LEVEL);
  const tunnel = asked.SHARE === "no" ? undefined : await findTunnel(asked.SHARE);
  if (typeof tunnel === "string") return refuse(tunnel);
  const config = tunnel?.behind(asked) ?? asked;
  const lock = await claimDataDir(config);
  if (typeof lock === "string") return refuse(lock);
  const trouble = whyNotListening(config);
  if (trouble) {
    lock?.close();
    return refuse(trouble);
  }
  const open = await openServing(config, (line) => console.log(line));
  try {
    const { applied, ownerServes } = open;
    if (applied.length > 0) log("info", "migrated", { applied });
    if (ownerServes) log("warn", "owner_serves", { because: ownerServes });
    const keys = tokenKeys(await tokenSecrets(config));
    const metrics = new Metrics();
    const app = createApp(open.database, {
      keys,
      metrics,
      replica: open.replica,
      uploads: await openUploads(config),
      trustedProxies: config.TRUSTED_PROXIES,
      corsOrigins: config.CORS_ORIGINS,
      https: config.PUBLIC_URL?.startsWith("https:") ?? false,
    });
    // both before it answers anybody: whoever sees it healthy may stop it, and finds the log signed
    const sealing = keepSealing(open.database, await signsAudit(config, open.database), metrics);
    const told = Promise.race([untilSignal(), untilNpxEnds()]);
    let underWay = 0;
    const ended = () => underWay--;
    const answer: Answer = (request, info) => {
      underWay++;
      info.completed.then(ended, ended);
      return app.fetch(request, { remoteAddr: info.remoteAddr });
    };
    const lan = config.LAN ? await openHouse(config, answer) : undefined;
    const server = Deno.serve({
      hostname: listensAt(config),
      port: config.PORT,
      reusePort: config.SHARE_PORT,
      onListen: async ({ port }) =>
        console.log(
          greeting(
            config,
            port,
            open.place,
            await hasOwner(open.database) ? undefined : setupCode(keys[0]),
            lan?.told(port),
            config.HOST === "0.0.0.0" ? namesNow().addresses : [],
          ),
        ),
    }, lan?.plain ?? answer);
    const shared = tunnel?.open(server.addr.port);
    const stopForgetting = keepForgetting(open.database);
    const inHouse = config.WEBHOOKS === "private";
    const stopDelivering = config.WEBHOOKS === "off"
      ? undefined
      : keepDelivering(open.database, { inHouse });
    await told;
    stopForgetting();
    const delivered = stopDelivering?.();
    readiness.draining = true;
    await wait(config.DRAIN_DELAY);
    const untold = shared?.close();
    const drained = Promise.all([server.shutdown(), lan?.stop()]);
    await Promise.race([drained, quiet(() => underWay), wait(DRAIN_SECONDS)]);
    // a tunnel takes its time, and ends without us
    await Promise.all([delivered, Promise.race([untold, wait(SEAL_SECONDS)])]);
    await Promise.race([sealing.stop(), wait(SEAL_SECONDS)]);
    return 0;
  } finally {
    await open.close();
    lock?.close();
  }
}

/** The keys of the audit log; one that was just made signs from now on. */
async function signsAudit(config: Config, database: Database): Promise<AuditKeys> {
  const { keys, before } = await needAuditKeys(config);
  if (before) {
    await signWithNewKey(database, keys, before)
      .catch((error) => log("error", "audit_key", { error: error.message }));
  }
  return keys;
}

/** https for the phones of the house; what it needs is loaded for who asks for it. */
async function openHouse(config: Config, answer: Answer): Promise<Lan> {
  const { openLan } = await import("./lan/open_lan.ts");
  const lan: Lan = await openLan({
    folder: `${config.DATA_DIR}/lan`,
    port: config.LAN_PORT,
    answer,
    changed: () => console.log(lan.told(config.PORT)),
  });
  return lan;
}

/** Phones reach a server that serves the house wherever the router puts it. */
const listensAt = ({ LAN, HOST }: Config) => LAN ? "0.0.0.0" : HOST;

/** One server per data folder. The kernel drops the lock with the process, also after `kill -9`. */
async function claimDataDir(config: Config): Promise<Deno.FsFile | string | undefined> {
  if (config.DATABASE_URL) return undefined;
  await Deno.mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const path = `${config.DATA_DIR}/server.lock`;
  const file = await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
  if (await lockWithin(file, 3000)) {
    await file.truncate(0);
    await file.write(
      new TextEncoder().encode(`http://${config.HOST}:${config.PORT} (process ${Deno.pid})\n`),
    );
    return file;
  }
  file.close();
  const holder = (await Deno.readTextFile(path)).trim();
  return `A server is already running on the data folder ${config.DATA_DIR}: ${holder}. Nothing was changed.`;
}

/** A server that is just ending gets the time to do so. */
async function lockWithin(file: Deno.FsFile, waitMs: number): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < waitMs;) {
    if (await file.tryLock(true)) return true;
    await new Promise<void>((wake) => setTimeout(wake, 100));
  }
  return false;
}

/** Asked before the database is started, so that a taken port costs nothing. */
function whyNotListening(config: Config): string | undefined {
  return whyNot("PORT", listensAt(config), config.PORT, config.SHARE_PORT) ??
    (config.LAN ? whyNot("LAN_PORT", listensAt(config), config.LAN_PORT, false) : undefined);
}

function whyNot(name: string, hostname: string, port: number, reusePort: boolean) {
  const other = `Set ${name} to another one, such as ${name}=${port + 1}.`;
  try {
    Deno.listen({ hostname, port, reusePort }).close();
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      return `Port ${port} on ${hostname} is taken. ${other}`;
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      return `This account may not use port ${port}. ${other}`;
    }
    return `HOST=${hostname} is no address of this machine (${
      (error as Error).message
    }). Set it to ` +
      "127.0.0.1 for this machine alone, or to 0.0.0.0 for everybody who can reach it.";
  }
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => {
        log("info", "stopping", { signal });
        resolve();
      });
    }
  });
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, seconds * 1000)));
}

/**
 * Until a second has passed without a request: a connection on which none ever becomes whole would keep
 * the listener from closing.
 */
async function quiet(underWay: () => number): Promise<void> {
  for (let tenths = 0; tenths < 10; tenths++) {
    await wait(0.1);
    if (underWay() > 0) tenths = -1;
  }
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}

/** `--lan` says what LAN=yes does, `--share` and `--share=NAME` what SHARE does. */
function withArguments(given: string[]): Environment {
  const said: Record<string, string> = {};
  const unknown = given.filter((one) => {
    const [, share] = /^--share(?:=(.*))?$/.exec(one) ?? [];
    if (one === "--lan") said.LAN = "yes";
    else if (one.startsWith("--share")) said.SHARE = share ?? "tailscale";
    return !/^--(lan|share(=.+)?)?$/.test(one);
  });
  if (unknown.length > 0) {
    throw new ConfigError([`${unknown.join(" ")} is unknown; --lan and --share[=NAME] are known`]);
  }
  return (name) => said[name] ?? Deno.env.get(name);
}

if (import.meta.main) {
  try {
    Deno.exit(await serve(readConfig(withArguments(Deno.args))));
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(`The configuration cannot be used:\n${error.message}`);
    } else console.error(error instanceof Error ? error.message : error);
    Deno.exit(error instanceof ConfigError ? 2 : 1);
  }
}
