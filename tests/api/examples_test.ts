import { isDeepStrictEqual } from "node:util";
import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { type All, type Deed, everyOperation, exampleSender, SETUP } from "../support/examples.ts";

/** Operation → what it leaves behind: its rows in the audit log, and behind `history of` those in histories. */
type Traces = Record<string, string[]>;
const kept = new URL("traces.json", import.meta.url);

Deno.test("every operation has an example; that of every write is sent, done, and leaves its traces", async (t) => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const operations = await everyOperation();
  const setup = operations.find(({ name }) => name === SETUP)!;
  const made = await app.anyone.post("/auth/setup-owner", setup.body);
  assertEquals(made.status, 201, SETUP);
  const owner = app.holding(made.body.data.token);
  const { ready, send } = exampleSender(app, operations, owner);
  const traces: Traces = {};
  const update = Deno.env.get("UPDATE");
  const expected: Traces = update ? {} : JSON.parse(await Deno.readTextFile(kept));
  let all: All | undefined;

  for (const operation of operations) {
    const { name, body, answer } = operation;
    if (name.startsWith("GET ")) {
      if (answer) assert("example" in answer, `${name} has no example of its answer`);
      continue;
    }
    if (name === SETUP) continue;
    await t.step(name, async () => {
      assert(body, `${name} has no example`);
      const doneWith = async (deed: Deed) => {
        const before = await lastOf(db.database);
        const { status, body: said } = await send(deed);
        const told = `${status} ${said.detail} ${JSON.stringify(deed.body)}`;
        assert(status < 500, told);
        const ok = [200, 201].includes(status);
        const [, item] = /\/items\/(\d+)$/.exec(deed.path) ?? [];
        const traces = (await tracesSince(db.database, before))
          .map((trace) => trace.replace(`: item ${item} `, ": item {item_id} "));
        return { ok, told, traces };
      };
      // records are made anew where earlier examples have left them otherwise than new ones are
      const usual = !update && all && await ready(operation, { ...all }, owner)
        .then(doneWith, () => undefined); // not even made ready
      const asUsual = usual && usual.ok && isDeepStrictEqual(usual.traces, expected[name]);
      if (!asUsual) all = await oneOfEverything(owner, crypto.randomUUID().slice(0, 8));
      const done = asUsual ? usual : await doneWith(await ready(operation, { ...all! }, owner));
      assert(done.ok, done.told);
      traces[name] = done.traces;
    });
  }
  await t.step("what they leave is what api/traces.json says (UPDATE=1 writes it)", async () => {
    if (update) return await Deno.writeTextFile(kept, JSON.stringify(traces, null, 2) + "\n");
    assertEquals(traces, expected);
  });
});

interface Last {
  audit: number;
  history: number;
}

async function lastOf(database: Database): Promise<Last> {
  const [last] = await database.query<[Last]>(sql`
    select coalesce((select max(id) from audit_log), 0) as audit,
      coalesce((select max(id) from history), 0) as history`);
  return last;
}

async function tracesSince(database: Database, { audit, history }: Last): Promise<string[]> {
  const rows = await database.query<{ trace: string }[]>(sql`
    select action || ' of ' || entity as trace from audit_log where id > ${audit}
    union all
    select concat('history of ', entity, ': ', field) from history where id > ${history}
    order by 1`);
  return rows.map(({ trace }) => trace);
}
