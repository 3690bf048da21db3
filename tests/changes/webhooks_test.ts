import sql from "sql-template-tag";
import { deliver, dueWebhooks } from "../../domain/changes/deliver.ts";
import { sendSigned } from "../../domain/changes/send_signed.ts";
import { type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase, type TestDatabase } from "../support/db.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { openReceiver, type Received } from "./receiver.ts";

const how = { inHouse: true, firstPauseMs: 5 };

async function office(db: TestDatabase) {
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const reader = await as("accounts");
  let secret = "";
  let status = 200;
  const receiver = openReceiver(() => secret, () => status);
  const hook = async (more: Json = {}): Promise<Json> => {
    const body = { url: receiver.url, user_id: reader.userId, ...more };
    const answer = made(await owner.post("/webhooks", body));
    secret = answer.secret;
    return answer;
  };
  const supplier = async (name: string) => made(await owner.post("/suppliers", { name }));
  return {
    owner,
    as,
    reader,
    receiver,
    hook,
    supplier,
    answerWith: (code: number) => status = code,
  };
}

const told = (got: Received[]) => got.map(({ change }) => [change.kind, change.record.name]);

Deno.test("a hook is told of what changes from then on, signed, as its user reads it", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  const shop = await office(db);
  await using receiver = shop.receiver;
  const before = await shop.supplier("Before");
  const hook = await shop.hook();
  assertMatch(hook.secret, /^whsec_[\w-]{43}$/);
  assertEquals([hook.state, hook.waits], ["on", false]);

  await t.step(
    "what was there before is not sent; what is new and what changes is, whole",
    async () => {
      const { id } = await shop.supplier("Hansol");
      done(await shop.owner.put(`/suppliers/${before.id}`, { name: "After" }));
      assertEquals(await deliver(database, hook.id, how), 2);
      assertEquals(told(receiver.got), [["supplier", "After"], ["supplier", "Hansol"]]);
      const { body } = await shop.reader.get(`/suppliers/${id}`);
      for (const [name, value] of Object.entries(receiver.got[1].change.record)) {
        assertEquals(value, body.data[name], name);
      }
      assertEquals([await deliver(database, hook.id, how), receiver.requests()], [0, 2]);
      assertEquals(receiver.forged, []);
    },
  );

  await t.step("a replay names the same secret no more", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const body = { url: receiver.url, user_id: shop.reader.userId, active: false };
    const send = () => shop.owner.call("POST", "/webhooks", body, key);
    const [one, two] = [await send(), await send()];
    assertEquals([one.body.data.id, two.body.data.secret], [two.body.data.id, undefined]);
    const shown = done(await shop.owner.get(`/webhooks/${hook.id}`));
    assertEquals("secret" in shown || "position" in shown, false);
  });

  await t.step("only kinds that were asked for", async () => {
    done(await shop.owner.put(`/webhooks/${hook.id}`, { kinds: ["customer"] }));
    await shop.supplier("Not told");
    made(await shop.owner.post("/customers", { name: "Rahim" }));
    assertEquals(await deliver(database, hook.id, how), 1);
    assertEquals(told(receiver.got).at(-1), ["customer", "Rahim"]);
  });

  await t.step("what was taken can be sent again", async () => {
    const path = `/webhooks/${hook.id}/deliveries`;
    const [last, , first] = done(await shop.owner.get(path)) as unknown as Json[];
    assertEquals([last.tries, last.last_status, first.title], [1, 200, `supplier ${before.id}`]);
    done(await shop.owner.post(`${path}/${first.id}/resend`, { reason: "lost there" }));
    const [row] = done(await shop.owner.get("/audit?action=webhook.resend")) as unknown as Json[];
    assertEquals([row.entity_id, row.after], [hook.id, {
      delivery_id: first.id,
      reason: "lost there",
    }]);
    assertEquals(done(await shop.owner.get(`/webhooks/${hook.id}`)).waits, true);
    assertEquals(await deliver(database, hook.id, how), 1);
    assertEquals(receiver.got.at(-1)!.id, first.id);
    assertRefused(await shop.owner.post(`${path}/999/resend`, {}), 404, "not_found");
  });

  await t.step("of a user who is not active nothing is read", async () => {
    made(await shop.owner.post("/customers", { name: "Salma" }));
    shop.answerWith(500);
    await deliver(database, hook.id, how); // made ready, and waits
    shop.answerWith(200);
    made(await shop.owner.post("/customers", { name: "Karim" }));
    done(await shop.owner.put(`/users/${shop.reader.userId}`, { active: false }));
    await database.query(sql`update webhooks set next_try_at = null`);
    assertEquals([await deliver(database, hook.id, how), await dueWebhooks(database)], [0, []]);
    assertEquals(told(receiver.got).some(([, name]) => /Salma|Karim/.test(`${name}`)), false);
    done(await shop.owner.put(`/users/${shop.reader.userId}`, { active: true }));
    assertEquals(await deliver(database, hook.id, how), 2);
  });
});

