import sql from "sql-template-tag";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("receipt add, approve and post bring what came of a shipment into stock", async (t) => {
  await using office = await openOffice();
  for (const kind of ["product", "shipment"]) {
    assertEquals((await office.run(kind, "import", `tests/data/${kind}s.csv`)).code, 0);
  }
  const stock = async () =>
    await office.database.query(sql`
      select stock_qty::text as stock from products where sku in ('000451', 'PH-I3200-U1')
      order by sku`);
  const before = await stock();
  const code = async (...args: string[]) => (await office.run("receipt", ...args)).code;

  await t.step("add refuses what it cannot mean, and keeps nothing of a dry run", async () => {
    assertEquals(await code("add", "PI-2026-0422"), 2);
    assertEquals(await code("add", "PI-2026-0422", "PH-I3200-U1=3"), 2, "of another shipment");
    assertEquals(await code("add", "PI-2026-0422", "000451"), 2);
    assertEquals(await code("add", "PI-2026-9999", "000451=1"), 5);
    assertEquals(await code("add", "PI-2026-0422", "000451=many"), 3);
    assertEquals(await code("add", "PI-2026-0422", "000451=1001"), 4, "more than was shipped");
    assertEquals(await code("add", "PI-2026-0422", "000451=1000", "--dry-run"), 0);
    assertEquals(await office.database.query(sql`select 1 from receipts`), []);
  });

  await t.step("add notes a draft, approve and post do the rest", async () => {
    const added = await office.run("receipt", "add", "pi-2026-0422", "000451=1000");
    assertEquals(added.code, 5, "the supplier's own number is taken letter by letter");
    const { data } = await office.json("receipt", "add", "PI-2026-0422", "000451=998");
    assertEquals([data.status, Number(data.received_qty)], ["draft", 998]);
    assertEquals(await code("approve"), 2);
    const approved = await office.run("receipt", "approve", data.reference_no);
    assertEquals([approved.code, approved.stdout], [0, `${data.reference_no} approved\n`]);
    const again = await office.run("receipt", "approve", String(data.id));
    assertEquals(again.code, 4);
    assertMatch(again.stdout, /refused: Conflict: receipt RCP-\d{4}-\d+ is already approved/);
    const posted = await office.json("receipt", "post", "--all-approved");
    assertEquals(posted.data.receipts, [{
      id: data.id,
      reference_no: data.reference_no,
      posted: true,
    }]);
    assertEquals(before, [{ stock: "240.000" }, { stock: "6.000" }]);
    assertEquals(await stock(), [{ stock: "1238.000" }, { stock: "6.000" }]);
  });
});
