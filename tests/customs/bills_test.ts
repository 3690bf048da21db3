import sql from "sql-template-tag";
import { verifyBooks } from "../../domain/books/verify_books.ts";
import { actorWith, type Json, testAuditKeys, testOptions } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  done,
  made,
  SHIPMENTS,
  warehouse,
} from "../support/receiving.ts";

const TARIFFS = "/import-logistics/customs-tariffs";
const BILLS = "/import-logistics/bills-of-entry";
const levies = ["cd", "rd", "sd", "vat", "at", "ait"];

/** A tariff of three codes, and a shipment of ink (two items), a board and a machine, in dollars. */
async function customsHouse() {
  const db = await freshDatabase();
  const w = await warehouse(db.database);
  const rows = [
    ["3215.19", "25/3/0/15/7.5/5"],
    ["8534.00", "5/0/0/15/7.5/5"],
    ["8443.39.10", "1/0/0/15/7.5/5"],
  ];
  for (const [hs_code, rates] of rows) {
    const percent = rates.split("/").map((each, i) => [`${levies[i]}_percent`, Number(each)]);
    made(
      await w.owner.post(TARIFFS, {
        hs_code,
        valid_from: "2026-07-01",
        ...Object.fromEntries(percent),
      }),
    );
  }
  await w.owner.put("/settings", { books_start: "2025-01-01", backdate_days: 3650 });
  const item = (product_name: string, purchase_value: number, hs_code: string) => ({
    product_name,
    ordered_qty: 10,
    purchase_value,
    hs_code,
  });
  const shipment = await w.ship([
    item("Cyan ink", 600, "3215.19.00"),
    item("Magenta ink", 200, "3215.19.00"),
    item("Main board", 1000, "8534.00.00"),
    item("Printer", 9000, "8443.39.10"),
  ], { currency: "USD", exchange_rate: 122.5, shipment_mode: "sea" });
  const [cyan, magenta, board, printer] = shipment.items.map(({ id }: Json) => id as number);
  return { ...db, w, shipment, cyan, magenta, board, printer };
}

const bill = (shipment_id: number, lines: Json[], more: Json = {}) => ({
  shipment_id,
  office: "301",
  number: "c796229",
  entry_date: "2026-07-14",
  lines,
  ...more,
});