Deno.test("who may make one, and what it may be", async () => {
  await using db = await freshDatabase();
  const { owner, as, receiver, reader } = await office(db);
  await using _receiver = receiver;
  const body = { url: "https://hook.example/x", user_id: reader.userId };
  const [admin, manager] = [await as("admin"), await as("manager")];
  assertRefused(await manager.post("/webhooks", body), 403, "forbidden");
  assertRefused(
    await admin.post("/webhooks", { ...body, user_id: owner.userId }),
    403,
    "forbidden",
  );
  for (const url of ["ftp://x.example", "https://me:secret@x.example", "x", ""]) {
    assertInvalid(await admin.post("/webhooks", { ...body, url }), "url");
  }
  assertInvalid(await admin.post("/webhooks", { ...body, kinds: ["coffee"] }), "kinds.0");
  assertInvalid(await admin.post("/webhooks", { ...body, user_id: 999 }), "user_id");
  made(await admin.post("/webhooks", body));
  const { id } = made(await owner.post("/webhooks", { ...body, user_id: owner.userId }));
  const elsewhere = { url: "https://elsewhere.example" };
  assertRefused(await admin.put(`/webhooks/${id}`, elsewhere), 403, "forbidden");
  assertEquals(done(await manager.get("/webhooks")).length, 2);
});

Deno.test("what is not taken waits longer each time, in order, and stops after three days", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const { owner, receiver, hook: make, supplier, answerWith } = await office(db);
  await using _receiver = receiver;
  const { id } = await make();
  await supplier("One");
  await supplier("Two");
  const shown = async () => done(await owner.get(`/webhooks/${id}`));
  for (const status of [500, 302, 404]) {
    answerWith(status);
    assertEquals(await deliver(database, id, { ...how, firstPauseMs: 60_000 }), 0);
    const { state, last_error, waits, next_try_at } = await shown();
    assertEquals([state, last_error, waits], ["failing", `status ${status}`, true]);
    assert(Date.parse(next_try_at) > Date.now() + 30_000);
    assertEquals(await dueWebhooks(database), []);
    const requests = receiver.requests();
    await deliver(database, id, how);
    assertEquals(receiver.requests(), requests, "not before its time");
    await database.query(sql`update webhooks set next_try_at = null`);
  }
  const pause = async () => Date.parse((await shown()).next_try_at) - Date.now();
  await deliver(database, id, { ...how, firstPauseMs: 1000 });
  assert(await pause() > 7000 && await pause() < 8001, "the fourth is eight times the first");
  await database.query(sql`
    update webhooks set next_try_at = null, failing_since = now() - interval '73 hours'`);
  await deliver(database, id, how);
  assertEquals((await shown()).state, "stopped");
  assertEquals(await dueWebhooks(database), []);
  const [task] = done(await owner.get("/tasks?assigned_to=me")) as unknown as Json[];
  assertEquals([task.title, task.priority], [`Webhook HOOK-${id} has stopped`, "high"]);
  answerWith(200);
  done(await owner.put(`/webhooks/${id}`, { active: true }));
  await deliver(database, id, how);
  assertEquals(told(receiver.got).slice(0, 2), [["supplier", "One"], ["supplier", "Two"]]);
});

