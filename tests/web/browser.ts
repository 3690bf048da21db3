import { type Browser, chromium } from "playwright-core";
import type { AppOptions } from "../../api/app.ts";
import type { Role } from "../../domain/access.ts";
import type { Database } from "../../domain/db/connect.ts";
import { freshDatabase } from "../support/db.ts";
import { testApp } from "../support/app.ts";

/** The real pages in a real browser. Where no browser is installed these tests say so and are left out. */
export const chromiumPath = Deno.env.get("CHROMIUM") ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });

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

export function launch(more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: [...args, ...more] });
}

/** A test that needs the browser; its processes and sockets are older than the test and outlive it. */
export function browserTest(name: string, body: () => Promise<void>): void {
  if (!chromiumPath) console.log(`SKIP ${name}: no chromium here; set CHROMIUM to its path`);
  Deno.test({
    name,
    ignore: !chromiumPath,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: body,
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

/** The whole app over a database of its own, listening on a port. */
export async function openSite(options: Partial<AppOptions> = {}): Promise<Site> {
  const { hashPassword } = await import("../../domain/staff/passwords.ts");
  const { default: sql } = await import("sql-template-tag");
  const fresh = await freshDatabase();
  const app = testApp(fresh.database, options);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request, info) =>
      app.app.fetch(request, { remoteAddr: info.remoteAddr as { hostname: string } }),
  );
  return {
    database: fresh.database,
    port: server.addr.port,
    app,
    async user(role) {
      const password = "a password for tests";
      const email = `${role}-${crypto.randomUUID().slice(0, 6)}@example.test`;
      const [{ id }] = await fresh.database.query<[{ id: number }]>(sql`
        insert into users (reference_no, name, email, role, password_hash)
        values (${email}, ${"Rahima Khatun"}, ${email}, ${role}, ${await hashPassword(password)})
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
