import { verifyBooks } from "../../domain/books/verify_books.ts";
import { actorWith, testAuditKeys, testOptions } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { takeOver } from "./year/cast.ts";
import { assertEvening, assertProfits, lastDay } from "./year/evening.ts";
import * as firstHalf from "./year/first_half.ts";
import * as secondHalf from "./year/second_half.ts";
import * as yearEnd from "./year/year_end.ts";

const deeds = { ...firstHalf, ...secondHalf };
const names = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
const months = names.map((_, at) => `2025-${String(at + 1).padStart(2, "0")}`);
const year = { from: "2025-01-01", to: "2025-12-31" };

/**
 * A year of the business over HTTP. Every figure is worked out beside the service, in `year/`, from what is
 * sent and the rules in docs/, and compared with every report on the evening of each month.
 */
Deno.test("a year of business: every report says what was worked out beside it", async (t) => {
  await using db = await freshDatabase();
  const cast = await takeOver(db.database);
  const { office } = cast;
  for (const [at, name] of names.entries()) {
    await t.step(name, async () => {
      await deeds[name](cast);
      await assertEvening(office, lastDay(months[at]));
      await office.close(lastDay(months[at]));
    });
  }
  await t.step(
    "nothing more is dated into a month that is closed",
    () => yearEnd.assertClosed(cast, "2025-12-31", "2026-01-01"),
  );
  await t.step(
    "opened again by its owner for a bill of June, the months around it stand",
    async () => {
      await office.close("2025-05-31", "The electricity of June was forgotten");
      await office.spend("2025-06-29", "6120", "1310", "18340.75");
      await office.close("2025-12-31");
      for (const month of months) await assertEvening(office, lastDay(month));
    },
  );
  await t.step("what was earned, by month, in the year, and by product", async () => {
    await assertProfits(office, months, year);
    await yearEnd.assertMargins(office, year);
    await yearEnd.assertTaxes(office, year);
    await yearEnd.assertFlows(office, year);
  });
  await t.step(
    "shipments are closed today, and every party, document and account agrees",
    async () => {
      const { today } = actorWith("owner");
      for (const shipment of [cast.sea, cast.air, cast.courier]) await shipment.close(today);
      await assertEvening(office, today);
      await yearEnd.assertParties(office);
      await yearEnd.assertDocuments(cast);
      await yearEnd.assertCheques(cast);
      await yearEnd.assertChart(office, today);
    },
  );
  await t.step("the books are whole", async () => {
    const options = { uploads: testOptions.uploads, keys: testAuditKeys };
    const { checks } = await verifyBooks(db.database, actorWith("owner"), options);
    assertEquals(checks.filter(({ ok }) => !ok), []);
  });
});
