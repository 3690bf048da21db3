import sql from "sql-template-tag";
import { business } from "../../domain/business/business.ts";
import { allReports } from "../../domain/reports/reports.ts";
import { parse } from "../../domain/records/input.ts";
import { readReport } from "../../domain/reports/report.ts";
import stockValuation from "../../domain/reports/stock_valuation.ts";
import { writeList } from "../../domain/records/list_file.ts";
import { actorWith, type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import type { Db } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { cr, dr } from "../../domain/journal/line.ts";
import { openEntry, postEntry } from "../../domain/journal/post_entry.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { freshDatabase } from "../support/db.ts";
import { reportSheet, rowsOf } from "../support/spreadsheet.ts";

const formula = '=HYPERLINK("http://x";"y")';
const filters = "product_id=1&supplier_id=1&customer_id=1&account_id=6&above=0";

/** Three of everything, and names that a spreadsheet would run. */
async function office() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  for (const tag of ["0", "1", "2"]) {
    const { bill } = await oneOfEverything(owner, tag);
    const path = `/import-logistics/bills-of-entry/${bill.id}/post`;
    assertEquals((await owner.post(path, {})).status, 200);
  }
  for (const path of ["/customers/1", "/suppliers/1", "/products/1"]) {
    assertEquals((await owner.put(path, { name: formula })).status, 200);
  }
  const certificate = {
    customer_id: 1,
    kind: "tds",
    certificate_number: formula,
    certificate_date: "2026-01-31",
    amount: 10,
  };
  assertEquals((await owner.post("/tax-certificates", certificate)).status, 201);
  await inTransaction(db.database, async (tx) => {
    const id = await openEntry(tx);
    await postEntry(tx, actorWith("system"), {
      id,
      entry_date: "2026-01-31",
      kind: "expense",
      source: { type: "test", id: null, reference_no: formula },
      narration: formula,
      lines: [
        dr("cash", decimal("115.00")),
        cr("sales", decimal("100.00")),
        cr("vat_output", decimal("15.00")),
        dr("vat_input", decimal("30.00")),
        dr("advance_tax", decimal("5.00")),
        dr("advance_income_tax", decimal("2.50")),
        cr("bank", decimal("37.50")),
      ],
    });
  });
  return { ...db, app, owner };
}

/** Every row, two at a time. */
async function allRows(owner: Caller, path: string): Promise<Json[]> {
  const rows = [];
  let cursor = "";
  do {
    const { status, body } = await owner.get(`${path}&limit=2${cursor && `&cursor=${cursor}`}`);
    assertEquals(status, 200, `${path}: ${JSON.stringify(body)}`);
    rows.push(...body.data);
    cursor = body.meta.next_cursor;
  } while (cursor);
  return rows;
}

async function download({ app, owner }: Awaited<ReturnType<typeof office>>, path: string) {
  const answer = await app.app.request(`http://localhost/api/v1${path}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

Deno.test("every report comes as CSV and XLSX with the rows of its list", async (t) => {
  await using shop = await office();
  for (const { name, record } of allReports) {
    const path = `/reports/${name}?${filters}`;
    const columns = Object.keys(record.schema.shape);
    const rows = await allRows(shop.owner, path);

    await t.step(`${name}: rows hold their schema`, () => {
      assert(rows.length > 0, "no rows to compare");
      for (const row of rows) {
        record.schema.strict().parse(row);
        assertEquals(Object.keys(row).sort(), columns.toSorted());
      }
    });

    await t.step(`${name}.csv`, async () => {
      const { headers, bytes } = await download(shop, `${path}&format=csv&limit=1`);
      assertEquals(headers.get("content-type"), "text/csv; charset=utf-8");
      assertMatch(
        headers.get("content-disposition")!,
        new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"`),
      );
      assertEquals([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
      const read = (await rowsOf(bytes)).map(({ cells }) => cells);
      assertEquals(read, rows.map((row) => cells(columns, row, disarmed)));
    });

    await t.step(`${name}.xlsx`, async () => {
      const { headers, bytes } = await download(shop, `${path}&format=xlsx`);
      assertMatch(headers.get("content-type")!, /spreadsheetml\.sheet$/);
      const read = (await rowsOf(bytes)).map(({ cells }) => cells);
      assertEquals(read, rows.map((row) => cells(columns, row, String)));
    });
  }
});

function cells(columns: string[], row: Json, text: (value: string) => string) {
  return Object.fromEntries(columns.map((name) => {
    const value = row[name] ?? "";
    return [name, typeof value === "string" ? text(value) : String(value)];
  }));
}

