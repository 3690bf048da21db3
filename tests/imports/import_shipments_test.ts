import sql from "sql-template-tag";
import { importFile } from "../../domain/bulk_import/import_file.ts";
import { shipmentFile } from "../../domain/imports/import_shipments.ts";
import { createSupplier } from "../../domain/suppliers/create_supplier.ts";
import { supplier } from "../../domain/suppliers/supplier.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Database } from "../../domain/db/connect.ts";
import { parse } from "../../domain/records/input.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { actorWith, insertUser } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

const good = "tests/data/shipments.csv";
const bad = "tests/data/shipments-bad.csv";

async function businessWithSuppliers(database: Database) {
  const actor = actorWith("owner", await insertUser(database, "owner"));
  for (const name of ["Supplier One", "Supplier Two"]) {
    await inTransaction(
      database,
      (tx) => createSupplier(tx, actor, parse(supplier.entry, { name })),
    );
  }
  return actor;
}

const rowsOf = async (database: Database) => {
  const [counts] = await database.query<
    [{ shipments: number; items: number; last: string | null }]
  >(sql`
    select (select count(*) from shipments) as shipments, (select count(*) from shipment_items) as items,
      (select max(reference_no) from shipments) as last`);
  return counts;
};

Deno.test("a good file of shipments is taken once", async (t) => {
  await using db = await freshDatabase();
  const actor = await businessWithSuppliers(db.database);

  await t.step("a dry run counts everything and writes nothing", async () => {
    const outcome = await importFile(db.database, actor, shipmentFile, good, { dryRun: true });
    assertEquals([outcome.rows, outcome.created, outcome.bad_rows], [10, 3, 0]);
    assertEquals(await rowsOf(db.database), { shipments: 0, items: 0, last: null });
  });

  await t.step("all shipments and items are there, exact", async () => {
    const outcome = await importFile(db.database, actor, shipmentFile, good);
    assertEquals([outcome.created, outcome.unchanged], [3, 0]);
    assertEquals(outcome.totals.map((each) => `${each.currency} ${each.amount}`), [
      "USD 123080",
      "CNY 21207.6",
    ]);
    const [first, second] = await db.database.query<Record<string, unknown>[]>(sql`
      select s.external_ref, s.currency, s.exchange_rate, s.status, s.eta_chittagong,
        (select array_agg(sku order by id) from shipment_items where shipment_id = s.id) as skus,
        (select array_agg(product_name order by id) from shipment_items where shipment_id = s.id) as names
      from shipments s order by id`);
    assertEquals(first.external_ref, "PI-2026-0417");
    assertEquals(String(first.exchange_rate), "122.85");
    assertEquals((first.names as string[])[3], "Main board\nflatbed, rev. C");
    assertEquals(second.skus, ["000451", "000452", "000453"]);
  });

  await t.step("the same file again changes nothing", async () => {
    const before = await rowsOf(db.database);
    const outcome = await importFile(db.database, actor, shipmentFile, good);
    assertEquals([outcome.created, outcome.unchanged, outcome.bad_rows], [0, 3, 0]);
    assertEquals(await rowsOf(db.database), before);
  });

  await t.step(
    "the same content in other words and order is unchanged, other content a conflict",
    async () => {
      const path = await Deno.makeTempFile({ suffix: ".csv" });
      const header =
        "supplier;external_ref;sku;product_name;ordered_qty;shipped_qty;unit;purchase_value;weight_kg;" +
        "volume_cbm;hs_code;currency;exchange_rate;shipment_type;shipment_mode;tracking_number;eta;warehouse_name\n";
      const tail = ";CNY;17.24120;Spare Parts;AIR;1762249910;2026-11-28;Main Warehouse\n";
      const rows = [
        "1;PI-2026-0422;000453;Wiper;2000;1985;pcs;4287.6;6;0.03;8443.99" + tail,
        "1;PI-2026-0422;000451;Damper;1000;1000;pcs;7920;14;0.07;8443.99" + tail,
        "1;PI-2026-0422;000452;Capping station;100;100;pcs;9000;22;0.110;8443.99" + tail,
      ];
      await Deno.writeTextFile(path, header + rows.join(""));
      const same = await importFile(db.database, actor, shipmentFile, path);
      assertEquals([same.created, same.unchanged, same.conflicts], [0, 1, 0]);
      await Deno.writeTextFile(path, header + rows.slice(1).join(""));
      const other = await importFile(db.database, actor, shipmentFile, path);
      assertEquals([other.created, other.conflicts, other.problems[0].column], [
        0,
        1,
        "external_ref",
      ]);
      await Deno.remove(path);
    },
  );
});

Deno.test("a bad file of shipments reports every bad row and writes nothing", async (t) => {
  await using db = await freshDatabase();
  const actor = await businessWithSuppliers(db.database);

  await t.step("by default", async () => {
    const outcome = await importFile(db.database, actor, shipmentFile, bad);
    const found = outcome.problems.map(({ line, column }) => `${line} ${column}`);
    assertEquals(found, [
      "2 supplier",
      "3 eta_chittagong",
      "4 eta_chittagong",
      "5 ordered_qty",
      "6 ordered_qty",
      "7 purchase_value",
      "8 purchase_value",
      "9 exchange_rate",
      "10 exchange_rate",
      "11 shipment_mode",
      "12 product_name",
      "13 external_ref",
      "14 purchase_value",
      "15 currency",
      "17 supplier",
      "18 supplier",
    ]);
    assert(outcome.problems.every(({ reason }) => reason.length > 5));
    assertEquals(outcome.problems[5].value, "1.23E+05");
    assertEquals([outcome.created, (await rowsOf(db.database)).shipments], [0, 0]);
    assertEquals(outcome.ignored_columns, ["why_refused"]);
  });

  await t.step("with skipBad the good ones go in, formulas as text", async () => {
    const outcome = await importFile(db.database, actor, shipmentFile, bad, { skipBad: true });
    assertEquals([outcome.created, outcome.bad_rows], [1, 16]);
    const [item] = await db.database.query<[{ product_name: string }]>(
      sql`select product_name from shipment_items`,
    );
    assertEquals(item.product_name, '=HYPERLINK("http://x")');
  });
});

Deno.test("an import of shipments names a missing column and an unreadable file", async () => {
  await using db = await freshDatabase();
  const actor = await businessWithSuppliers(db.database);
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  await Deno.writeTextFile(path, "external_ref,supplier,product_name\nA,1,B\n");
  const lacking = await importFile(db.database, actor, shipmentFile, path);
  assertEquals([lacking.problems[0].column, lacking.created], ["ordered_qty", 0]);
  await Deno.writeTextFile(path, 'external_ref,supplier,product_name,ordered_qty\nA,1,"B,5\n');
  const unclosed = await importFile(db.database, actor, shipmentFile, path);
  assertEquals([unclosed.bad_rows, unclosed.created], [1, 0]);
  await Deno.remove(path);
});
