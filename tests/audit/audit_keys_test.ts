import sql from "sql-template-tag";
import { tokenKeys } from "../../domain/access/token_keys.ts";
import { auditKeys, keysOf, tokenKeysAsAudit } from "../../domain/audit/audit_keys.ts";
import { sign } from "../../domain/audit/chain.ts";
import { sealAudit, signWithNewKey } from "../../domain/audit/seal_audit.ts";
import { verifyAudit } from "../../domain/audit/verify_audit.ts";
import { readConfig } from "../../domain/config/config.ts";
import { connect, type Database } from "../../domain/db/connect.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { migrate } from "../../domain/db/migrate.ts";
import { insertUser, testAuditKeys, testSecret } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { cli, startServer } from "../support/server.ts";
import { logDeeds } from "./chain.ts";

const [first, second] = ["the-first-key-0123456789-abcdefgh", "the-second-key-9876543210-hgfedc"];

async function signatureOf(database: Database): Promise<string> {
  const [head] = await database.query<[{ signature: string }]>(
    sql`select signature from audit_head`,
  );
  return head.signature;
}

function configOf(settings: Record<string, string>) {
  return readConfig((name) => settings[name]);
}

Deno.test("who knows the secret of tokens cannot sign for the audit log", async () => {
  await using db = await freshDatabase();
  const settings = { DATABASE_URL: db.url, JWT_SECRET: testSecret, AUDIT_KEY: first };
  const keys = await auditKeys(configOf(settings));
  await logDeeds(db.database, 2);
  await sealAudit(db.database, keys);
  const [head] = await db.database.query<[{ sealed_rows: number; hash: string }]>(
    sql`select sealed_rows, hash from audit_head`,
  );
  await db.database.query(sql`update audit_head set signature = ${sign(head, testAuditKeys)}`);
  const { problems } = await verifyAudit(db.database, keys);
  assertEquals(problems.length, 1);
  assertMatch(problems[0], /is not signed with this service's key/);
});

Deno.test("the key of the audit log is replaced in peace: the one before counts until the next seal", async () => {
  await using db = await freshDatabase();
  const settings = { DATABASE_URL: db.url, JWT_SECRET: testSecret };
  const with_ = (more: Record<string, string>) => auditKeys(configOf({ ...settings, ...more }));
  const seal = async (keys: Awaited<ReturnType<typeof with_>>) => {
    await logDeeds(db.database, 1);
    await sealAudit(db.database, keys);
    return (await signatureOf(db.database)).split(":")[0];
  };
  await seal(await with_({}));
  // from the secret of tokens to a key of its own, then to another
  const own = await with_({ AUDIT_KEY: first, AUDIT_KEY_PREVIOUS: testSecret });
  assertEquals(await seal(own), keysOf(first)[0].id);
  const other = await with_({ AUDIT_KEY: second, AUDIT_KEY_PREVIOUS: first });
  assertEquals((await verifyAudit(db.database, other)).problems, []);
  assertEquals(await seal(other), keysOf(second)[0].id);

  const { problems } = await verifyAudit(db.database, own);
  assertEquals(problems.length, 1);
  assert(problems[0].includes(`that key, ${keysOf(second)[0].id}, was replaced`), problems[0]);
  assertEquals((await verifyAudit(db.database, await with_({ AUDIT_KEY: second }))).problems, []);
});

Deno.test("signWithNewKey() signs what the key before had signed and nothing else", async () => {
  await using db = await freshDatabase();
  const [before, keys] = await Promise.all(
    [first, second].map((key) =>
      auditKeys(configOf({ DATABASE_URL: db.url, JWT_SECRET: testSecret, AUDIT_KEY: key }))
    ),
  );
  await logDeeds(db.database, 2);
  await sealAudit(db.database, before);
  const whole = await signatureOf(db.database);
  const signed = (signature: string) =>
    db.database.query(sql`update audit_head set signature = ${signature}`);
  const [head] = await db.database.query<[{ sealed_rows: number; hash: string }]>(
    sql`select sealed_rows, hash from audit_head`,
  );
  const forged = sign(head, testAuditKeys);
  await signed(forged);
  await signWithNewKey(db.database, keys, before);
  assertEquals(await signatureOf(db.database), forged);
  await signed(whole);
  await signWithNewKey(db.database, keys, before);
  assertEquals((await signatureOf(db.database)).split(":")[0], keysOf(second)[0].id);
  assertEquals((await verifyAudit(db.database, keys)).problems, []);
});

Deno.test("an embedded service makes the key at its start, and signs with it what another had signed", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/jwt_secret`, testSecret, { mode: 0o600 });
  const embedded = await openEmbedded(folder, { fast: true });
  const database = connect(embedded.url);
  try {
    await migrate(database);
    await insertUser(database, "owner");
    await logDeeds(database, 1);
    await sealAudit(database, tokenKeysAsAudit(tokenKeys([testSecret])));
    const server = await startServer(folder);
    await server.stop();
    const key = await Deno.readTextFile(`${folder}/audit_key`);
    assertEquals((await signatureOf(database)).split(":")[0], keysOf(key)[0].id);
    assertEquals((await Deno.stat(`${folder}/audit_key`)).mode! & 0o777, 0o600);
    const { code, stdout } = await cli(folder, ["audit", "verify"]);
    assertEquals([code, stdout.split("\n")[0]], [
      0,
      "The audit log is whole: 1 rows, each as it was sealed.",
    ]);
  } finally {
    await database.end();
    await embedded.release();
    await Deno.remove(folder, { recursive: true });
  }
});