Deno.test("no levy crosses the lines of a bill of entry", async (t) => {
  await using house = await customsHouse();
  const { w, shipment, cyan, magenta, board, printer } = house;
  const lines = [
    { hs_code: "3215.19.00", shipment_item_ids: [cyan, magenta], assessable_value: 100000.01 },
    { hs_code: "8534.00", shipment_item_ids: [board], assessable_value: 125000 },
    { hs_code: "8443.39.10", shipment_item_ids: [printer], assessable_value: 1100000 },
  ];
  let id = 0;

  await t.step("an item without a code has its product's", async () => {
    const product = made(
      await w.owner.post("/products", { name: "Head board", unit: "pcs", hs_code: "8534.00" }),
    );
    const other = await w.ship([
      { product_id: product.id, product_name: "Board", ordered_qty: 1, purchase_value: 10 },
    ]);
    const [item] = other.items;
    assertEquals(item.hs_code, "8534.00");
    const costs = `/import-logistics/shipments/${other.id}/costs`;
    made(await w.accounts.post(costs, { cost_head: "customs_duty", amount: 10 }));
    const { data: [row] } = (await w.accounts.get(`/reports/duty?shipment_id=${other.id}`)).body;
    assertEquals([row.levy, row.hs_code, row.posted], ["cd", "8534.00", 10]);
  });

  await t.step("an estimate of the shipment is kept", async () => {
    const path = `${SHIPMENTS}/${shipment.id}/duty-estimate`;
    assertInvalid(await w.accounts.post(path, { date: "2026-07-10" }), "customs_rate");
    const estimate = done(
      await w.accounts.post(path, { date: "2026-07-10", customs_rate: 121.5 }),
    );
    // 600 USD with 20 % freight and 1 % insurance, at 121.5, 1 % landing: 89,091.09
    const [first] = estimate.lines;
    assertEquals([first.assessable_value, first.tariff_hs_code], [89091.09, "3215.19"]);
    assertEquals([first.cd, first.rd, first.vat], [22272.77, 2672.73, 17105.49]);
    // 726 USD at the bank's 122.5, and CD and RD; VAT, AT and AIT come back
    assertEquals([first.landed_value, first.landed_unit_cost], [113880.5, 11388.05]);
    assertEquals(estimate.missing, []);
  });

  await t.step("what customs did not say is worked out, and nothing is booked", async () => {
    const entered = made(await w.accounts.post(BILLS, bill(shipment.id, lines)));
    id = entered.id;
    assertMatch(entered.reference_no, /^BOE-2026-000001$/);
    assertEquals([entered.number, entered.status, entered.bill_type], ["C796229", "draft", "IM 4"]);
    const [ink, boards, machine] = entered.lines;
    assertEquals(levies.map((levy) => ink[levy]), [25000, 3000, 0, 19200, 9600, 5000]);
    assertEquals(levies.map((levy) => boards[levy]), [6250, 0, 0, 19687.5, 9843.75, 6250]);
    assertEquals(levies.map((levy) => machine[levy]), [11000, 0, 0, 166650, 83325, 55000]);
    assertEquals(entered.cd, 42250);
    assertEquals(entered.total, 419806.25);
    assertEquals(done(await w.owner.get(`${SHIPMENTS}/${shipment.id}`)).costs, []);
  });

  await t.step("what customs said stands, and what is off the tariff is told", async () => {
    const assessed = { ...lines[0], cd: 25001, rd: 3002.5 };
    const corrected = done(
      await w.accounts.put(`${BILLS}/${id}`, { lines: [assessed, lines[1], lines[2]] }),
    );
    const [ink] = corrected.lines;
    assertEquals([ink.cd, ink.computed_cd, ink.rd], [25001, 25000, 3002.5]);
    assertEquals(ink.differences, [{ levy: "rd", assessed: 3002.5, computed: 3000 }]);
    assertInvalid(await w.accounts.put(`${BILLS}/${id}`, { entry_date: "2026-07-13" }), "lines");
  });

  await t.step("posting makes a cost of each levy, each item bearing its own line's", async () => {
    const posted = done(await w.accounts.post(`${BILLS}/${id}/post`, { entry_date: "2026-07-16" }));
    assertEquals(posted.status, "posted");
    const { costs, items } = done(await w.owner.get(`${SHIPMENTS}/${shipment.id}`));
    const found = costs.map((cost: Json) => [cost.cost_head, cost.amount, cost.capitalise]);
    assertEquals(found.sort(), [
      ["ait", 66250, false],
      ["at", 102769.01, false],
      ["customs_duty", 42251, true],
      ["regulatory_duty", 3002.5, true],
      ["vat", 205538.03, false], // on what was assessed: 19,200.53 of ink
    ]);
    const duty = costs.find((cost: Json) => cost.cost_head === "customs_duty");
    assertEquals(duty.reference, "C796229");
    // of ink's own 25,001: three quarters and one quarter, by value
    assertEquals(duty.shares, [
      { shipment_item_id: cyan, amount: 18750.75 },
      { shipment_item_id: magenta, amount: 6250.25 },
      { shipment_item_id: board, amount: 6250 },
      { shipment_item_id: printer, amount: 11000 },
    ]);
    const landed = items.map((item: Json) => item.landed_value);
    // purchase at 122.5 and what never comes back of its own line
    assertEquals(landed, [94502.63, 31500.87, 128750, 1113500]);
    assertRefused(await w.accounts.post(`${BILLS}/${id}/post`, {}), 409, "record_in_use");
    assertRefused(await w.accounts.put(`${BILLS}/${id}`, { lines }), 409, "record_in_use");
    const paid = {
      challan_number: "R 88123",
      challan_date: "2026-07-16",
      challan_amount: 419810.54,
    };
    assertEquals(done(await w.accounts.put(`${BILLS}/${id}`, paid)).challan_number, "R 88123");
  });

  await t.step("the report has estimate, assessment and posting side by side", async () => {
    const { data, meta } = (await w.accounts.get(`/reports/duty?shipment_id=${shipment.id}`)).body;
    const of = (item: number, levy: string) =>
      data.filter((row: Json) => row.shipment_item_id === item && row.levy === levy)
        .map(({ estimated, computed, assessed, posted }: Json) => [
          estimated,
          computed,
          assessed,
          posted,
        ]);
    assertEquals(of(cyan, "cd"), [[22272.77, 18750, 18750.75, 18750.75]]);
    assertEquals(of(magenta, "rd"), [[890.91, 750, 750.62, 750.62]]); // the odd poisha is the larger one's
    assertEquals(of(printer, "vat"), [[202459.5, 166650, 166650, 166650]]);
    assertEquals(meta.totals.posted, 419810.54);
    assertEquals(meta.totals.assessed, 419810.54);
  });

  await t.step("taxes that come back stand in their accounts, the books are whole", async () => {
    const { data } = (await w.owner.get("/reports/advance-taxes")).body;
    assertEquals(data.map((row: Json) => [row.reference_no, row.at, row.ait]), [
      ["C796229", 102769.01, 66250],
    ]);
    const books = await verifyBooks(house.database, actorWith("system"), {
      uploads: testOptions.uploads,
      keys: testAuditKeys,
    });
    assertEquals(books.checks.filter(({ ok }) => !ok), []);
  });

  await t.step(
    "the same number is not entered twice, but again once it was taken back",
    async () => {
      const again = bill(shipment.id, lines, { number: "C 796229" });
      assertRefused(await w.accounts.post(BILLS, again), 409, "duplicate_reference");
      const reversed = done(await w.accounts.post(`${BILLS}/${id}/reverse`, { reason: "wrong" }));
      assertEquals(reversed.status, "reversed");
      const { items } = done(await w.owner.get(`${SHIPMENTS}/${shipment.id}`));
      assertEquals(items.map((item: Json) => item.landed_value), [73500, 24500, 122500, 1102500]);
      made(await w.accounts.post(BILLS, again));
      assertRefused(
        await w.accounts.post(`${BILLS}/${id}/reverse`, { reason: "x" }),
        409,
        "not_reversible",
      );
    },
  );
});

