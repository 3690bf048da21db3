import sql from "sql-template-tag";
import { deliver } from "../../domain/changes/deliver.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";
import { testApp } from "../support/app.ts";

Deno.test("webhook deliveries and resend: what waits is listed, and goes once more", async () => {
  await using office = await openOffice();
  const { run, json, database } = office;
  const owner = await testApp(database).signedIn(office.owner.userId!, "owner");
  const { body } = await owner.post("/webhooks", {
    url: "http://127.0.0.1:1/",
    user_id: owner.userId,
    kinds: ["customer"],
  });
  assertEquals((await owner.post("/customers", { name: "Rahim" })).status, 201);
  await deliver(database, body.data.id, { inHouse: true }); // nobody listens there: it waits
  const listed = async (...more: string[]) =>
    (await json("webhook", "deliveries", `HOOK-${body.data.id}`, ...more)).data;
  const [waiting] = await listed("--waiting");
  assertEquals([waiting.kind, waiting.tries > 0], ["customer", true]);
  await database.query(sql`update webhook_deliveries set delivered_at = now()`);
  assertEquals(await listed("--waiting"), []);

  const sent = await run("webhook", "resend", "1", String(waiting.id), "--reason", "Lost");
  assertEquals(sent.code, 0, sent.stderr);
  assertMatch(sent.stdout, /HOOK-1 sends 1 once more/);
  assertEquals((await listed("--waiting")).length, 1);
  const [{ after }] = await database.query<[{ after: Record<string, unknown> }]>(sql`
    select after from audit_log where action = 'webhook.resend'`);
  assertEquals(after.reason, "Lost");
  assertEquals((await run("webhook", "resend", "1", "999")).code, 5);
  assertEquals((await run("webhook", "resend", "x", "1")).code, 2);
  assertEquals((await run("webhook", "resend", "1")).code, 2);
});
