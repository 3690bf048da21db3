import { listedBy } from "../../api/http/list_file.ts";
import { querySchema } from "../../api/http/read_request.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

const lists = areas(testOptions).flatMap(({ routes }) => routes)
  .filter((route) =>
    "updated_at" in (listedBy(route)?.schema.shape ?? {}) && "limit" in querySchema(route).shape
  );

Deno.test("every list of records takes ids, updated_since and sort=updated_at", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await oneOfEverything(owner, "1");
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const earlier = new Date(Date.now() - 3_600_000).toISOString();
  assert(lists.length > 30, `${lists.length}`);
  let withRows = 0;
  for (const { path } of lists) {
    await t.step(path, async () => {
      const at = path.replace(/:id/, "1");
      const read = async (query: string): Promise<Json[]> => {
        const { status, body } = await owner.get(`${at}?limit=200&${query}`);
        assertEquals(status, 200, `${query}: ${JSON.stringify(body)}`);
        assertEquals(body.meta.ignored_query, undefined, query);
        return body.data;
      };
      const all = await read("");
      const sorted = await read("sort=updated_at");
      assertEquals(sorted.length, all.length);
      const moments = sorted.map(({ updated_at }) => updated_at);
      assertEquals(moments, moments.toSorted());
      assertEquals((await read(`updated_since=${earlier}`)).length, all.length);
      assertEquals(await read(`updated_since=${later}`), []);
      if (all.length === 0) return;
      withRows++;
      assertEquals((await read(`ids=${all[0].id},999999`)).map(({ id }) => id), [all[0].id]);
      const refused = await owner.get(`${at}?ids=1,x`);
      assertEquals([refused.status, Object.keys(refused.body.errors)], [422, ["ids"]]);
    });
  }
  assert(withRows > 20, `${withRows}`);
});