Deno.test("who settles finally bears VAT and AT as cost", async () => {
  await using house = await customsHouse();
  const { w, shipment, printer } = house;
  const terms = {
    valid_from: "2026-07-01",
    landing_percent: 1,
    sea_freight_percent: 20,
    air_freight_percent: 15,
    insurance_percent: 1,
    settlement: true,
  };
  done(await w.accounts.post("/import-logistics/customs-terms", terms));
  const line = { hs_code: "8443.39.10", shipment_item_ids: [printer], assessable_value: 1100000 };
  const { id } = made(await w.accounts.post(BILLS, bill(shipment.id, [line])));
  done(await w.accounts.post(`${BILLS}/${id}/post`, { entry_date: "2026-07-16" }));
  const { items } = done(await w.owner.get(`${SHIPMENTS}/${shipment.id}`));
  assertEquals(items[3].landed_value, 1102500 + 11000 + 166650 + 83325);
});

Deno.test("a bill that cannot be right is refused, field by field", async () => {
  await using house = await customsHouse();
  const { w, shipment, cyan, board } = house;
  const send = (lines: Json[], more: Json = {}) =>
    w.accounts.post(BILLS, bill(shipment.id, lines, more));
  const ink = { hs_code: "3215.19", shipment_item_ids: [cyan], assessable_value: 100 };
  assertInvalid(await send([ink], { shipment_id: 999 }), "shipment_id");
  assertInvalid(await send([{ ...ink, shipment_item_ids: [999] }]), "lines.0.shipment_item_ids.0");
  assertInvalid(await send([ink, ink]), "lines.1.shipment_item_ids.0");
  assertInvalid(await send([{ ...ink, hs_code: "ink" }]), "lines.0.hs_code");
  assertInvalid(await send([ink], { office: "Dhaka" }), "office");
  assertInvalid(await send([ink], { importer_bin: "123" }), "importer_bin");
  assertInvalid(await send([ink], { invoice_value: 10 }), "currency");
  assertInvalid(await send([]), "lines");
  const unknown = { hs_code: "9999.00", shipment_item_ids: [board], assessable_value: 100 };
  assertInvalid(await send([unknown]), ...levies.map((levy) => `lines.0.${levy}`));
  const assessed = Object.fromEntries(levies.map((levy) => [levy, 1]));
  const [line] = made(await send([{ ...unknown, ...assessed }])).lines;
  assertEquals([line.cd, line.computed_cd, line.differences], [1, null, []]);
  // before the tariff began there are no rates
  const early = { entry_date: "2026-06-30", number: "C1" };
  assertInvalid(await send([ink], early), ...levies.map((levy) => `lines.0.${levy}`));
  assertRefused(await w.store.post(BILLS, bill(shipment.id, [ink])), 403, "forbidden");
  assertEquals((await w.store.get(BILLS)).status, 403);
});

