import type { Role } from "../../domain/access/access.ts";
import { lcTtStatuses } from "../../domain/trade_finance/lc_tt_words.ts";
import { shipmentStatuses } from "../../domain/imports/shipment_words.ts";
import { ticketStatuses } from "../../domain/service/ticket_words.ts";
import { taskStatuses } from "../../domain/tasks/task_words.ts";
import { rmaStatuses } from "../../domain/warranty/rma_words.ts";
import { type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

type Words = readonly string[];

/** Each kind: how one is made, where it is read, how it is moved, and every status there is. */
const kinds = {
  shipment: {
    at: "/import-logistics/shipments",
    body: { supplier_id: 1 },
    words: shipmentStatuses as Words,
    move: (by: Caller, at: string, status: string) =>
      by.patch(`${at}/status`, { status, note: "As is" }),
  },
  rma: {
    at: "/import-logistics/rmas",
    body: { customer_name: "Rahim", board_serial_number: "B-9", fault_description: "dead" },
    words: rmaStatuses as Words,
    move: (by: Caller, at: string, status: string) =>
      by.patch(`${at}/status`, { status, note: "As is" }),
  },
  lc_tt: {
    at: "/lc-tt",
    body: { supplier_id: 1, type: "TT", amount: 5, currency: "USD", exchange_rate: 120 },
    words: lcTtStatuses as Words,
    move: (by: Caller, at: string, status: string) =>
      by.patch(`${at}/status`, { status, note: "As is" }),
  },
  task: {
    at: "/tasks",
    body: { title: "Call the bank" },
    words: taskStatuses as Words,
    move: (by: Caller, at: string, status: string) => by.put(at, { status }),
  },
  ticket: {
    at: "/service-tickets",
    body: { customer_id: 1, problem_description: "No ink" },
    words: ticketStatuses as Words,
    move: (by: Caller, at: string, status: string) => by.put(at, { status }),
  },
};

Deno.test("next_statuses is what the reader may choose next, and nothing else", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await oneOfEverything(owner, "0");
  for (const [name, { at, body, words, move }] of Object.entries(kinds)) {
    for (const role of ["owner", "manager", "store", "service_manager", "sales"] as Role[]) {
      await t.step(`${name} for ${role}`, async () => {
        const reader = await as(role);
        const made = await owner.post(at, body);
        assertEquals(made.status, 201, JSON.stringify(made.body));
        const path = `${at}/${made.body.data.id}`;
        for (let walked = 0; walked < 4; walked++) {
          const found = await reader.get(path);
          if (found.status !== 200) return;
          const { status, next_statuses: next } = found.body.data;
          for (const to of words.filter((word) => word !== status && !next.includes(word))) {
            const refused = await move(reader, path, to);
            assert(refused.status >= 400, `${status} → ${to} is told to nobody, and done`);
          }
          if (next.length === 0) return;
          const to = next.at(walked === 2 ? -1 : Math.floor(next.length / 2));
          const done = await move(reader, path, to);
          assertEquals(done.status, 200, `${status} → ${to}: ${JSON.stringify(done.body)}`);
        }
      });
    }
  }
});

Deno.test("next_statuses knows what hangs on the record: receipts, claims, cheques", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, sales] = [await as("owner"), await as("sales")];
  const all = await oneOfEverything(owner, "0");
  const of = async (path: string, field: string, by = owner): Promise<Json> =>
    (await by.get(path)).body.data[field];
  const shipment = `/import-logistics/shipments/${all.shipment.id}`;
  const { receipts, discrepancies } = (await owner.get(shipment)).body.data;
  const has = (rows: Json[], ...statuses: string[]) =>
    rows.some(({ status }) => statuses.includes(status));
  const next = await of(shipment, "next_statuses");
  assertEquals(next.includes("cancelled"), !has(receipts, "posted"));
  assertEquals(
    next.includes("closed"),
    !has(receipts, "draft", "approved") && !has(discrepancies, "open", "submitted"),
  );
  assertEquals(await of(shipment, "next_statuses", sales), []);
  for (const { id, status } of receipts) {
    const expected = { draft: ["approved", "cancelled"], approved: ["posted", "cancelled"] };
    assertEquals(
      await of(`/import-logistics/receipts/${id}`, "next_statuses"),
      expected[status as "draft"] ?? (status === "posted" ? ["reversed"] : []),
    );
  }
  const cheque = await owner.post("/invoices/receive-payment", {
    customer_id: all.customer.id,
    amount: 5,
    method: "cheque",
    cheque_number: "0042",
    cleared: false,
    cheque_date: "2026-01-01",
  });
  const { next_cheque_states } = cheque.body.data;
  assertEquals(next_cheque_states, ["deposited", "cleared", "bounced", "returned"]);
});
