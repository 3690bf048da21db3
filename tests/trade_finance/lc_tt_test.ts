import sql from "sql-template-tag";
import { business, businessDate } from "../../domain/business/business.ts";
import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { desk } from "../support/trade_finance.ts";

const today = businessDate();
const inDays = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();

Deno.test("createLcTt() takes the client's names and fills in the rest", async (t) => {
  await using d = await desk();

  await t.step("aliases, any case, the supplier's currency", async () => {
    const made = await d.owner.post("/lc-tt", {
      supplier_id: String(d.supplier_id),
      payment_type: "lc",
      lc_number: " 0042 ",
      lc_value: "100000.5",
      exchange_rate: 120.125,
      margin_percent: 10,
      tolerance_percent: 5,
      charges: 2500.5,
      bank_name: "City Bank",
      issue_date: "2026-01-05",
    });
    assertEquals(made.status, 201);
    const { data } = made.body;
    assertEquals(made.headers.get("location"), `/api/v1/lc-tt/${data.id}`);
    assertEquals(data.reference_no, "LCT-2026-000001");
    assertEquals(data.title, "Machine Works · LC 0042");
    assertEquals(
      [data.type, data.status, data.reference_number, data.currency],
      ["LC", "draft", "0042", "USD"],
    );
    // 100000.5 × 120.125 = 12012560.0625
    assertEquals([data.amount, data.exchange_rate, data.amount_local], [
      100000.5,
      120.125,
      12012560.06,
    ]);
    assertEquals([data.margin_amount, data.margin_amount_local], [10000.05, 1201256.01]);
    assertEquals([data.limit_amount, data.drawn, data.available], [105000.525, 0, 105000.525]);
    assertEquals([data.utilisation_percent, data.charges, data.charges_booked], [0, 2500.5, 0]);
    assertEquals([data.shipment_id, data.shipment_count, data.shipments], [null, 0, []]);
    assertEquals([data.settlements, data.settled, data.exchange_difference], [[], 0, 0]);
    assertEquals(data.history.map((row: Json) => [row.from, row.to]), [[null, "draft"]]);
    assertEquals((await d.owner.get(`/lc-tt/${data.id}`)).body.data, data);
  });

  await t.step(
    "a transfer in local currency needs no rate, a foreign one may come later",
    async () => {
      const local = await d.open({
        type: "T/T",
        currency: business.localCurrency,
        exchange_rate: undefined,
        amount: 10.25,
      });
      assertEquals([local.exchange_rate, local.amount_local], [1, 10.25]);
      const later = await d.open({ type: "documents against payment", exchange_rate: null });
      assertEquals([later.type, later.exchange_rate, later.amount_local], ["DP", null, null]);
    },
  );

  const refused: [string, Json, string[]][] = [
    ["nothing", { supplier_id: null, type: null, amount: null }, ["supplier_id", "type", "amount"]],
    ["an unknown supplier", { supplier_id: 99 }, ["supplier_id"]],
    ["an unknown kind", { type: "cash" }, ["type"]],
    ["no amount", { amount: 0 }, ["amount"]],
    ["a negative tolerance", { tolerance_percent: -1 }, ["tolerance_percent"]],
    ["a local rate", { currency: business.localCurrency }, ["exchange_rate"]],
    [
      "thousandths of local currency",
      { currency: business.localCurrency, exchange_rate: 1, amount: 1.005 },
      ["amount"],
    ],
    ["an amount out of range", { amount: 99999999999, exchange_rate: 1000 }, ["amount"]],
    ["thousandths of charges", { charges: 1.005 }, ["charges"]],
    ["a date that is none", { expiry_date: "2026-02-30" }, ["expiry_date"]],
    [
      "dates the wrong way round",
      {
        issue_date: "2026-03-01",
        expiry_date: "2026-02-28",
        latest_shipment_date: "2026-03-02",
      },
      ["expiry_date", "latest_shipment_date"],
    ],
    ["an unknown shipment", { shipment_id: 99 }, ["shipment_id"]],
  ];
  for (const [name, fields, names] of refused) {
    await t.step(`refuses ${name}`, async () => {
      const { status, body } = await d.ask(fields);
      assertEquals([status, Object.keys(body.errors)], [422, names], body.detail);
    });
  }

  await t.step("one day is enough for all three dates", async () => {
    const day = { issue_date: today, expiry_date: today, latest_shipment_date: today };
    assertEquals((await d.ask(day)).status, 201);
  });
});

