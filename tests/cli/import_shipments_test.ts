import sql from "sql-template-tag";
import { readTable } from "../../domain/files/read_table.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

const good = "tests/data/shipments.csv";
const bad = "tests/data/shipments-bad.csv";

Deno.test("shipment import reports every bad row, by default and with --skip-bad", async (t) => {
  await using office = await openOffice();
  const report = `${office.folder}/refused.csv`;

  await t.step(
    "every bad row with line, column, value and reason; nothing written: 3",
    async () => {
      const { code, stdout } = await office.run("shipment", "import", bad, "--report", report);
      assertEquals(code, 3);
      for (const line of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18]) {
        assertMatch(stdout, new RegExp(`^line ${line}, [a-z_]+( "[^"]+")?: .{10,}$`, "m"));
      }
      assertMatch(stdout, /^line 7, purchase_value "1\.23E\+05": must be a number$/m);
      assertMatch(stdout, /^16 of 17 rows refused; nothing was written\.$/m);
      assertEquals(await office.count("shipments"), 0);
      const [run] = await office.database.query<
        [{ kind: string; file_name: string; rows: number }]
      >(
        sql`select kind, file_name, (counts->>'bad_rows')::int as rows from import_runs`,
      );
      assertEquals(run, { kind: "shipments", file_name: "shipments-bad.csv", rows: 16 });
    },
  );

  await t.step("the refused rows are a file with the original columns and the reason", async () => {
    const rows = await Array.fromAsync(readTable(report));
    const original = await Array.fromAsync(readTable(bad));
    assertEquals(rows.length, 16);
    const { error, ...cells } = rows[0].cells;
    assertEquals(cells, original[0].cells);
    assertMatch(error, /^supplier: names no supplier/);
    assert(rows.every(({ cells }) => cells.error.length > 10));
  });

  await t.step("--skip-bad takes the good ones, the formula as text", async () => {
    const { code, data } = await office.json("shipment", "import", bad, "--skip-bad");
    assertEquals([code, data.created, data.bad_rows], [3, 1, 16]);
    const [item] = await office.database.query<[{ product_name: string }]>(
      sql`select product_name from shipment_items`,
    );
    assertEquals(item.product_name, '=HYPERLINK("http://x")');
  });

  await t.step("what was refused can be mended and sent again", async () => {
    const text = await Deno.readTextFile(report);
    const mended = text.replace("Supplier Nobody", "Supplier One").replace(
      "2026-02-30",
      "2026-02-28",
    );
    const path = await office.file(mended);
    const { data } = await office.json(
      "shipment",
      "import",
      path,
      "--skip-bad",
      "--report",
      report,
    );
    assertEquals([data.created, data.bad_rows], [2, 14]);
  });
});

Deno.test("a refused record is whole in the report, and its text comes back as it was", async () => {
  await using office = await openOffice();
  const header = "external_ref,supplier,product_name,ordered_qty\n";
  const path = await office.file(
    `${header}A,Supplier One,=1+1,1\nA,Supplier One,Wiper,none\nB,Supplier One,Damper,1,extra\nC,Supplier One,-x,3\n`,
  );
  const report = `${office.folder}/refused.csv`;
  const first = await office.json("shipment", "import", path, "--skip-bad", "--report", report);
  assertEquals([first.code, first.data.created, first.data.bad_rows], [3, 1, 2]);
  const rows = await Array.fromAsync(readTable(report));
  assertEquals(rows.map(({ cells }) => cells.product_name), ["'=1+1", "Wiper", "Damper"]);
  assertMatch(rows[0].cells.error, /another row of A was refused/);
  assertMatch(rows[2].cells.error, /cell 5/);

  await Deno.writeTextFile(report, (await Deno.readTextFile(report)).replace("none", "2"));
  const again = await office.json("shipment", "import", report);
  assertEquals([again.code, again.data.created], [0, 2]);
  const items = await office.database.query<{ product_name: string }[]>(
    sql`select product_name from shipment_items order by product_name`,
  );
  assertEquals(items.map((item) => item.product_name), ["=1+1", "Damper", "Wiper", "-x"].sort());
});