Deno.test("two processes never send the same hook at once", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const { receiver, hook: make, supplier } = await office(db);
  await using _receiver = receiver;
  const { id } = await make();
  await supplier("One");
  await inTransaction(database, async (tx) => {
    await tx.query(sql`select from webhooks where id = ${id} for no key update`);
    assertEquals(await deliver(database, id, how), 0, "another has it: let go on");
    assertEquals(receiver.requests(), 0);
  });
  const both = await Promise.all([deliver(database, id, how), deliver(database, id, how)]);
  assertEquals([both[0] + both[1], receiver.requests()], [1, 1]);
});

Deno.test("nothing is sent inside the house unless a setting allows it", async (t) => {
  const message = { secret: "s", id: 1, body: "{}" };
  const hosts = ["127.0.0.1", "localhost", "[::1]", "10.1.2.3", "192.168.0.9", "169.254.169.254"];
  for (const host of [...hosts, "[::ffff:10.0.0.1]", "[fd00::1]", "0.0.0.0", "100.64.0.1"]) {
    await t.step(host, async () => {
      const { status, error } = await sendSigned({ ...message, url: `https://${host}:9/` }, {
        inHouse: false,
      });
      assertEquals(status, null);
      assertMatch(error!, /is a private address/);
    });
  }
  await t.step("http", async () => {
    const { error } = await sendSigned({ ...message, url: "http://192.0.2.1/" }, {
      inHouse: false,
    });
    assertEquals(error, "http is not allowed: use https");
  });
});

const KILLS = Number(Deno.env.get("KILLS") ?? 12);

Deno.test(`each change arrives, in order per record, through ${KILLS} kills and a receiver that fails a third of the time`, async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const { owner, as, hook: make } = await office(db);
  const accounts = await as("accounts");
  let secret = "";
  let asked = 0;
  await using receiver = openReceiver(() => secret, () => asked++ % 3 === 1 ? 503 : 200);
  ({ secret } = await make({ url: receiver.url, kinds: ["supplier"] }));
  const ids: number[] = [];
  for (let n = 0; n < 8; n++) {
    ids.push(made(await owner.post("/suppliers", { name: `Supplier ${n}` })).id);
  }
  let stop = false;
  const last = new Map<number, number>();
  const write = async (by: Caller, of: number) => {
    for (let n = of; !stop; n += 2) {
      const id = ids[n % ids.length];
      const { body } = await by.put(`/suppliers/${id}`, { notes: `note ${n}` });
      last.set(id, Math.max(last.get(id) ?? 0, body.data?.version ?? 0));
    }
  };
  const writers = [write(owner, 0), write(accounts, 1)];
  for (let n = 0; n < KILLS; n++) {
    const child = startDeliverer(db.url);
    await child.ready;
    await new Promise((wake) => setTimeout(wake, 150 + n * 23 % 200));
    child.kill();
    await child.ended;
  }
  stop = true;
  await Promise.all(writers);
  const complete = () =>
    [...last].every(([id, version]) =>
      receiver.got.some(({ change }) => change.id === id && change.record.version === version)
    );
  for (let tries = 0; tries < 2000 && !complete(); tries++) {
    await database.query(sql`update webhooks set next_try_at = null`);
    for (const id of await dueWebhooks(database)) await deliver(database, id, how);
  }
  assert(complete(), "something never arrived");
  assertEquals(receiver.forged, []);
  assert(asked > receiver.got.length, "it never failed");
  for (const id of ids) {
    const versions = receiver.got.filter(({ change }) => change.id === id)
      .map(({ change }) => change.record.version);
    assertEquals(versions, versions.toSorted((a, b) => a - b), `record ${id}`);
  }
});

function startDeliverer(url: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-all", "tests/changes/deliverer.ts", url],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  return {
    ready: reader.read(),
    kill: () => child.kill("SIGKILL"),
    ended: child.status.then(async () => await reader.cancel()),
  };
}
