import { kill } from "node:process";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { AppOptions } from "../../api/app.ts";
import type { Role } from "../../domain/access/access.ts";
import type { Database } from "../../domain/db/connect.ts";
import { freshDatabase } from "../support/db.ts";
import { testApp } from "../support/app.ts";
import { type Need, pathOf, testThatNeeds } from "../support/needs.ts";
import { house, resolve } from "./house.ts";
import { noteInteractions } from "./interactions.ts";

/** The real pages in a real browser. Where no browser is installed these tests say so and are left out. */
const whole = ["chromium", "chromium-browser", "google-chrome"];
// the same browser without a window to draw: it starts in a third of the time
const shell = "chromium-headless-shell";
const firstOf = (names: string[]) => Deno.env.get("CHROMIUM") ?? names.map(pathOf).find(Boolean);
const chromiumPath = firstOf([shell, ...whole]);
/** The shell does not always come back from a profile in whose midst it was killed. */
const phonePath = firstOf([...whole, shell]);
const aBrowser: Need = {
  said: "chromium, which is not installed here (or set CHROMIUM to its path)",
  there: chromiumPath !== undefined,
};

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];
/** No renderer kept ready for a next page, and none for the worker beside its page's. */
const fewRenderers = ["--renderer-process-limit=1", "--disable-site-isolation-trials"];

/** A browser of its own, for what is said to it when it starts; `home` has what it is told to trust. */
export async function start(more: string[] = [], home?: string): Promise<Browser> {
  const trusting = await house();
  const at = home ?? trusting?.home;
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...args, ...more, ...trusting ? [resolve] : []],
    env: at ? { ...Deno.env.toObject(), HOME: at } : undefined,
  });
  const file = Deno.env.get("INTERACTIONS");
  return file ? noteInteractions(browser, file) : browser;
}

/** What a test does with a browser. */
export type TestBrowser = Pick<Browser, "newContext" | "newPage" | "close">;

let shared: Promise<Browser> | undefined;
Deno.test.afterAll(async () => await (await shared)?.close());

const workerless = new WeakSet<BrowserContext>();
/** Whether its page keeps itself for offline, by its service worker. */
export const keepsItself = (page: Page) => !workerless.has(page.context());

/**
 * The browser of all tests of a worker, since it takes a second of the processor to start. Each test has
 * contexts of its own, with nothing in them; `close` closes those. To fetch the whole page for offline takes a
 * new phone another second: a test that cuts the link, or looks at what is kept, says `offline`.
 */
export async function launch({ offline = false } = {}): Promise<TestBrowser> {
  if (!(await shared)?.isConnected()) shared = start(fewRenderers);
  const browser = await shared!;
  const opened: BrowserContext[] = [];
  const newContext: Browser["newContext"] = async (options) => {
    // what moves is drawn anew all the time, and a colour on its way from one theme to the next is neither
    const context = await browser.newContext({
      reducedMotion: "reduce",
      serviceWorkers: offline ? "allow" : "block",
      ...options,
    });
    if (!offline) workerless.add(context);
    opened.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => await (await newContext(options)).newPage(),
    close: async () => void await Promise.all(opened.map((context) => context.close())),
  };
}

export interface Phone {
  context: BrowserContext;
  /** as when the battery is taken out: no process of it gets to say anything */
  kill(): Promise<void>;
}