Deno.test("shipments of hundreds of items come in whole, in the order of the file", async () => {
  await using office = await openOffice();
  const sizes = [300, 1, 500, 1, 260, 250, 700, 1];
  const rows = sizes.flatMap((size, of) =>
    Array.from({ length: size }, (_, item) => `S${of},Supplier One,Part ${item},${item + 1}`)
  );
  const path = await office.file(
    ["external_ref,supplier,product_name,ordered_qty", ...rows, ""].join("\n"),
  );
  const { code, data } = await office.json("shipment", "import", path);
  assertEquals([code, data.created], [0, sizes.length]);
  const written = await office.database.query<{ items: number; pieces: number }[]>(sql`
    select count(*)::int as items, sum(i.ordered_qty)::int as pieces
    from shipments s join shipment_items i on i.shipment_id = s.id group by s.id order by s.id`);
  assertEquals(
    written,
    sizes.map((size) => ({ items: size, pieces: size * (size + 1) / 2 })),
  );
});

Deno.test("control totals let a file in or keep it out", async (t) => {
  await using office = await openOffice();
  const run = (...args: string[]) => office.run("shipment", "import", good, ...args);

  await t.step("rows or amounts that do not agree: 3, nothing written", async () => {
    const rows = await run("--expect-rows", "11");
    assertEquals(rows.code, 3);
    assertMatch(rows.stdout, /The file has 10 rows, 11 are expected\./);
    const total = await run("--expect-total", "USD=123080.01,CNY=21207.60");
    assertEquals(total.code, 3);
    assertMatch(total.stdout, /The file comes to USD 123080, 123080\.01 is expected\./);
    assertEquals((await run("--expect-total", "EUR=5", "--skip-bad")).code, 3);
    assertEquals(await office.count("shipments"), 0);
  });
  await t.step("those that agree: 0, and again 0 with nothing new", async () => {
    const expect = ["--expect-rows", "10", "--expect-total", "usd=123080.00,CNY=21207.6"];
    assertEquals((await run(...expect)).code, 0);
    assertEquals((await run(...expect)).code, 0);
    assertEquals([await office.count("shipments"), await office.count("import_runs")], [3, 5]);
  });
  await t.step("a dry run leaves no trace; wrongly called: 2", async () => {
    const other = await office.file(
      (await Deno.readTextFile(good)).replaceAll("PI-2026", "PI-2027"),
    );
    const { code, data } = await office.json("shipment", "import", other, "--dry-run");
    assertEquals([code, data.created, data.dry_run], [0, 3, true]);
    assertEquals([await office.count("shipments"), await office.count("import_runs")], [3, 5]);
    for (const wrong of [["--expect-rows", "ten"], ["--expect-total", "123"], ["--nonsense"]]) {
      assertEquals((await run(...wrong)).code, 2);
    }
    assertEquals((await office.run("shipment", "import", "/nowhere.csv")).code, 2);
  });
  await t.step("other content under a reference: 4", async () => {
    const text = (await Deno.readTextFile(good)).replaceAll("41800.00", "41900.00");
    const { code, stdout } = await office.run("shipment", "import", await office.file(text));
    assertEquals(code, 4);
    assertMatch(stdout, /conflict: SHP-\d{4}-\d{6} was imported under this reference/);
  });
});

Deno.test("a file that breaks off is refused as a whole, also with --skip-bad", async () => {
  await using office = await openOffice();
  const path = await office.file(
    'external_ref,supplier,product_name,ordered_qty\nA,Supplier One,One,1\nA,Supplier One,"Two,1\n',
  );
  const { code, data } = await office.json("shipment", "import", path, "--skip-bad");
  assertEquals([code, data.created, data.nothing_written], [3, 0, true]);
  assertEquals(await office.count("shipments"), 0);
});