Deno.test("an estimate of goods that are not bought yet writes nothing", async (t) => {
  await using house = await customsHouse();
  const { w } = house;
  const estimate = (body: Json) => w.accounts.post("/import-logistics/duty-estimates", body);
  const date = "2026-07-20";

  await t.step("by the value that customs would assess", async () => {
    const line = { hs_code: "8534.00", quantity: 1, assessable_value: 1239945.42 };
    const { lines: [found], duty } = done(await estimate({ date, lines: [line] }));
    assertEquals(levies.map((levy) => found[levy]), [61997.27, 0, 0, 195291.4, 97645.7, 61997.27]);
    assertEquals([duty, found.landed_value], [416931.65, null]);
  });
  await t.step("with freight and insurance that are known, shared by value", async () => {
    const body = {
      date,
      customs_rate: 120,
      exchange_rate: 125,
      freight: 100,
      insurance: 10,
      lines: [
        { hs_code: "8534.00", quantity: 4, unit_price: 75 },
        { hs_code: "3215.19", quantity: 7, unit_price: 100 },
      ],
    };
    const { lines: [board] } = done(await estimate(body));
    // (300 + 30 + 3) × 120 × 1.01 = 40,359.60; duty 2,017.98; 333 × 125 and that, of four
    assertEquals([board.assessable_value, board.cd], [40359.6, 2017.98]);
    assertEquals(board.landed_unit_cost, 10910.745);
  });
  await t.step("by air, by the latest rate of customs, by the product's code", async () => {
    done(await w.owner.put("/rates", { currency: "CNY", date: "2026-07-01", customs: 17 }));
    const product = made(await w.owner.post("/products", { name: "Board", hs_code: "85340000" }));
    const lines = [{ product_id: product.id, quantity: 1, unit_price: 1000 }];
    const { lines: [line], customs_rate } = done(
      await estimate({ date, mode: "air", currency: "CNY", lines }),
    );
    assertEquals([customs_rate, line.tariff_hs_code, line.description], [17, "8534.00", "Board"]);
    assertEquals(line.assessable_value, 19917.2); // 1,160 × 17 × 1.01
  });
  await t.step("what the tariff does not know counts nothing, and is named", async () => {
    const lines = [{ hs_code: "9999.00", quantity: 1, assessable_value: 100 }];
    const { missing, duty } = done(await estimate({ date, lines }));
    assertEquals([missing, duty], [["9999.00"], 0]);
    assertInvalid(
      await estimate({ date, lines: [{ quantity: 1, unit_price: 1 }] }),
      "lines.0.hs_code",
    );
    assertInvalid(
      await estimate({ date, lines: [{ hs_code: "8534", quantity: 1 }] }),
      "lines.0.unit_price",
    );
    assertInvalid(
      await estimate({
        date,
        currency: "JPY",
        lines: [{ hs_code: "8534", quantity: 1, unit_price: 5 }],
      }),
      "customs_rate",
    );
  });
  const [{ rows }] = await house.database.query<[{ rows: number }]>(
    sql`select count(*) as rows from duty_estimates`,
  );
  assertEquals(rows, 0);
});