/** A browser with a profile on the disk, which outlives it. */
export async function startPhone(profile: string): Promise<Phone> {
  const told = `${profile}/DevToolsActivePort`;
  await Deno.remove(told).catch(() => undefined);
  const trusting = await house();
  const process = new Deno.Command(phonePath!, {
    args: [
      ...args,
      ...trusting ? [resolve] : [],
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    env: trusting && { HOME: trusting.home },
    stdout: "null",
    stderr: "null",
    detached: true, // in a group of its own, with the browser that a script may have started
  }).spawn();
  let port: string | undefined;
  for (let tries = 0; !port && tries < 600; tries++) {
    port = (await Deno.readTextFile(told).catch(() => "")).split("\n")[0];
    if (!port) await new Promise((wake) => setTimeout(wake, 50));
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  return {
    context: browser.contexts()[0],
    async kill() {
      kill(-process.pid, "SIGKILL");
      await process.status;
      await browser.close().catch(() => undefined);
      // the profile is marked as in use by a process that is no more, whose socket has a folder of its own
      const socket = await Deno.readLink(`${profile}/SingletonSocket`).catch(() => undefined);
      if (socket) await Deno.remove(socket.replace(/\/[^/]*$/, ""), { recursive: true });
      for (const lock of ["SingletonLock", "SingletonSocket", "SingletonCookie"]) {
        await Deno.remove(`${profile}/${lock}`).catch(() => undefined);
      }
    },
  };
}

/** A certificate that nobody vouches for; a browser takes it with --ignore-certificate-errors. */
export async function selfSigned(): Promise<{ cert: string; key: string }> {
  const folder = await Deno.makeTempDir();
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  try {
    const { success } = await new Deno.Command("openssl", {
      args: [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
        ...["-keyout", key, "-out", cert],
      ],
      stderr: "null",
    }).output();
    if (!success) throw new Error("openssl made no certificate");
    return { cert: await Deno.readTextFile(cert), key: await Deno.readTextFile(key) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Twice what the longest test takes on a machine as slow as we met. */
const LONGEST_MS = 15 * 60_000;

/**
 * A test that needs the browser; its processes and sockets are older than the test and outlive it. One that
 * hangs in the browser loses it, and so fails where it waited.
 */
export function browserTest(name: string, body: () => Promise<void>, also: Need[] = []): void {
  testThatNeeds([aBrowser, ...also], {
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const late = setTimeout(async () => await (await shared)?.close(), LONGEST_MS);
      try {
        await body();
      } finally {
        clearTimeout(late);
      }
    },
  });
}

export interface Site {
  database: Database;
  port: number;
  app: ReturnType<typeof testApp>;
  /** a user of the role who can log in with the password */
  user(role: Role): Promise<{ id: number; email: string; password: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

const password = "a password for tests";
/** Made once: it keeps a processor busy as long as a dozen requests. */
let passwordHash: Promise<string> | undefined;

/** The whole app over a database of its own, listening on a port. */
export async function openSite(
  options: Partial<AppOptions> = {},
  /** what stands before the app, such as a newer version of a file */
  instead: (request: Request) => Response | undefined = () => undefined,
  /** certificate and key, to be reached over https only */
  tls?: { cert: string; key: string },
): Promise<Site> {
  const ours = (await house())?.tls;
  const { hashPassword } = await import("../../domain/staff/passwords.ts");
  const { default: sql } = await import("sql-template-tag");
  const fresh = await freshDatabase();
  const app = testApp(fresh.database, options);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, ...ours, ...tls },
    (request, info) =>
      instead(request) ??
        app.app.fetch(request, { remoteAddr: info.remoteAddr as { hostname: string } }),
  );
  return {
    database: fresh.database,
    port: server.addr.port,
    app,
    async user(role) {
      passwordHash ??= hashPassword(password);
      const email = `${role}-${crypto.randomUUID().slice(0, 6)}@example.test`;
      const [{ id }] = await fresh.database.query<[{ id: number }]>(sql`
        insert into users (reference_no, name, email, role, password_hash)
        values (${email}, ${"Rahima Khatun"}, ${email}, ${role}, ${await passwordHash})
        returning id`);
      return { id, email, password };
    },
    async [Symbol.asyncDispose]() {
      // connections of a browser that lives on are not waited for
      await Promise.race([server.shutdown(), new Promise((wake) => setTimeout(wake, 1000))]);
      await fresh[Symbol.asyncDispose]();
    },
  };
}