Deno.test("findLcTt() tells how near the dates are", async () => {
  await using d = await desk();
  const alerts = (lc: Json) => [
    lc.expires_in_days,
    lc.latest_shipment_in_days,
    lc.expired,
    lc.shipment_overdue,
  ];
  const soon = await d.open({ expiry_date: inDays(30), latest_shipment_date: inDays(-1) });
  assertEquals(alerts(soon), [30, -1, false, true]);
  const lastDay = await d.open({ expiry_date: today, latest_shipment_date: today });
  assertEquals(alerts(lastDay), [0, 0, false, false]);
  const past = await d.open({ expiry_date: inDays(-1) });
  assertEquals(alerts(past), [-1, null, true, false]);
  await d.move(soon.id, "shipped");
  assertEquals(alerts(await d.read(soon.id)), [30, -1, false, false]);
  await d.move(past.id, "closed");
  assertEquals(alerts(await d.read(past.id)), [null, null, false, false]);
});

Deno.test("listLcTt() filters, sorts and pages in one statement", async (t) => {
  await using d = await desk();
  await d.open({ reference_number: "A-1", expiry_date: inDays(10), issue_date: "2026-01-10" }); // 1
  await d.open({ type: "TT", amount: 5, bank_name: "City Bank", expiry_date: inDays(11) }); // 2
  await d.open({ supplier_id: d.other_id, expiry_date: inDays(-1), issue_date: "2026-02-10" }); // 3
  await d.open({ currency: "CNY", exchange_rate: 16, amount: 70 }); // 4
  await d.open({ type: "DP", expiry_date: inDays(1) }); // 5
  await d.move(5, "closed");
  await d.ship(400, { lc_tt_id: 1 });
  const found = async (query: string) =>
    (await d.owner.get(`/lc-tt?${query}`)).body.data.map((row: Json) => row.id);

  const queries: [string, number[]][] = [
    ["", [5, 4, 3, 2, 1]],
    ["type=tt,dp", [5, 2]],
    ["status=closed", [5]],
    ["status=draft,closed&type=LC", [4, 3, 1]],
    [`supplier_id=${d.other_id}`, [3]],
    ["currency=cny", [4]],
    ["open=true", [4, 3, 2, 1]],
    ["open=false", [5]],
    ["expiring_within=10", [1]],
    ["expiring_within=11", [2, 1]],
    ["search=a-1", [1]],
    ["search=city", [2]],
    ["search=board", [3]],
    ["search=LCT-", [5, 4, 3, 2, 1]],
    ["from=2026-01-10&to=2026-02-09", [1]],
    [`from=${today}`, [5, 4, 2]],
    ["sort=amount", [2, 4, 1, 3, 5]],
    ["sort=expiry_date", [3, 5, 1, 2, 4]],
    ["sort=-expiry_date", [2, 1, 5, 3, 4]],
    ["sort=-issue_date&limit=2", [3, 1]],
    ["sort=-status&limit=1", [5]],
  ];
  for (const [query, ids] of queries) {
    await t.step(query || "everything", async () => assertEquals(await found(query), ids));
  }

  await t.step("a row shows what shipments draw", async () => {
    const [row] = (await d.owner.get("/lc-tt?search=a-1")).body.data;
    assertEquals(
      [row.drawn, row.available, row.utilisation_percent, row.shipment_id, row.shipment_count],
      [400, 600, 40, 1, 1],
    );
  });

  await t.step("pages by cursor", async () => {
    const first = await d.owner.get("/lc-tt?limit=2&include_total=true&sort=expiry_date");
    assertEquals(first.body.meta.total, 5);
    const { next_cursor } = first.body.meta;
    assertEquals(await found(`limit=2&sort=expiry_date&cursor=${next_cursor}`), [1, 2]);
  });

  await t.step("one statement", async () => {
    const before = d.database.statements.count;
    await d.owner.get("/lc-tt?include_total=true");
    assertEquals(d.database.statements.count - before, 1 + 1); // 1: the session
  });

  await t.step("wrong filters are 422", async () => {
    for (
      const query of ["type=cash", "status=lost", "open=maybe", "expiring_within=-1", "sort=bank"]
    ) {
      assertEquals((await d.owner.get(`/lc-tt?${query}`)).status, 422, query);
    }
  });
});

