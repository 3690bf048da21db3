import sql, { raw } from "sql-template-tag";
import { listedBy } from "../../api/http/list_file.ts";
import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { may, type Permission, roles } from "../../domain/access/access.ts";
import { type Caller, type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsOf } from "../support/spreadsheet.ts";

const lists = areas(testOptions).flatMap(({ routes }) => routes)
  .filter((route) => listedBy(route) && !route.path.startsWith("/reports/"));

async function office() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  for (const tag of ["0", "1", "2"]) await oneOfEverything(owner, tag);
  const file = async ({ token }: Caller, path: string) => {
    const answer = await app.app.request(`http://localhost/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assertEquals(answer.status, 200, path);
    return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  return { ...db, app, owner, file };
}

/** Every row, two at a time where the list has pages. */
async function allRows(caller: Caller, path: string): Promise<Json[]> {
  const { body: whole } = await caller.get(`${path}&limit=200`);
  if (whole.meta && !("next_cursor" in whole.meta)) return whole.data;
  const rows = [];
  let cursor = "";
  do {
    const { status, body } = await caller.get(`${path}&limit=2${cursor && `&cursor=${cursor}`}`);
    assertEquals(status, 200, `${path}: ${JSON.stringify(body)}`);
    rows.push(...body.data);
    cursor = body.meta?.next_cursor;
  } while (cursor);
  return rows;
}

/** As a cell holds it. */
function cell(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) {
    return value.join(", ");
  }
  if (value !== null && typeof value === "object") return JSON.stringify(value);
  return String(value ?? "").replace(/^=/, "'=");
}

Deno.test("every list of a record comes as CSV and XLSX, of what its reader sees", async (t) => {
  await using shop = await office();
  assert(lists.length > 5, "there are lists");
  for (const role of ["owner", "store", "engineer"] as const) {
    const caller = await shop.app.as(role);
    for (const route of lists) {
      const { may: needs } = route.spec;
      if (needs !== "signed_in" && !may({ role }, needs as Permission)) continue;
      await t.step(`${route.path} for ${role}`, async () => {
        const only = route.path === "/audit" ? "&entity=customer,product,supplier" : ""; // taking it away is noted there
        const path = `${route.path.replace(":id", "1")}?sort=id${only}`;
        const record = listedBy(route)!;
        const columns = record.seenBy({ role })
          .filter((name) => !["many", "one"].includes(record.fields[name].kind));
        const rows = await allRows(caller, path);
        const told = rows.map((row) =>
          Object.fromEntries(columns.map((name) => [name, cell(row[name])]))
        );
        const lines = new TextDecoder().decode(
          (await shop.file(caller, `${path}&format=ndjson&limit=1`)).bytes,
        ).split("\n");
        assertEquals(lines.pop(), "");
        assertEquals(lines.map((line) => JSON.parse(line)), rows, "ndjson");
        for (const format of ["csv", "xlsx"]) {
          const { bytes } = await shop.file(caller, `${path}&format=${format}&limit=1`);
          const cells = (await rowsOf(bytes)).map(({ cells }) => cells);
          assertEquals(cells, format === "csv" ? told : told.map(armed), format);
        }
      });
    }
  }
});

function armed(row: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name, text.replace(/^'=/, "=")]),
  );
}

Deno.test("a list's file keeps filters and sort, and says what it is", async () => {
  await using shop = await office();
  const { owner } = shop;
  const name = '=HYPERLINK("http://x";"y")';
  assertEquals((await owner.put("/products/1", { name })).status, 200);
  const { headers, bytes } = await shop.file(owner, "/products?format=csv&sort=-name&limit=1");
  assertEquals(headers.get("content-type"), "text/csv; charset=utf-8");
  assertMatch(
    headers.get("content-disposition")!,
    /^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"/,
  );
  const names = (await rowsOf(bytes)).map(({ cells }) => cells.name);
  assertEquals(names.length, (await owner.get("/products?include_total=true")).body.meta.total);
  assertEquals(names.at(-1), `'${name}`);
  const found = await shop.file(owner, "/products?format=csv&search=HYPERLINK");
  assertEquals((await rowsOf(found.bytes)).length, 1);
  const wrong = await owner.get("/products?format=csv&sort=nothing");
  assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["sort"]]);
  assertEquals((await owner.get("/products?format=pdf")).status, 422);
  assertEquals((await owner.call("HEAD", "/products?format=xlsx")).status, 200);
});

Deno.test("the OpenAPI document says of every such list that it comes as a file", async () => {
  const { paths }: Json = await openApiDocument(areas(testOptions));
  for (const { path } of lists) {
    const { parameters, responses } = paths[path.replace(/:(\w+)/g, "{$1}")].get;
    assert(parameters.some(({ name }: Json) => name === "format"), path);
    assertEquals(Object.keys(responses[200].content).sort(), [
      "application/json",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/x-ndjson",
      "text/csv; charset=utf-8",
    ]);
  }
});

Deno.test("what a role may not see is no column of its files", async () => {
  await using shop = await office();
  for (const role of roles) {
    const caller = await shop.app.as(role);
    const { bytes } = await shop.file(caller, "/products?format=csv");
    const [{ cells }] = await rowsOf(bytes);
    assertEquals("purchase_price" in cells, may({ role }, "costs.read"), role);
  }
});

Deno.test("what stands beside the rows is read once for a whole file, however many batches it has", async (t) => {
  await using shop = await office();
  const old = await shop.owner.post("/customers", { name: "Old", opening_balance: 5 });
  const of = `customer_id=${old.body.data.id}`;
  await shop.database.query(sql`drop trigger customer_ledger_one_opening on customer_ledger`);
  const again = (table: string, where: string) =>
    shop.database.query(sql`
      insert into ${raw(table)} overriding system value
      select (jsonb_populate_record(null::${raw(table)}, to_jsonb(e) || jsonb_build_object(
        'id', e.id + 1000 + g, 'reference_no', e.reference_no || '-' || g))).*
      from (select * from ${raw(table)} where ${
      raw(where)
    } limit 1) e, generate_series(1, 4100) g`);
  const paths = [
    "/suppliers/1/ledger?",
    "/import-logistics/supplier-ledger?",
    `/customers/${old.body.data.id}/ledger?`,
    "/reports/supplier-statement?supplier_id=1&",
    `/reports/customer-statement?${of}&`,
    "/reports/stock-card?product_id=1&",
  ];
  const statementsOf = async (path: string) => {
    const before = shop.database.statements.count;
    await shop.file(shop.owner, `${path}format=csv`);
    return shop.database.statements.count - before;
  };
  const short = new Map<string, number>();
  for (const path of paths) short.set(path, await statementsOf(path));
  await again("supplier_ledger", "supplier_id = 1 and reverses_id is null");
  await again("customer_ledger", `${of} and type = 'opening'`);
  await again("stock_movements", "product_id = 1 and reverses_id is null");
  for (const path of paths) {
    // two more batches are two more fetches
    await t.step(path, async () => assertEquals(await statementsOf(path), short.get(path)! + 2));
  }
});
