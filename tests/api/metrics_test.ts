import { keepSealing } from "../../api/sealing.ts";
import { Metrics } from "../../api/http/metrics.ts";
import sql from "sql-template-tag";
import { findAuditHead } from "../../domain/audit/find_audit.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { testApp, testAuditKeys } from "../support/app.ts";
import { servingOf } from "../support/serving.ts";
import { freshDatabase, type TestDatabase } from "../support/db.ts";
import { logDeeds } from "../audit/chain.ts";

/** Asks for the metrics as the program at `hostname` would. */
function scrape(
  app: ReturnType<typeof testApp>["app"],
  hostname: string,
  headers: Record<string, string> = {},
) {
  return Promise.resolve(
    app.request("http://localhost/metrics", { headers }, { remoteAddr: { hostname } }),
  );
}

/** `name{labels} value` lines by name and labels. */
async function samples(answer: Response): Promise<Map<string, number>> {
  const lines = (await answer.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const at = line.lastIndexOf(" ");
    return [line.slice(0, at), Number(line.slice(at + 1))];
  }));
}

Deno.test("GET /metrics counts requests by route template, method and status", async () => {
  await using db = await freshDatabase();
  const { app, as, anyone } = testApp(db.database);
  const owner = await as("owner");
  for (let i = 0; i < 3; i++) await owner.post("/suppliers", { name: `Supplier ${i}` });
  await owner.get("/suppliers/1");
  await owner.get("/suppliers/2");
  await owner.get("/suppliers/999");
  await owner.call("BREW", "/suppliers/1");
  await owner.call("DELETE", "/suppliers/1");
  for (let i = 0; i < 5; i++) await owner.get(`/nowhere/${i}`);
  await anyone.post("/auth/login", { email: "nobody@example.test", password: "wrong password" });

  const answer = await scrape(app, "127.0.0.1");
  assertEquals(answer.status, 200);
  assertMatch(answer.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  const found = await samples(answer);
  const requests = (method: string, route: string, status: number) =>
    found.get(`http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  assertEquals(requests("POST", "/api/v1/suppliers", 201), 3);
  assertEquals(requests("GET", "/api/v1/suppliers/:id", 200), 2);
  assertEquals(requests("GET", "/api/v1/suppliers/:id", 404), 1);
  assertEquals(requests("other", "/api/v1/suppliers/:id", 405), 1);
  assertEquals(requests("DELETE", "/api/v1/suppliers/:id", 405), 1);
  assertEquals(requests("GET", "unmatched", 404), 5, "paths that are none share one line");

  const duration = 'http_request_duration_seconds_bucket{method="POST",route="/api/v1/suppliers"';
  assertEquals(found.get(`${duration},status="201",le="+Inf"}`), 3);
  assert(found.get(`${duration},status="201",le="5"}`)! <= 3);
  assert(
    found.get(
      'http_request_duration_seconds_sum{method="POST",route="/api/v1/suppliers",status="201"}',
    )! > 0,
  );
  assertEquals(found.get("http_requests_in_flight"), 1, "this one");
  assertEquals(found.get("backoffice_login_failures_total"), 1);
  assertEquals(found.get("backoffice_unhandled_errors_total"), 0);
  assertEquals(found.get("backoffice_db_transactions_waiting"), 0);
  assertEquals(found.get("backoffice_db_transactions_limit"), 20);
  assert(found.get("backoffice_db_statements_total")! > 10);
  assert(found.get("process_resident_memory_bytes")! > 1e7);
  assert(found.get("process_uptime_seconds")! >= 0);
});

Deno.test("GET /metrics counts bugs and transactions under way", async () => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  await db.database.query(sql`alter table suppliers rename to elsewhere`);
  const refused = console.error;
  console.error = () => {}; // the bug is logged; that is not what is tested here
  assertEquals((await owner.get("/suppliers")).status, 500);
  console.error = refused;
  const client = await servingOf(db.database).checkOut();
  const found = await samples(await scrape(app, "::1"));
  client.release();
  assertEquals(found.get("backoffice_unhandled_errors_total"), 1);
  assertEquals(found.get("backoffice_db_transactions_open"), 1);
});

Deno.test("GET /metrics is for this machine or who may read the audit log", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database, { trustedProxies: ["127.0.0.1"] });
  const status = async (hostname: string, headers: Record<string, string> = {}) => {
    const answer = await scrape(app, hostname, headers);
    await answer.text();
    return answer.status;
  };
  await t.step("loopback in every spelling", async () => {
    for (const peer of ["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"]) {
      assertEquals(await status(peer), 200, peer);
    }
  });
  await t.step("another machine is not signed in", async () => {
    for (const peer of ["10.0.0.5", "::2", "127.0.0.1.example.test", "1127.0.0.1", ""]) {
      assertEquals(await status(peer), 401, peer);
    }
  });
  await t.step(
    "a request that a proxy on this machine passes on is not from this machine",
    async () => {
      for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"]) {
        assertEquals(await status("127.0.0.1", { [name]: "127.0.0.1" }), 401, name);
      }
    },
  );
  await t.step("a token with audit.read opens it, another does not", async () => {
    for (
      const [role, wanted] of [["owner", 200], ["admin", 200], ["manager", 403], [
        "store",
        403,
      ]] as const
    ) {
      const { token } = await as(role);
      assertEquals(await status("10.0.0.5", { authorization: `Bearer ${token}` }), wanted, role);
    }
    assertEquals(await status("10.0.0.5", { authorization: "Bearer nonsense" }), 401);
  });
});

Deno.test("keepSealing() seals by itself, counts what was done, and seals the rest when it stops", async () => {
  await using db = await freshDatabase();
  const metrics = new Metrics();
  await logDeeds(db.database, 2);
  const sealing = keepSealing(db.database, testAuditKeys, metrics);
  await untilSealed(db, 2);
  await logDeeds(db.database, 3);
  await untilSealed(db, 5);
  await logDeeds(db.database, 1);
  await sealing.stop();
  assertEquals((await findAuditHead(db.database)).sealed_rows, 6);
  assertMatch(
    metrics.render(db.database),
    /^backoffice_deeds_total\{action="product.update"\} 6$/m,
  );
});

async function untilSealed({ database }: TestDatabase, rows: number): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if ((await findAuditHead(database)).sealed_rows === rows) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`not ${rows} rows sealed after 5 s`);
}

Deno.test("keepSealing() complains once and counts when the chain is broken", async () => {
  await using db = await freshDatabase();
  await logDeeds(db.database, 1);
  await db.database.query(sql`delete from audit_head`);
  const lines: string[] = [];
  const print = console.error;
  console.error = (line: string) => lines.push(line);
  const metrics = new Metrics();
  await keepSealing(db.database, testAuditKeys, metrics).stop();
  console.error = print;
  assertEquals(lines.length, 1);
  assertMatch(lines[0], /"event":"audit_not_sealed".*its head is gone/);
  assertMatch(metrics.render(db.database), /^backoffice_audit_seal_failures_total 2$/m);
});
