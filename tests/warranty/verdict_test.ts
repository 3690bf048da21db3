import fc from "fast-check";
import sql from "sql-template-tag";
import { addMonths, daysBetween } from "../../domain/business/calendar.ts";
import { warrantyVerdict } from "../../domain/warranty/verdict.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const date = fc.integer({ min: 0, max: 365 * 150 }).map((days) =>
  Temporal.PlainDate.from("1990-01-01").add({ days }).toString()
);
const months = fc.integer({ min: 0, max: 1200 });

Deno.test("addMonths() takes the last day of a month that is too short", () => {
  assertEquals(addMonths("2026-01-31", 1), "2026-02-28");
  assertEquals(addMonths("2028-01-31", 1), "2028-02-29");
  assertEquals(addMonths("2024-02-29", 12), "2025-02-28");
  assertEquals(addMonths("2025-12-15", 1), "2026-01-15");
  assertEquals(daysBetween("2024-02-28", "2024-03-01"), 2);
  assertEquals(daysBetween("2026-01-02", "2026-01-01"), -1);
});

Deno.test("calendar arithmetic agrees with PostgreSQL's", async () => {
  await using db = await freshDatabase();
  const samples = fc.sample(fc.tuple(date, months, date), 5000);
  const rows = await db.database.query<{ later: string; days: number }[]>(sql`
    select (d + make_interval(months => m))::date as later, e - d as days
    from unnest(${samples.map((s) => s[0])}::date[], ${samples.map((s) => s[1])}::int[],
      ${samples.map((s) => s[2])}::date[]) with ordinality as t (d, m, e, n) order by n`);
  assertEquals(rows.length, samples.length);
  samples.forEach(([from, count, to], i) => {
    assertEquals(addMonths(from, count), rows[i].later);
    assertEquals(daysBetween(from, to), rows[i].days);
  });
});

Deno.test("warrantyVerdict() covers up to and with the last day, and counts down to it", () => {
  const nearEnd = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(date, months, nearEnd, (sold_on, warranty_months, near) => {
      const sale = { invoice_id: 7, sold_on, warranty_months };
      const day = addDays(addMonths(sold_on, warranty_months), near);
      const today = warrantyVerdict(sale, day);
      const tomorrow = warrantyVerdict(sale, addDays(day, 1));
      const end = addMonths(sold_on, warranty_months);
      assertEquals(today.covered, warranty_months > 0 && day <= end);
      assertEquals(today.invoice_id, 7);
      if (today.covered) {
        assertEquals(addDays(day, today.days_left!), end);
        assertEquals(tomorrow.covered, today.days_left! > 0);
        if (tomorrow.covered) assertEquals(tomorrow.days_left, today.days_left! - 1);
      } else {
        assertEquals(today.days_left, 0);
        if (day > sold_on) assertEquals(tomorrow.covered, false, "it never comes back");
      }
      assertMatch(today.reason, new RegExp(`^Sold on ${sold_on} .*\\.$`));
      assertEquals(today.reason.includes("ended"), warranty_months > 0 && !today.covered);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("warrantyVerdict() says so when no sale is known or none had a warranty", () => {
  assertEquals(warrantyVerdict(null, "2026-01-01"), {
    covered: false,
    reason: "No sale of this serial is on record.",
    days_left: null,
    invoice_id: null,
    sold_on: null,
    warranty_months: null,
    warranty_until: null,
    replaces: null,
  });
  const bare = { invoice_id: 1, sold_on: "2026-01-01", warranty_months: 0 };
  assertEquals(warrantyVerdict(bare, "2026-01-01").covered, false);
  assertEquals(
    warrantyVerdict({ ...bare, warranty_months: 1 }, "2026-02-01"),
    {
      covered: true,
      reason: "Sold on 2026-01-01 with 1 month of warranty, until 2026-02-01.",
      days_left: 0,
      invoice_id: 1,
      sold_on: "2026-01-01",
      warranty_months: 1,
      warranty_until: "2026-02-01",
      replaces: null,
    },
  );
});

function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
