import sql from "sql-template-tag";
import { copyIn, copyOut } from "../../domain/db/copy.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { emptyDatabase } from "../support/db.ts";

const words = { table: "words", columns: ["id", "word"] };

async function aTableOfWords(rows: number) {
  const db = await emptyDatabase();
  await db.database.query(sql`create table words (id integer primary key, word text)`);
  await db.database.query(sql`
    insert into words select n, 'word ' || n || repeat('.', 100) from generate_series(1, ${rows}::int) n`);
  return db;
}

Deno.test("copyOut() and copyIn() carry every text, also after the connection was idle", async () => {
  await using db = await aTableOfWords(0);
  const odd = ["", "\\N", "a\tb\nc\r\\", "রহিম", null, "\u{1F5A8}"];
  await db.database.query(sql`
    insert into words select ordinality, word from unnest(${odd}::text[]) with ordinality as w (word)`);
  const lines: Uint8Array[] = [];
  await inTransaction(db.database, async (tx) => {
    await new Promise((wake) => setTimeout(wake, 20));
    const content = copyOut(tx, words);
    let next = await content.next();
    for (; !next.done; next = await content.next()) lines.push(next.value);
    assertEquals(next.value, odd.length);
    await tx.query(sql`delete from words`);
    await new Promise((wake) => setTimeout(wake, 20));
    assertEquals(await copyIn(tx, words, ReadableStream.from(lines)), odd.length);
  });
  const rows = await db.database.query<{ word: string }[]>(sql`select word from words order by id`);
  assertEquals(rows.map(({ word }) => word), odd);
});

Deno.test("copyOut() waits for a slow reader and lets one go that stops", async () => {
  await using db = await aTableOfWords(50_000); // some 6 MB
  const stopped = inTransaction(db.database, async (tx) => {
    for await (const block of copyOut(tx, words)) {
      await new Promise((wake) => setTimeout(wake, 20)); // it does not pile up meanwhile
      if (block.length > 2_000_000) throw new Error(`read ahead ${block.length} bytes`);
      throw new Error("enough");
    }
  });
  assertMatch((await thrownBy(() => stopped)).message, /^enough$/);
  let rows = 0;
  await inTransaction(db.database, async (tx) => {
    for await (const block of copyOut(tx, words)) {
      await new Promise((wake) => setTimeout(wake, 1));
      rows += new TextDecoder().decode(block).split("\n").length - 1;
    }
  });
  assertEquals(rows, 50_000);
});

Deno.test("copyIn() keeps nothing when its source fails or a row is refused", async () => {
  await using db = await aTableOfWords(0);
  const fill = (content: () => AsyncGenerator<Uint8Array>) =>
    thrownBy(() => inTransaction(db.database, (tx) => copyIn(tx, words, content())));
  const line = (text: string) => new TextEncoder().encode(`${text}\n`);
  const failed = await fill(async function* () {
    yield line("1\tone");
    await new Promise((wake) => setTimeout(wake, 5));
    throw new Error("the disk is gone");
  });
  assertEquals(failed.message, "the disk is gone");
  const refused = await fill(async function* () {
    yield line("1\tone");
    yield line("1\tone again");
    await Promise.resolve();
  });
  assertMatch(refused.message, /duplicate key/);
  const [{ count }] = await db.database.query<[{ count: number }]>(sql`
    select count(*) from words`);
  assertEquals(count, 0);
});
