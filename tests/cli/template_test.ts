import { readTable } from "../../domain/files/read_table.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("every template imports as it stands, CSV and XLSX alike", async (t) => {
  await using office = await openOffice();
  const out = (name: string) => `${office.folder}/${name}`;

  // in this order: the opening balances are those of the example product and customer
  for (const kind of ["shipment", "supplier", "product", "customer", "ledger", "opening"]) {
    await t.step(kind, async () => {
      const printed = await office.run("template", kind);
      assertEquals(printed.code, 0);
      await office.run("template", kind, "--out", out(`${kind}.csv`));
      await office.run("template", kind, "--out", out(`${kind}.xlsx`));
      const rowsOf = (path: string) => Array.fromAsync(readTable(path));
      const rows = await rowsOf(await office.file(printed.stdout));
      assert(rows.length > 0);
      assertEquals(await rowsOf(out(`${kind}.csv`)), rows);
      assertEquals(await rowsOf(out(`${kind}.xlsx`)), rows);

      const first = await office.json(kind, "import", out(`${kind}.xlsx`));
      assertEquals([first.code, first.data.rows, first.data.ignored_columns], [0, rows.length, []]);
      assert(first.data.created > 0);
      const again = await office.json(kind, "import", out(`${kind}.csv`));
      assertEquals([again.code, again.data.created, again.data.unchanged], [
        0,
        0,
        first.data.created,
      ]);
    });
  }
});
