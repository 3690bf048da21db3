import sql from "sql-template-tag";
import { Chance } from "../../domain/demo/chance.ts";
import { containing } from "../../domain/records/look_up.ts";
import { insertUser, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const signs = [..."aB1২é-./_ %\\|'"];
const chance = new Chance(1);
const text = (longest: number) =>
  Array.from({ length: chance.from(1, longest) }, () => chance.pick(signs)).join("").trim();

Deno.test("the list of pieces finds what a serial or its key contains, by an index of neither", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const serials = Array.from({ length: 2_000 }, () => text(9)).filter((serial) => serial !== "");
  await database.query(sql`insert into serials (serial)
    select unnest(${serials}::text[]) on conflict do nothing`);
  const owner = await testApp(database).signedIn(await insertUser(database, "owner"), "owner");
  let found = 0;
  for (let n = 0; n < 150; n++) {
    const searched = (n % 2 ? text(3) : serials[n].slice(n % 3).toLowerCase()).trim();
    if (searched === "") continue;
    const pattern = containing(searched);
    const hasKey = /[\p{L}\p{N}]/u.test(searched);
    const expected = await database.query<{ serial: string }[]>(sql`
      select serial from serials where serial ilike ${pattern}
        or (${hasKey} and serial_key like serial_key(${pattern})) order by id desc limit 200`);
    const { body } = await owner.get(`/serials?limit=200&search=${encodeURIComponent(searched)}`);
    assertEquals(
      body.data.map(({ serial }: { serial: string }) => serial),
      expected.map(({ serial }) => serial),
      JSON.stringify(searched),
    );
    found += expected.length;
  }
  assert(found > 1_000, `${found} pieces found in all`);
});
