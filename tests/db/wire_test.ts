import sql, { type Sql } from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { jsonList, jsonOne, JsonText, Wire } from "../../domain/db/wire.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { emptyDatabase } from "../support/db.ts";
import { listPage, listQuery } from "../../domain/records/paging.ts";
import { openShop } from "../sales/shop.ts";

/** As every answer was written before: read into values, then into JSON. */
const asValues = (rows: unknown) => JSON.parse(JSON.stringify(rows));

Deno.test("a row in PostgreSQL's own text is the JSON of its values, whatever their types", async () => {
  await using fresh = await emptyDatabase();
  const { database } = fresh;
  const odd = 'quote " back \\ slash / line \n tab \t bell \u0007 বাংলা 🖨 \u2028';
  const statement = sql`
    select n.id::bigint, n.id::int as "int", n.id::smallint as small, n.amount::numeric(18, 4) as amount,
      n.amount::float8 as float, (n.id % 2 = 0) as flag, ${odd}::text as said, 'x'::varchar as "var-char",
      n.day::date as day, n.day::timestamptz::time(0) as "time", n.day::timestamptz as instant,
      array[${odd}, 'a,b', '{}', ''] as words, array[]::text[] as none, array[1, 2] as numbers,
      json_build_object('a', n.amount, 'b', ${odd}::text) as json,
      jsonb_build_object('a', n.amount, 'b', null) as jsonb,
      case when n.id = 2 then ${"text"}::text end as maybe
    from (values (1, 12.5, '2026-03-02 04:15:00.123456+06'), (2, -0.0001, '1999-12-31 23:59:59Z'),
      (3, 99999999999999.9999, '2026-11-23T00:00:00Z')) n (id, amount, day) order by n.id`;
  const texts = await database.texts(statement);
  const json = texts.rows.map((row) => jsonOne({ ...texts, rows: [row] }).text());
  assertEquals(json.map((row) => JSON.parse(row)), asValues(await database.query(statement)));
  assertEquals(jsonList(texts, []).text(), `[${json.join(",")}]`);
  // more digits than a JavaScript number has reach the wire as PostgreSQL wrote them
  assert(json[2].includes(`"amount":99999999999999.9999`), json[2]);
  const [left] = JSON.parse(jsonList(texts, ["id", "json"]).text());
  assertEquals(
    Object.keys(left),
    Object.keys(JSON.parse(json[0])).filter((name) => !["id", "json"].includes(name)),
  );
  const none = await database.texts(sql`select from generate_series(1, 2)`);
  assertEquals(jsonList(none, []).text(), "[{},{}]");
});

Deno.test("a page that is sent on has the rows, order and cursor of one that is looked into", async () => {
  await using fresh = await emptyDatabase();
  const source = {
    columns: sql`n.id, n.id % 3 as kind, 'k' as sort_of`,
    from: sql`generate_series(1, 25) n (id)`,
    where: [],
    id: sql`n.id`,
    sorts: { kind: { by: sql`n.id % 3`, type: "numeric" as const } },
  };
  const around = {
    around: (page: Sql) =>
      sql`with page as (${page}) select page.*, page.id * 2 as twice from page`,
  };
  for (const sort of ["-id", "kind", "-kind"]) {
    for (const more of [{}, around]) {
      let cursor: string | undefined;
      let pages = 0;
      do {
        const query = listQuery.parse({ limit: "10", sort, cursor });
        const values = await listPage(fresh.database, query, { ...source, ...more });
        const sent = await listPage(new Wire(fresh.database), query, { ...source, ...more });
        const text = sent.data as unknown as JsonText;
        assertEquals(JSON.parse(text.text()), asValues(values.data));
        assertEquals(sent.meta, values.meta);
        cursor = sent.meta.next_cursor ?? undefined;
        pages++;
      } while (cursor);
      assertEquals(pages, 3);
    }
  }
  const none = { ...source, where: [sql`false`] };
  const empty = await listPage(new Wire(fresh.database), listQuery.parse({}), none);
  assertEquals(
    [(empty.data as unknown as JsonText).text(), empty.meta],
    ["[]", { limit: 50, next_cursor: null }],
  );
});

Deno.test("a record and a list over HTTP are the same with and without their tags", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const made =
    (await owner.post("/products", { name: 'Odd "name" \\ বাংলা', sku: "ODD-1" })).body.data;
  const read = await owner.get(`/products/${made.id}`);
  assertEquals(read.status, 200);
  const { movements: _, ...shown } = read.body.data;
  assertEquals({ ...made, ...shown }, shown, "as it was when it was made");
  const tag = read.headers.get("etag")!;
  assert(tag.startsWith(`"${made.version}-`), tag);
  const again = await owner.get(`/products/${made.id}`, { "if-none-match": tag });
  assertEquals(again.status, 304);
  const changed = await owner.put(`/products/${made.id}`, { name: "New" }, { "if-match": tag });
  assertEquals(changed.status, 200);
  const late = await owner.put(`/products/${made.id}`, { name: "Newer" }, { "if-match": tag });
  assertEquals(late.status, 412);
  const seller = await testApp(database).as("sales");
  const [row] = (await seller.get("/products?search=ODD-1")).body.data;
  assertEquals("average_cost" in row, false, "no cost is in the text for sales");
  assertEquals((await owner.get("/products/999999")).status, 404);
});

Deno.test("texts of every length and every kind of letter stand in JSON as JavaScript writes them", async () => {
  await using fresh = await emptyDatabase();
  const letters = ["a", "é", "ক", "🖨", '"', "\\", "\n", "\u0001", "\u007f", "\u2028"];
  const words = letters.flatMap((letter) =>
    [0, 1, 46, 47, 48, 49, 5_000, 70_000].flatMap((size) => [
      letter + "x".repeat(size),
      "x".repeat(size) + letter,
    ])
  );
  const texts = await fresh.database.texts(
    sql`select w as word, w is null as none from unnest(${words}::text[]) with ordinality u (w, n) order by n`,
  );
  const written = words.map((word) => JSON.stringify({ word, none: false }));
  assertEquals(jsonList(texts, []).text(), `[${written.join(",")}]`);
});

Deno.test("instants of every fraction and age are written as they are read", async () => {
  await using fresh = await emptyDatabase();
  const moments = [
    "2026-11-26 01:02:03",
    "2026-11-26 01:02:03.1",
    "2026-11-26 01:02:03.12",
    "2026-11-26 01:02:03.123",
    "2026-11-26 01:02:03.999999",
    "1971-01-01 00:00:00",
    "9999-12-30 23:59:59.5",
  ];
  for (const zone of ["UTC", "Asia/Dhaka", "America/St_Johns"]) {
    await inTransaction(fresh.database, async (tx) => {
      await tx.query(sql`select set_config('timezone', ${zone}, true)`);
      const all = sql`select m::timestamptz as at from unnest(${moments}::timestamp[]) m`;
      const values = await tx.query(all);
      assertEquals(jsonList(await tx.texts(all), []).text(), JSON.stringify(values));
    });
  }
});
