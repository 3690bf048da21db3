import { areas } from "../../api/routes/mod.ts";
import { listedBy } from "../../api/http/list_file.ts";
import { listedRecords } from "../../cli/listed_records.ts";
import { everyOption } from "../../cli/help.ts";
import { recordCommands } from "../../cli/records.ts";
import { testOptions } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

const routes = areas(testOptions).flatMap(({ routes }) => routes);
const lists = routes.filter((route) =>
  listedBy(route) && route.spec.query && !/:|^\/(auth|reports)\//.test(route.path)
);
const last = (path: string) => path.split("/").at(-1)!;

Deno.test("list and show have every list of the API, with its filters, its rights and its shape", () => {
  assert(lists.length > 30, "the API's lists are read");
  assertEquals(
    listedRecords.map(({ name }) => name).toSorted(),
    lists.map(({ path }) => last(path)).toSorted(),
  );
  for (const { path, spec } of lists) {
    const listed = listedRecords.find(({ name }) => name === last(path))!;
    const one = routes.find((route) =>
      route.method === "GET" && !Array.isArray(route.spec.answer) &&
      route.path.startsWith(`${path}/:`) && /^\/:\w+(\/meta)?$/.test(route.path.slice(path.length))
    );
    assertEquals([listed.may, listed.show !== undefined], [spec.may, one !== undefined], path);
    assert(listed.query === spec.query, `${path}: the list's own filters`);
    assertEquals(listed.record.name, listedBy({ method: "GET", path, spec })!.name, path);
    if (one) {
      assertEquals(one.spec.may, listed.may, one.path);
      assert(listed.show!.detail.schema === one.spec.answer, `${one.path}: the detail's own shape`);
    }
  }
  for (const { name, options = [] } of recordCommands) {
    const names = [...everyOption, ...options].map((option) => option.name);
    assertEquals(new Set(names).size, names.length, `${name}: options`);
  }
});

Deno.test("list and show print what the API answers, as table and as JSON", async (t) => {
  await using office = await openOffice();
  for (const kind of ["product", "customer"]) {
    assertEquals((await office.run(kind, "import", `tests/data/${kind}s.csv`)).code, 0);
  }
  await t.step("a page, the rest of it, and all", async () => {
    const first = await office.json("list", "products", "--limit", "2", "--sort", "id");
    assertEquals(first.data.map(({ id }: { id: number }) => id), [1, 2]);
    const page = await office.run("list", "products", "--limit", "2", "--sort", "id", "--json");
    const [, cursor] = /--cursor (\S+)/.exec(page.stderr)!;
    const second = await office.json(
      ...["list", "products", "--limit", "2", "--sort", "id", "--cursor", cursor],
    );
    assertEquals(second.data.map(({ id }: { id: number }) => id), [3, 4]);
    const all = await office.json("list", "products", "--all", "--sort", "id");
    assertEquals(all.data.length, await office.count("products"));
    assertEquals((await office.run("list", "products", "--all", "--limit", "2")).code, 2);
  });
  await t.step("filters and fields", async () => {
    const { data } = await office.json("list", "products", "--search", "damper", "--fields", "sku");
    assertEquals(data, [{ sku: "000451" }]);
    const { stdout } = await office.run("list", "products", "--fields", "sku,selling_price");
    assertMatch(stdout, /^sku +selling price\n-+ +-+\n/);
    const widths = stdout.trimEnd().split("\n").map((line) => line.length);
    assertEquals(new Set(widths).size, 1, "money ends at the right edge");
    const newest = await office.json("list", "products", "--sort=-id", "--limit", "1");
    assertEquals(newest.data[0].id, await office.count("products"));
    const none = await office.json("list", "customers", "--active", "false");
    assertEquals(none.data, []);
  });
  await t.step("what a list does not know is named: 2", async () => {
    const field = await office.run("list", "products", "--fields", "sku,colour");
    assertEquals(field.code, 2);
    assertMatch(field.stderr, /colour/);
    const filter = await office.run("list", "products", "--colour", "red");
    assertEquals(filter.code, 2);
    assertMatch(filter.stderr, /--colour/);
    assertEquals((await office.run("list", "products", "--limit", "many")).code, 3);
  });
  await t.step("one record; none: 5", async () => {
    const { data } = await office.json("show", "customers", "1");
    assertEquals([data.id, Array.isArray(data.ledger)], [1, true]);
    const name = await office.json("show", "customers", "1", "--fields", "name");
    assertEquals(name.data, { name: data.name });
    assertMatch((await office.run("show", "customers", "1")).stdout, /^reference no: +CUS-/m);
    assertEquals((await office.run("show", "customers", "99")).code, 5);
    assertEquals((await office.run("show", "customers", "x")).code, 3);
    assertEquals((await office.run("show", "customers")).code, 2);
    assertEquals((await office.run("show", "customers", "1", "--fields", "colour")).code, 2);
  });
  await t.step("by the rights of who acts: 3, and no field that he does not see", async () => {
    const add = ["user", "add", "--name", "S", "--role", "store", "--email", "s@example.com"];
    assertEquals((await office.run(...add)).code, 0);
    const as = ["--as", "s@example.com"];
    assertEquals((await office.run("list", "lc-tt", ...as)).code, 3);
    assertEquals((await office.run("show", "users", "1", ...as)).code, 3);
    const { data } = await office.json("list", "products", ...as);
    assertEquals("purchase_price" in data[0], false);
    assertEquals(
      (await office.run("list", "products", "--fields", "purchase_price", ...as)).code,
      2,
    );
  });
  await t.step("every list is read, a page and all of it", async () => {
    for (const { name, list, query } of listedRecords) {
      const page = await list(office.database, office.owner, query.parse({}) as never);
      assert(Array.isArray(Array.isArray(page) ? page : page.data), name);
    }
  });
});
