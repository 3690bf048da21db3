/**
 * The limit that reads are held against: a Hono handler that runs the statements of a path, prepared and
 * pipelined, and sends their rows as they come.
 * `PORT=8001 deno run -A bench/bare.ts STATEMENTS.json URL`, with `{ path: [{ text, values }] }` in the file.
 */
import { createHash } from "node:crypto";
import { Hono } from "hono";
import pg from "pg";

const [file, url] = Deno.args;
const statements: Record<string, { text: string; values: unknown[] }[]> = JSON.parse(
  await Deno.readTextFile(file),
);
pg.types.setTypeParser(1184, (instant) => instant); // which would be made into a Date, and into text again
const clients = await Promise.all([0, 1].map(async () => {
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig);
  await client.connect();
  return client;
}));
for (const each of Object.values(statements).flat()) {
  Object.assign(each, { name: createHash("sha1").update(each.text).digest("hex") });
}
const app = new Hono();
let turn = 0;
app.get("*", async (c) => {
  const { pathname, search } = new URL(c.req.url);
  const client = clients[turn++ % clients.length];
  const known = statements[pathname + search];
  if (!known) return c.notFound();
  const results = await Promise.all(
    known.map((statement) => client.query({ ...statement })),
  );
  return c.json({ data: results.map(({ rows }) => rows) });
});
Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT")), onListen() {} }, app.fetch);