Deno.test("updateLcTt() changes what is sent while nothing stands on it", async (t) => {
  await using d = await desk();
  const { id } = await d.open({ notes: "x", expiry_date: "2026-06-30" });
  const change = (fields: Json, headers?: Record<string, string>) =>
    d.owner.patch(`/lc-tt/${id}`, fields, headers);

  await t.step("null clears, blank leaves alone, amendments are history", async () => {
    const { status, body } = await change({
      lc_number: "77",
      lc_value: 1200,
      notes: null,
      bank_name: "",
      expiry_date: "2026-07-31",
      tolerance_percent: 10,
    }, { "if-match": '"1"' });
    assertEquals([status, body.data.version], [200, 2]);
    assertEquals(
      [body.data.reference_number, body.data.notes, body.data.limit_amount],
      ["77", null, 1320],
    );
    assertEquals(
      body.data.history.slice(1).map((row: Json) => [row.field, row.from, row.to]),
      [["amount", "1000", "1200"], ["expiry_date", "2026-06-30", "2026-07-31"]],
    );
    assertEquals((await change({ tolerance_percent: null })).body.data.tolerance_percent, 0);
    assertEquals((await change({})).body.data.version, 3);
    assertEquals((await change({ notes: "y" }, { "if-match": '"1"' })).status, 412);
  });

  await t.step("dates are judged with those that stay", async () => {
    const { status, body } = await change({ issue_date: "2026-08-01" });
    assertEquals([status, Object.keys(body.errors)], [422, ["expiry_date"]]);
  });

  await t.step("another currency needs its own rate; a cleared one is the supplier's", async () => {
    assertEquals((await change({ currency: "CNY" })).body.data.exchange_rate, null);
    const back = (await change({ currency: null, exchange_rate: 121 })).body.data;
    assertEquals([back.currency, back.exchange_rate], ["USD", 121]);
    assertEquals((await change({ currency: null })).body.data.exchange_rate, 121);
    const local = await change({ currency: business.localCurrency });
    assertEquals([local.body.data.exchange_rate, local.status], [1, 200]);
    await change({ currency: "USD", exchange_rate: 120 });
  });

  await t.step("the kind until it is opened", async () => {
    assertEquals((await change({ type: "TT" })).body.data.type, "TT");
    await change({ type: "LC" });
    await d.move(id, "lc_opened");
    const { status, body } = await change({ type: "TT" });
    assertEquals([status, body.code, body.field], [409, "record_in_use", "type"]);
    assertEquals((await change({ type: "LC" })).status, 200);
  });

  await t.step("supplier and currency until a shipment is linked", async () => {
    assertEquals((await change({ supplier_id: d.other_id })).status, 200);
    assertEquals((await change({ supplier_id: d.supplier_id })).status, 200);
    const shipment = await d.ship(100, { lc_tt_id: id });
    for (const fields of [{ supplier_id: d.other_id }, { currency: "CNY" }]) {
      const { status, body } = await change(fields);
      assertEquals([status, body.code], [409, "record_in_use"]);
      assertMatch(body.message, new RegExp(shipment.reference_no));
    }
    assertEquals((await change({ exchange_rate: 122 })).status, 200);
  });

  await t.step("the rate until a payment is posted", async () => {
    await d.move(id, "released", { post_to_ledger: true });
    const { status, body } = await change({ exchange_rate: 123 });
    assertEquals([status, body.code, body.field], [409, "record_in_use", "exchange_rate"]);
    const less = await change({ amount: 99 });
    assertEquals([less.status, less.body.code], [409, "lc_limit_exceeded"]);
    await d.link((await d.read(id)).shipment_id, null);
    const paid = await change({ amount: 99 });
    assertEquals([paid.status, paid.body.code], [409, "settlement_exceeds_amount"]);
    assertEquals((await change({ amount: 100 })).status, 200);
  });

  await t.step("not once it is closed", async () => {
    await d.move(id, "closed");
    const { status, body } = await change({ notes: "late" });
    assertEquals([status, body.code], [409, "lc_tt_closed"]);
    assertEquals((await d.owner.patch("/lc-tt/99", { notes: "x" })).status, 404);
  });

  await t.step("every change is in the audit", async () => {
    const [{ actions }] = await d.database.query<[{ actions: string[] }]>(sql`
      select array_agg(distinct action order by action) as actions
      from audit_log where entity = 'lc_tt' and entity_id = ${id}`);
    assertEquals(actions, ["lc_tt.change_status", "lc_tt.create", "lc_tt.update"]);
  });
});
