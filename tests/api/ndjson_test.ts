import sql from "sql-template-tag";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const ROWS = 60_000;

Deno.test("a list as ndjson goes out as it is read, no faster than it is taken, and ends with its reader", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  for (let first = 1; first < ROWS; first += 10_000) { // a statement may take 15 s
    await db.database.query(sql`
      insert into customers (reference_no, name, notes)
      select 'CUS-' || n, 'Customer ' || n, repeat('Pays on Thursdays. ', 20)
      from generate_series(${first}::integer, ${first + 9_999}::integer) n`);
  }
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.fetch);
  const get = (query: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${server.addr.port}/api/v1/customers?format=ndjson${query}`, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal,
    });
  const reading = async () => {
    const [{ count }] = await db.database.query<[{ count: number }]>(sql`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and query like '%whole_list%' and pid <> pg_backend_pid()
        and state <> 'idle'`);
    return count;
  };

  await t.step("the rest waits while the reader does, and ends when he goes", async () => {
    const stop = new AbortController();
    const answer = await get("", stop.signal);
    assertEquals(answer.headers.get("content-type"), "application/x-ndjson");
    const { value } = await answer.body!.getReader().read();
    assert(value && value.length < 10_000_000, "a part of it has come");
    assertEquals(await reading(), 1, "most of it is still in the database");
    stop.abort();
    for (let tries = 0; await reading() > 0; tries++) {
      assert(tries < 600, "who went away is still read for");
      await new Promise((wake) => setTimeout(wake, 50));
    }
  });
  await t.step("whole, in the order asked for, without more memory than a part of it", async () => {
    const before = Deno.memoryUsage().heapUsed;
    let [count, most, rest] = [0, 0, ""];
    const answer = await get("&sort=id&limit=1");
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) assertEquals(JSON.parse(line).id, ++count);
      most = Math.max(most, Deno.memoryUsage().heapUsed - before);
    }
    assertEquals([count, rest], [ROWS, ""]);
    assert(most < 150_000_000, `${most} bytes`);
  });
  await t.step("what is refused is refused before a line is sent", async () => {
    const answer = await get("&sort=colour");
    assertEquals([answer.status, (await answer.json()).code], [422, "invalid_fields"]);
  });
  await t.step("and it stands in the audit log", async () => {
    const { body } = await owner.get("/audit?action=list.export&sort=created_at&limit=1");
    assertEquals(body.data[0].after, { format: "ndjson" });
  });
});
