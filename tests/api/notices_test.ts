import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

const { paths, components }: Json = await openApiDocument(areas(testOptions));

Deno.test("a login says how many failures pass, and when it is open again", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const caller = await as("sales");
  const guess = () =>
    caller.post("/auth/login", { identifier: "nobody@example.com", password: "wrong-guess" });
  const policy = '"account";q=10;w=86400, "address";q=50;w=900';
  let answer = await guess();
  assertEquals([answer.status, answer.headers.get("ratelimit-policy")], [401, policy]);
  assertEquals(answer.headers.get("ratelimit"), null);
  while (answer.status === 401) answer = await guess();
  const wait = answer.headers.get("retry-after");
  assertEquals([answer.status, answer.headers.get("ratelimit-policy")], [429, policy]);
  assertEquals(answer.headers.get("ratelimit"), `"account";r=0;t=${wait}`);
  assert(components.responses.Refused429.headers.RateLimit);
  assert(paths["/auth/login"].post.responses[200].headers["RateLimit-Policy"]);
});

Deno.test("an older name of a path says so, and its newer name", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const older = Object.entries<Json>(paths).filter(([, { get }]) => get?.deprecated);
  assert(older.length >= 4, `${older.length} older names`);
  for (const [path, { get }] of older) {
    const { status, headers } = await owner.get(path);
    assertEquals([status, headers.get("deprecation")], [200, "@1767225600"], path);
    const newer = /^<\/api\/v1(.+)>; rel="successor-version"$/.exec(headers.get("link")!)![1];
    assertEquals((await owner.get(newer)).headers.get("deprecation"), null, newer);
    assert(get.responses[200].headers.Deprecation, path);
  }
});

Deno.test("both ledgers answer both names of day and kind, and are asked by both", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const all = await oneOfEverything(owner, "0");
  for (const name of ["CustomerLedgerEntry", "SupplierLedgerEntry"]) {
    const { date, type, entry_date } = components.schemas[name].properties;
    assertEquals([date.deprecated, type.deprecated, entry_date.deprecated], [
      true,
      true,
      undefined,
    ]);
  }
  for (
    const path of [`/customers/${all.customer.id}/ledger`, "/import-logistics/supplier-ledger"]
  ) {
    const { body } = await owner.get(path);
    assert(body.data.length > 0, path);
    for (const row of body.data) {
      assertEquals([row.date, row.type], [row.entry_date, row.entry_type]);
      assertMatch(row.date, /^\d{4}-\d\d-\d\d$/);
    }
    const of = async (query: string) => {
      const { status, body } = await owner.get(`${path}?${query}`);
      assertEquals([status, body.meta.ignored_query], [200, undefined], query);
      return body.data.map(({ id }: Json) => id);
    };
    const { type } = body.data[0];
    assertEquals(await of(`type=${type}`), await of(`entry_type=${type}`));
    assertEquals(await of("sort=date"), await of("sort=entry_date"));
    assertEquals(await of("entry_date_to=1999-01-01"), []);
  }
});