function disarmed(text: string): string {
  return text.startsWith("=") ? `'${text}` : text;
}

Deno.test("a headed spreadsheet says whose it is, what, of which time and currency, and its columns in words", async () => {
  await using shop = await office();
  const sheet = async (path: string, columns: string[] = []) =>
    await reportSheet(
      (await download(shop, `/reports/${path}&format=xlsx&headed=true`)).bytes,
      columns,
    );
  const above = async (path: string) => (await sheet(path)).above;
  assertEquals(await above("ageing?side=suppliers&as_of=2026-01-31"), [
    business.name,
    "Ageing",
    "On the evening of 2026-01-31",
    "Side: suppliers",
    "Currency: BDT",
  ]);
  assertEquals(await above("vat-output?from=2026-01-01&to=2026-01-31&limit=1&sort=id"), [
    business.name,
    "VAT output",
    "From 2026-01-01 to 2026-01-31",
    "Currency: BDT",
  ]);
  for (const { name, record } of allReports) {
    const columns = Object.keys(record.schema.shape);
    const { heads, cells: read } = await sheet(`${name}?${filters}`, columns);
    assertEquals(heads.filter((head) => /_|^[a-z]/.test(head)), [], name);
    const rows = await allRows(shop.owner, `/reports/${name}?${filters}`);
    assertEquals(read, rows.map((row) => cells(columns, row, String)), name);
  }
});

Deno.test("a name that is a formula stands in the CSV as text", async () => {
  await using shop = await office();
  const { bytes } = await download(shop, "/reports/stock-valuation?format=csv");
  const line = new TextDecoder().decode(bytes).split("\r\n")[1];
  assert(line.includes(`,"'=HYPERLINK(""http://x"";""y"")",`), line);
  assert(!/(^|,)"?[=+@-][A-Z]/.test(line), line);
});

Deno.test("a file is written from one snapshot, batch by batch, whatever page was asked for", async () => {
  await using db = await freshDatabase();
  const products = 4_500;
  await db.database.query(sql`
    insert into products (sku, name) select 'SKU-' || n, 'Product ' || n
    from generate_series(1, ${products}::integer) n`);
  const actor = actorWith("owner");
  const query = parse(stockValuation.query, { limit: "1", sort: "-sku" });
  const path = await Deno.makeTempFile();
  const before = db.database.statements.count;
  const list = {
    record: stockValuation.record,
    query,
    read: (list: Db, page: typeof query) => readReport(list, actor, stockValuation, page as never),
  };
  await writeList(db.database, actor, list, "csv", path);
  // the limits, the cursor opened, and 4,500 rows by 2,000
  assertEquals(db.database.statements.count - before, 2 + 3);
  const skus = (await rowsOf(await Deno.readFile(path))).map(({ cells }) => cells.sku);
  await Deno.remove(path);
  assertEquals(new Set(skus).size, products);
  assertEquals(skus, skus.toSorted().reverse());
});

Deno.test("a file that is refused is an answer like any other, and none is left behind", async () => {
  await using shop = await office();
  const { owner } = shop;
  const make = Deno.makeTempDir;
  const made: string[] = [];
  // the environment is shared by every worker that runs tests; what Deno offers is this file's own
  Deno.makeTempDir = async (options) => {
    const folder = await make(options);
    made.push(folder);
    return folder;
  };
  try {
    for (const format of ["csv", "xlsx"]) {
      const wrong = await owner.get(`/reports/stock-valuation?format=${format}&sort=nothing`);
      assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["sort"]], format);
    }
    assertEquals((await owner.get("/reports/stock-valuation?format=pdf")).status, 422);
    const sales = await shop.app.as("sales");
    assertEquals((await sales.get("/reports/margins?format=csv")).status, 403);
    assert((await download(shop, "/reports/margins?format=xlsx")).bytes.length > 0, "no file");
    assertEquals((await owner.call("HEAD", "/reports/margins?format=xlsx")).status, 200);
  } finally {
    Deno.makeTempDir = make;
  }
  assert(made.length > 0, "no file was written");
  for (const folder of made) {
    const found = await Deno.stat(folder).then(() => true, () => false);
    assert(!found, `${folder} is left`);
  }
});

Deno.test("a report asks for its permission wherever it is read", async () => {
  await using db = await freshDatabase();
  for (const report of allReports.filter(({ may }) => may === "costs.read")) {
    const refusal = await readReport(db.database, actorWith("sales"), report, {} as never)
      .then(() => undefined, (error) => error);
    assertEquals(refusal.code, "forbidden", report.name);
  }
});
