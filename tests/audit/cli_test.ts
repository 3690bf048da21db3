import sql from "sql-template-tag";
import { tokenKeysAsAudit } from "../../domain/audit/audit_keys.ts";
import { sealAudit } from "../../domain/audit/seal_audit.ts";
import { tokenKeys } from "../../domain/access/token_keys.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { insertUser } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { call, commandHost, startServer } from "../support/server.ts";
import { logDeeds, tamper } from "./chain.ts";

const JWT_SECRET = "a-secret-for-tests-only-0123456789-abcdef";

Deno.test("audit verify says at the terminal whether the log is whole", async (t) => {
  await using db = await freshDatabase();
  await insertUser(db.database, "owner");
  const manager = await insertUser(db.database, "manager");
  const [first] = await logDeeds(db.database, 4);
  await using commands = commandHost("/nowhere", { DATABASE_URL: db.url, JWT_SECRET });
  const run = (...args: string[]) => commands.run(["audit", ...args]);

  let head = "";
  await t.step("whole: 0, and the head to note down", async () => {
    const { code, stdout } = await run("verify");
    assertEquals(code, 0);
    assertMatch(
      stdout,
      /^The audit log is whole: 4 rows, each as it was sealed.\nHead: 4:[0-9a-f]{64}\n$/,
    );
    head = /Head: (\S+)/.exec(stdout)![1];
    assertEquals((await run("verify", "--head", head, "--quiet")).stdout, "");
  });
  await t.step("wrongly called: 2; not permitted: 3", async () => {
    assertEquals((await run("verify", "--head", "4")).code, 2);
    assertEquals((await run("verify", "--as", String(manager))).code, 3);
  });
  await t.step("tampered with: 4, in sentences or as JSON", async () => {
    await tamper(db.database, sql`update audit_log set actor_name = 'x' where id = ${first}`);
    const { code, stdout } = await run("verify", "--head", head);
    assertEquals(code, 4);
    assertMatch(
      stdout,
      /^The audit log was tampered with:\n\s+Audit row 1 is not what was sealed at /,
    );
    const report = JSON.parse((await run("verify", "--json")).stdout);
    assertEquals([report.intact, report.sealed_rows, report.problems.length], [false, 4, 1]);
  });
  await t.step("sign-again takes over with another secret", async () => {
    const other = { JWT_SECRET: "another-secret-altogether-9876543210" };
    await logDeeds(db.database, 1);
    assertMatch(
      (await commands.run(["audit", "verify"], { env: other })).stdout,
      /is not signed/,
    );
    assertEquals((await commands.run(["audit", "sign-again"], { env: other })).code, 0);
    assertEquals(
      (await sealAudit(db.database, tokenKeysAsAudit(tokenKeys([other.JWT_SECRET])))).rows,
      2,
    );
  });
});

Deno.test("the server seals within seconds and when it ends, and logs the head", async () => {
  await using db = await freshDatabase();
  const server = await startServer("/nowhere", {
    DATABASE_URL: db.url,
    JWT_SECRET,
    LOG_LEVEL: "info",
  });
  try {
    const owner = { name: "Owner", email: "o@example.test", password: "long enough 1" };
    const { status, body } = await call(server.base, undefined, "POST", "/auth/setup-owner", owner);
    assertEquals(status, 201);
    const { token } = body.data;
    await untilSealed(server.base, token, 1);
    await call(server.base, token, "POST", "/suppliers", { name: "Last minute" });
    const metrics = await fetch(server.base.replace("/api/v1", "/metrics"));
    assertMatch(await metrics.text(), /^backoffice_deeds_total\{action="user.setup_owner"\} 1$/m);
  } finally {
    await server.stop();
  }
  const heads = server.output().split("\n").filter((line) => line.includes('"audit_head"'));
  const rows = heads.map((line) => JSON.parse(line).sealed_rows);
  assert(rows.length >= 2, "at the start and at the end");
  const [{ count }] = await db.database.query<[{ count: number }]>(
    sql`select count(*) from audit_seals`,
  );
  assertEquals([rows.at(-1), count], [2, 2]);
});

async function untilSealed(base: string, token: string, rows: number): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const { body } = await call(base, token, "GET", "/audit/head");
    if (body.data.sealed_rows >= rows) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error("not sealed after 5 s");
}