Deno.test("an amount per unit needs to know how many, and nothing is estimated that is not known", async () => {
  await using house = await customsHouse();
  const { w, cyan } = house;
  const amount = { hs_code: "3215.90", valid_from: "2026-07-01", unit: "kg", cd_per_unit: 12.5 };
  made(await w.accounts.post(TARIFFS, amount));
  const line = { hs_code: "3215.90", shipment_item_ids: [cyan], assessable_value: 100 };
  const send = (more: Json) =>
    w.accounts.post(BILLS, bill(house.shipment.id, [{ ...line, ...more }], { number: "C5" }));
  assertInvalid(await send({}), "lines.0.quantity");
  const [entered] = made(await send({ quantity: 8 })).lines;
  assertEquals([entered.cd, entered.computed_cd], [100, 100]);

  const shipment = await w.ship([
    {
      product_name: "Nothing yet",
      ordered_qty: 5,
      shipped_qty: 0,
      purchase_value: 0,
      hs_code: "8534",
    },
    { product_name: "Board", ordered_qty: 5, purchase_value: 9, hs_code: "8534.00" },
  ], { currency: "USD", exchange_rate: 120 });
  const asked = { date: "2026-07-10", customs_rate: 120 };
  const { lines, missing } = done(
    await w.accounts.post(`${SHIPMENTS}/${shipment.id}/duty-estimate`, asked),
  );
  assertEquals(lines.map((each: Json) => each.landed_unit_cost === null), [true, false]);
  assertEquals(missing, ["8534"]);
  const kept = await house.database.query<{ id: number }[]>(
    sql`select shipment_item_id as id from duty_estimates`,
  );
  assertEquals(kept.map(({ id }) => id), [shipment.items[1].id]);
});

Deno.test("the tariff says what holds on a day, the longest code first", async () => {
  await using house = await customsHouse();
  const { w } = house;
  const row = { hs_code: "8534", valid_from: "2026-07-01", cd_percent: 99 };
  const general = made(await w.accounts.post(TARIFFS, row));
  assertRefused(
    await w.accounts.post(TARIFFS, { ...row, hs_code: "85.34" }),
    409,
    "duplicate_reference",
  );
  made(
    await w.accounts.post(TARIFFS, { hs_code: "8534.00", valid_from: "2027-07-01", cd_percent: 7 }),
  );
  const dutyOn = async (date: string, hs_code: string) =>
    done(
      await w.accounts.post("/import-logistics/duty-estimates", {
        date,
        lines: [{ hs_code, quantity: 1, assessable_value: 100 }],
      }),
    ).cd;
  assertEquals(await dutyOn("2026-08-01", "8534.00.00"), 5);
  assertEquals(await dutyOn("2027-08-01", "85340000"), 7);
  assertEquals(await dutyOn("2026-08-01", "8534.90"), 99);
  const list = async (query: string) =>
    (await w.accounts.get(`${TARIFFS}?${query}`)).body.data.map((each: Json) => each.hs_code)
      .sort();
  assertEquals(await list("hs_code=85.34"), ["8534", "8534.00", "8534.00"]);
  assertEquals(await list("hs_code=8534&valid_on=2026-08-01"), ["8534", "8534.00"]);
  const path = `${TARIFFS}/${general.id}`;
  assertEquals(done(await w.accounts.put(path, { cd_percent: 10 })).cd_percent, 10);
  assertEquals(await dutyOn("2026-08-01", "8534.90"), 10);
});
