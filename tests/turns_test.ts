import bcrypt from "bcrypt";
import sql from "sql-template-tag";
import { Refusal } from "../domain/errors.ts";
import { hashPassword, passwordFits } from "../domain/staff/passwords.ts";
import { Turns } from "../domain/turns.ts";
import { testApp } from "./support/app.ts";
import { assert, assertEquals, thrownBy } from "./support/assert.ts";
import { freshDatabase } from "./support/db.ts";
import { from, PASSWORD, userWith } from "./staff/staff.ts";

Deno.test("Turns.take() runs a few at once, refuses beyond the queue, lets some go ahead", async () => {
  const turns = new Turns(2, 2);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const start = (name: string, ahead = false) =>
    turns.take(() => {
      order.push(name);
      return new Promise<void>((end) => ends.push(end));
    }, { ahead });
  const all = [start("a"), start("b"), start("c"), start("d"), start("e", true)];
  assertEquals(order, ["a", "b"]);
  const refused = await thrownBy(() => start("f"));
  assert(refused instanceof Refusal);
  assertEquals([refused.code, refused.details.retryAfterSeconds], ["busy", 5]);
  for (const expected of ["e", "c", "d"]) {
    ends.shift()!();
    await new Promise((later) => setTimeout(later));
    assertEquals(order.at(-1), expected);
  }
  for (const end of ends) end();
  await Promise.all(all);
  assertEquals(await turns.take(() => Promise.resolve("free again")), "free again");
});

Deno.test("Turns.take() frees the place of who no longer waits at once", async () => {
  const turns = new Turns(1, 2);
  const first = Promise.withResolvers<void>();
  const gone = new AbortController();
  const stays = new AbortController();
  const running = turns.take(() => first.promise);
  const order: string[] = [];
  const run = (name: string, { signal }: AbortController) =>
    turns.take(() => Promise.resolve(order.push(name)), { signal });
  const left = thrownBy(() => run("gone", gone));
  const waits = run("stays", stays);
  gone.abort(new Error("hung up"));
  assertEquals((await left).message, "hung up");
  const next = run("next", new AbortController());
  assertEquals((await thrownBy(() => run("gone", gone))).message, "hung up");
  first.resolve();
  await Promise.all([running, waits, next]);
  stays.abort(); // what has run is not taken back
  assertEquals(order, ["stays", "next"]);
});

Deno.test("Turns.take() frees its place when the work fails", async () => {
  const turns = new Turns(1, 0);
  for (let i = 0; i < 3; i++) {
    const error = await thrownBy(() => turns.take(() => Promise.reject(new Error("failed"))));
    assertEquals(error.message, "failed");
  }
});

Deno.test("a flood of logins is 503 busy, counts against nobody, and lets staff work", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const user = await userWith(db.database, "sales");
  const quick = await bcrypt.hash("x", 6);
  let flooding = true;
  const flood = Array.from({ length: 203 }, async () => {
    while (flooding) {
      await passwordFits("y", quick).catch(() => new Promise((later) => setTimeout(later)));
    }
  });
  const login = await from(app, "10.0.0.1")("POST", "/auth/login", {
    body: { email: user.email, password: PASSWORD },
  });
  assertEquals([login.status, login.body.code], [503, "busy"]);
  assert(login.headers.has("retry-after"));
  const [{ counted }] = await db.database.query<[{ counted: number }]>(
    sql`select count(*) as counted from login_failures`,
  );
  assertEquals(counted, 0);
  await hashPassword("someone signed in");
  flooding = false;
  await Promise.all(flood);
});
