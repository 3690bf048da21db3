import { inLanes, makeBusiness, writes } from "../../bench/deeds.ts";
import type { Json } from "../../bench/service.ts";
import { connect, type Database } from "../../domain/db/connect.ts";
import { testApp } from "../support/app.ts";
import { assert } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsReadSoFar } from "../support/rows_read.ts";

const TIMES = 80;

/** Counts the rows that a transaction reads, as PostgreSQL counts them, whatever plan it has kept. */
function counting(database: Database): { counted: Database; rows: () => Promise<number> } {
  const counts: Promise<{ rows: { rows: number }[] }>[] = [];
  const counted = {
    ...database,
    async checkOut() {
      const client = await database.checkOut();
      const { query, release } = client;
      const send = (statement: unknown) =>
        (query as (one: unknown) => unknown).call(client, statement);
      const count = () => counts.push(send(rowsReadSoFar) as Promise<{ rows: { rows: number }[] }>);
      const spied = (statement: unknown) => {
        if (statement === "commit") count();
        const answer = send(statement);
        if (String(statement).startsWith("begin;")) count();
        return answer;
      };
      return Object.assign(client, {
        query: spied,
        release(broken?: boolean) {
          Object.assign(client, { query, release });
          client.release(broken);
        },
      });
    },
  } as Database;
  return {
    counted,
    async rows() {
      const [before, after] = await Promise.all(counts.splice(0).slice(-2));
      return after.rows[0].rows - before.rows[0].rows;
    },
  };
}

Deno.test("a write reads as few rows of a table that has grown as of a young one", async (t) => {
  await using db = await freshDatabase();
  const database = connect(db.url, { writers: 1 }); // one connection, which keeps its first plans
  const { counted, rows } = counting(database);
  const owner = await testApp(counted).as("owner");
  const service = {
    async call(method: string, path: string, body?: Json) {
      const answer = await owner.call(method, path, body);
      assert(answer.status < 300, JSON.stringify(answer.body));
      return answer.body.data;
    },
  } as Parameters<typeof makeBusiness>[0];
  const business = await makeBusiness(service, 20);
  for (const write of writes) {
    await t.step(write.name, async () => {
      const read: number[] = [];
      await inLanes(TIMES, 1, async (i) => {
        const prepared = await write.prepare?.(service, business, i);
        await write.run(service, business, i, prepared);
        read.push(await rows());
      });
      assert(read[TIMES - 1] <= read[3] + 20, `${read[3]} rows at first, then ${read[TIMES - 1]}`);
    });
  }
  await database.end();
});
