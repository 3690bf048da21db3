import fc from "fast-check";
import sql from "sql-template-tag";
import rmaTurnaround from "../../domain/reports/rma_turnaround.ts";
import { readReport } from "../../domain/reports/report.ts";
import { parse } from "../../domain/records/input.ts";
import { businessDate } from "../../domain/business/business.ts";
import { daysAtSupplier, turnaroundDays } from "../warranty/case_days.ts";
import { rmaStatuses } from "../../domain/warranty/rma_words.ts";
import type { Database } from "../../domain/db/connect.ts";
import { actorWith, type Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { insertSupplier } from "../support/imports.ts";
import { CLAIMS, done, made, SHIPMENTS, warehouse } from "../support/receiving.ts";
import { daysAgo } from "../sales/shop.ts";

interface Change {
  field: string;
  to: string;
  occurred_at: string;
}

async function insertCase(
  database: Database,
  supplierId: number | null,
  openedAt: string,
  changes: Change[],
): Promise<number> {
  const [{ id }] = await database.query<[{ id: number }]>(sql`
    insert into rmas (reference_no, status, supplier_id, customer_name, machine_model,
      fault_description, created_at)
    values (${`RMA-${crypto.randomUUID().slice(0, 8)}`}, ${changes.at(-1)?.to ?? "draft"},
      ${supplierId}, 'Rahim', 'UV-2513', 'dark', ${openedAt}) returning id`);
  await database.query(sql`
    insert into history (entity, entity_id, field, to_value, recorded_at, occurred_at)
    select 'rma', ${id}::bigint, c.field, c."to", now(), c.occurred_at
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (field text, "to" text, occurred_at timestamptz)`);
  return id;
}

Deno.test("RMA turn-around counts days as the case itself does", async () => {
  await using db = await freshDatabase();
  const supplier = await insertSupplier(db.database);
  const actor = { ...actorWith("owner"), today: "2026-03-31" };
  const instant = fc.integer({ min: 0, max: 80 * 24 }).map((hours) =>
    new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000).toISOString()
  );
  const change = fc.record({
    field: fc.constantFrom("status", "status", "status", "note"),
    to: fc.constantFrom(...rmaStatuses),
    occurred_at: instant,
  });
  await fc.assert(
    fc.asyncProperty(instant, fc.array(change, { maxLength: 12 }), async (openedAt, changes) => {
      await insertCase(
        db.database,
        supplier,
        openedAt,
        changes,
      );
      const query = parse(rmaTurnaround.query, { limit: "1" });
      const { data: [row] } = await readReport(db.database, actor, rmaTurnaround, query as never);
      const openedOn = businessDate(new Date(openedAt));
      assertEquals(
        [row.opened_date, row.days_at_supplier?.toString(), row.turnaround_days?.toString()],
        [
          openedOn,
          daysAtSupplier(changes, actor.today)?.toString(),
          turnaroundDays(changes, openedOn, actor.today).toString(),
        ],
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("RMA turn-around averages sent and finished cases per supplier", async () => {
  await using db = await freshDatabase();
  const { owner } = await warehouse(db.database);
  const other = await insertSupplier(db.database, "Board Maker");
  const at = (days: number, to: string) => ({
    field: "status",
    to,
    occurred_at: `${daysAgo(days)}T06:00:00Z`,
  });
  const opened = (days: number) => `${daysAgo(days)}T05:00:00Z`;
  await insertCase(db.database, 1, opened(30), [
    at(28, "sent_to_supplier"),
    at(8, "received_back"),
    at(5, "delivered_to_customer"),
  ]);
  await insertCase(db.database, 1, opened(20), [at(15, "sent_to_supplier")]);
  await insertCase(db.database, 1, opened(10), [at(9, "cancelled")]);
  await insertCase(db.database, other, opened(7), [at(1, "closed")]);
  await insertCase(db.database, null, opened(3), [at(3, "draft")]);

  const { data, meta } =
    (await owner.get("/reports/rma-turnaround?group_by=supplier&sort=id")).body;
  assertEquals(
    data.map((row: Json) => [
      row.title,
      row.cases,
      row.finished_cases,
      row.days_at_supplier,
      row.turnaround_days,
    ]),
    [
      ["No supplier", 1, 0, null, null],
      ["Supplier One", 3, 1, 17.5, 25],
      ["Board Maker", 1, 1, null, 6],
    ],
  );
  const totals = {
    cases: 5,
    finished_cases: 2,
    average_days_at_supplier: 17.5,
    average_turnaround_days: 15.5,
  };
  assertEquals(meta.totals, totals);
  const cases = (await owner.get("/reports/rma-turnaround")).body;
  assertEquals(cases.meta.totals, totals);
  assertEquals(
    cases.data.map((row: Json) => [row.days_at_supplier, row.turnaround_days]),
    [[null, 3], [null, 6], [null, 1], [15, 20], [20, 25]],
  );
});

/** Four shipments of supplier 1, one of a supplier who has only that, and claims on the first. */
async function delivered(database: Database) {
  const desk = await warehouse(database);
  const { owner } = desk;
  const ship = async (eta: number | null, arrived?: number) => {
    const shipment = await desk.ship([], eta === null ? {} : { eta_chittagong: daysAgo(eta) });
    if (arrived !== undefined) {
      done(
        await owner.patch(`${SHIPMENTS}/${shipment.id}/status`, {
          status: "customs_cleared",
          occurred_at: `${daysAgo(arrived)}T06:00:00Z`,
        }),
      );
    }
    return shipment.id as number;
  };
  const first = await ship(30, 30); // to the day
  const moved = await ship(40, 20);
  done(await owner.patch(`${SHIPMENTS}/${moved}`, { eta_chittagong: daysAgo(15) })); // 20 late all the same
  await ship(10); // still on the way: 10 late
  await ship(-5); // not due
  await ship(null, 3); // promised nothing
  const cancelled = await ship(90);
  done(await owner.patch(`${SHIPMENTS}/${cancelled}/status`, { status: "cancelled" }));

  const claim = async (discrepancy_type: string, estimated_value: number, fields: Json = {}) =>
    made(
      await owner.post(CLAIMS, {
        shipment_id: first,
        discrepancy_type,
        estimated_value,
        ...fields,
      }),
    );
  const resolve = async (id: number, fields: Json) =>
    done(await owner.patch(`${CLAIMS}/${id}/resolve`, fields));
  await resolve((await claim("shortage", 100)).id, { resolution: "credit_note", amount: 80 });
  await resolve((await claim("damage", 50)).id, { resolution: "written_off" });
  await claim("damage", 30);
  await resolve((await claim("quality", 20)).id, { resolution: "replacement" });
  await claim("shortage", 5);
  const taken = await claim("shortage", 999);
  done(await owner.patch(`${CLAIMS}/${taken.id}/cancel`, { reason: "found" }));
  await resolve((await claim("damage", 40, { against: "insurer" })).id, {
    resolution: "insurance",
  });
  return desk;
}

Deno.test("the scorecard holds suppliers to their first promise and to their claims", async () => {
  await using db = await freshDatabase();
  const { owner } = await delivered(db.database);
  await insertSupplier(db.database, "Never used");
  await insertCase(db.database, 1, `${daysAgo(9)}T05:00:00Z`, [
    { field: "status", to: "sent_to_supplier", occurred_at: `${daysAgo(8)}T05:00:00Z` },
  ]);
  const { data, meta } = (await owner.get("/reports/supplier-scorecard")).body;
  assertEquals(data.length, 1);
  const { id, reference_no, ...row } = data[0];
  assertEquals([id, typeof reference_no], [1, "string"]);
  assertEquals(row, {
    title: "Supplier One",
    shipments: 5,
    due_shipments: 3,
    on_time_percent: 33.33,
    average_days_late: 10,
    shortage_claims: 2,
    shortage_value: 105,
    damage_claims: 2,
    damage_value: 80,
    claims: 5,
    claimed: 205,
    recovered: 100,
    recovered_percent: 58.82,
    rmas: 1,
    average_days_at_supplier: 8,
  });
  assertEquals(meta.totals, {
    shipments: 5,
    due_shipments: 3,
    claims: 5,
    claimed: 205,
    recovered: 100,
    rmas: 1,
  });
});

Deno.test("claims recovered: claimed is recovered, written off and open, however it is grouped", async () => {
  await using db = await freshDatabase();
  const { owner } = await delivered(db.database);
  const read = async (query: string) =>
    (await owner.get(`/reports/claims-recovered?${query}`)).body;
  const figures = (row: Json) => [
    row.title,
    row.claims,
    row.claimed,
    row.recovered,
    row.written_off,
    row.open,
    row.recovered_percent,
  ];
  assertEquals((await read("")).data.map(figures), [["Supplier One", 6, 245, 140, 70, 35, 66.67]]);
  assertEquals((await read("group_by=type&sort=id")).data.map(figures), [
    ["Shortage", 2, 105, 80, 20, 5, 80],
    ["Damage", 3, 120, 40, 50, 30, 44.44],
    ["Quality", 1, 20, 20, 0, 0, 100],
  ]);
  const months = await read("group_by=month&against=supplier");
  assertEquals(months.data.map((row: Json) => figures(row).slice(1)), [
    [5, 205, 100, 70, 35, 58.82],
  ]);
  assertEquals(months.meta.totals, {
    claims: 5,
    claimed: 205,
    recovered: 100,
    written_off: 70,
    open: 35,
  });
});
