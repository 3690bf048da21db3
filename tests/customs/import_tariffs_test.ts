import sql from "sql-template-tag";
import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

const sample = "tests/data/customs_tariff.csv";

Deno.test("the sample of the tariff is imported once, and never written over", async () => {
  await using office = await openOffice();
  const first = await office.json("customs", "import", sample);
  assertEquals([first.code, first.data.created], [0, 6]);
  const [row] = await office.database.query<[Json]>(sql`
    select vat_percent::float8::text as vat, ait_percent::float8::text as ait, at_percent::float8::text as at
    from customs_tariffs where code = '847330'`);
  assertEquals(row, { vat: "0", ait: "2", at: "7.5" });
  const again = await office.json("customs", "import", sample);
  assertEquals([again.code, again.data.created, again.data.unchanged], [0, 0, 6]);

  const text = await Deno.readTextFile(new URL(`../../${sample}`, import.meta.url));
  const changed = text.replace(
    "8534.00,Printed circuits,pcs,2026-07-01,5",
    "85.34.00,Printed circuits,pcs,2026-07-01,6",
  );
  const other = await office.run("customs", "import", await office.file(changed));
  assertEquals(other.code, 4);
  assertMatch(other.stdout + other.stderr, /conflict: this was imported before with other content/);
  const wrong = "hs_code,valid_from,cd_percent\nink,2026-07-01,5\n8534,soon,-1\n";
  const bad = await office.run("customs", "import", await office.file(wrong));
  assertEquals(bad.code, 3);
  assertMatch(bad.stdout + bad.stderr, /hs_code[^]*valid_from/);
});
