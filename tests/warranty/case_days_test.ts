import { daysAtSupplier, turnaroundDays } from "./case_days.ts";
import { assertEquals } from "../support/assert.ts";

/** `["05 sent_to_supplier", …]`: what happened on which day of January 2026, at noon in Dhaka. */
function january(...changes: string[]) {
  return changes.map((change) => {
    const [day, to] = change.split(" ");
    return { field: "status", to, occurred_at: `2026-01-${day}T06:00:00.000Z` };
  });
}
const today = "2026-01-31";

Deno.test("daysAtSupplier() counts from the sending until the way back", () => {
  const days = (...changes: string[]) => daysAtSupplier(january(...changes), today);
  assertEquals(days("01 draft"), null);
  assertEquals(days("01 draft", "05 cancelled"), null);
  assertEquals(days("01 draft", "05 sent_to_supplier"), 26);
  assertEquals(days("01 draft", "05 sent_to_supplier", "09 under_repair"), 26);
  assertEquals(days("01 draft", "05 sent_to_supplier", "12 return_in_transit", "20 closed"), 7);
  assertEquals(days("01 draft", "05 sent_to_supplier", "12 received_back"), 7);
  assertEquals(days("01 draft", "05 sent_to_supplier", "12 cancelled"), 7);
  assertEquals(days("01 draft", "05 under_repair", "12 delivered_to_customer"), 7);
});

Deno.test("daysAtSupplier() adds up stays and forgets a sending that was taken back", () => {
  const days = (...changes: string[]) => daysAtSupplier(january(...changes), today);
  assertEquals(days("05 sent_to_supplier", "06 ready_to_send_supplier"), null);
  assertEquals(
    days("05 sent_to_supplier", "06 draft", "10 sent_to_supplier", "12 received_back"),
    2,
  );
  assertEquals(
    days("05 sent_to_supplier", "10 received_back", "15 sent_to_supplier", "18 received_back"),
    8,
  );
  assertEquals(days("10 sent_to_supplier", "08 received_back"), 0);
});

Deno.test("daysAtSupplier() counts business days of the calendar, not UTC's", () => {
  const history = [
    { field: "status", to: "sent_to_supplier", occurred_at: "2026-01-05T17:59:00.000Z" },
    { field: "status", to: "received_back", occurred_at: "2026-01-05T18:01:00.000Z" },
  ];
  assertEquals(daysAtSupplier(history, today), 1);
});

Deno.test("turnaroundDays() runs until the case is settled, and on when it is reopened", () => {
  const days = (...changes: string[]) => turnaroundDays(january(...changes), "2026-01-02", today);
  assertEquals(days("02 draft"), 29);
  assertEquals(days("02 draft", "08 received_back"), 29);
  assertEquals(days("02 draft", "08 delivered_to_customer", "20 closed"), 6);
  assertEquals(days("02 draft", "08 cancelled"), 6);
  assertEquals(days("02 draft", "08 closed", "10 draft"), 29);
  assertEquals(days("02 draft", "08 closed", "10 draft", "12 closed"), 10);
});
