import { areas } from "../../api/routes/mod.ts";
import { may, type Permission, roles } from "../../domain/access/access.ts";
import { codes } from "../../domain/errors.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Caller, type Json, testApp, testOptions } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { arrangeConflicts } from "../support/conflicts.ts";
import { figuresIn, hiddenNames, refuseHidden, secretsOf } from "../support/who_sees.ts";

/** What each conflict tells beside its sentence: a new member is looked at by whoever adds it. */
const tells: Record<string, string[]> = {
  allocation_exceeds_due: ["amount", "due"],
  allocation_exceeds_payment: ["amount", "available"],
  already_reversed: ["reversed_by_id"],
  already_void: [],
  credit_limit_exceeded: ["balance", "balance_after", "cash_only", "credit_limit", "paid", "total"],
  customer_inactive: [],
  discrepancy_already_resolved: [],
  duplicate_client_id: ["record"],
  duplicate_container: [],
  duplicate_email: [],
  duplicate_employee_code: [],
  duplicate_phone: [],
  duplicate_place: ["field"],
  duplicate_sku: ["sku"],
  insufficient_stock: ["available", "day", "product_id", "product_name", "sku", "wanted"],
  invalid_transition: ["allowed", "current_status"],
  item_in_use: ["claims", "costs", "receipts"],
  lc_limit_exceeded: ["drawn", "lc_tt_id", "limit_amount"],
  lc_tt_closed: [],
  line_without_product: ["receipt_item_id", "shipment_item_id"],
  not_reversible: [],
  nothing_to_bill: [],
  over_receipt: ["expected_qty", "received_qty", "shipment_item_id", "short_qty"],
  own_account: [],
  receipt_already_approved: [],
  receipt_already_posted: [],
  receipt_cancelled: [],
  receipt_not_approved: [],
  receipt_not_posted: [],
  record_in_use: ["field"],
  rma_closed: [],
  serial_in_stock: ["product_id", "serial", "serial_status"],
  serial_not_in_stock: ["product_id", "serial", "serial_status"],
  settlement_exceeds_amount: ["limit_amount", "settled"],
  shipment_already_posted: [],
  shipment_closed: [],
  shipment_has_open_work: ["discrepancies", "receipts"],
  status_changed: ["current_status"],
  ticket_already_billed: ["invoice_id"],
  ticket_closed: [],
  totp_not_begun: [],
  transfer_closed: [],
  upload_already_linked: ["related_id", "related_type"],
};

/** Conflicts that no request of one role meets by itself. */
const elsewhere: Record<string, string> = {
  audit_chain_broken: "at the terminal",
  backup_currency: "at the terminal",
  backup_newer: "at the terminal",
  database_not_empty: "at the terminal",
  no_owner_yet: "at the terminal",
  duplicate_external_ref: "of imported files, and a sentence only",
  owner_exists: "nobody is logged in, and a sentence only",
  idempotency_in_progress: "of two requests at once, and a sentence only",
  duplicate_account_number: "of the journal's ground: no route reaches it yet",
  duplicate_bill: "of a bill that was entered: tests/imports/goods_journal_test.ts",
  duplicate_reference: "of the journal's ground: no route reaches it yet",
  period_closed: "of the journal's ground: no route reaches it yet",
  refund_exceeds_payment: "of the journal's ground: no route reaches it yet",
  return_exceeds_sold: "of the journal's ground: no route reaches it yet",
  last_owner: "an owner's own, and a sentence only",
  totp_is_on: "of one's own: tests/staff/totp_test.ts, and a sentence only",
};

/** What every refusal says. */
const usual = "type title status detail instance code message request_id".split(" ");

/**
 * Every kind of conflict, by every role that may ask for it. Nothing is changed by what is refused, so
 * all of them meet the same records.
 */
Deno.test("no conflict tells what its reader may not see", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const callers = new Map<string, Caller>();
  for (const role of roles) callers.set(role, role === "owner" ? owner : await as(role));
  const { conflicts, within, readable } = await arrangeConflicts(app, owner);
  const met = new Map<string, Set<string>>();
  const known = await everythingRead(owner);

  for (const role of roles) {
    await t.step(role, async () => {
      const caller = callers.get(role)!;
      const hidden = hiddenNames(role);
      const secrets = secretsOf(known, await everythingRead(caller));
      if (!may({ role }, "costs.read")) assert(secrets.size > 20, `${secrets.size} secrets`);
      for (const path of within) await owner.put(path, { assigned_to: caller.userId });
      for (const [code, method, path, sent] of conflicts) {
        const place = `${role} ${method} ${path} ${JSON.stringify(sent)}`;
        const body = typeof sent === "function" ? await sent(caller) : sent ?? {};
        const { status, body: said } = await caller.call(
          method,
          path.replace("{me}", String(caller.userId)),
          body,
        );
        const allowed = needs(method, path);
        if (allowed !== "signed_in" && allowed !== "anyone" && !may({ role }, allowed)) {
          assertEquals([status, said.code], [403, "forbidden"], place);
        } else if (status !== 403 && status !== 404) {
          assertEquals([status, said.code], [409, code], `${place}: ${said.detail}`);
          const members = Object.keys(said).filter((name) => !usual.includes(name));
          met.set(code, (met.get(code) ?? new Set()).union(new Set(members)));
        }
        refuseHidden(hidden, said, place);
        const told = figuresIn(said).difference(figuresIn(body));
        assertEquals([...told.intersection(secrets)], [], `${place}: ${JSON.stringify(said)}`);
      }
    });
  }

  async function everythingRead(caller: Caller): Promise<Json[]> {
    const read: Json[] = [];
    for (const path of readable) {
      const { status, body } = await caller.get(path);
      if (status === 200) read.push(body);
    }
    return read;
  }

  await t.step("every conflict was met, and told what is listed", () => {
    const listed = Object.keys({ ...tells, ...elsewhere }).sort();
    const all = Object.entries(codes).filter(([, kind]) => kind === "conflict");
    assertEquals(listed, all.map(([code]) => code).sort());
    const told = [...met].map(([code, members]) => [code, [...members].sort()] as const);
    assertEquals(Object.fromEntries(told.sort()), tells);
  });
});

/** The permission of a path's route. */
function needs(method: string, path: string): Permission | "signed_in" | "anyone" {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path);
  const found = areas(testOptions).flatMap((area) => area.routes).filter((route) =>
    route.method === method && fits(route.path)
  );
  assert(found.length > 0, `${method} ${path}: no route`);
  return (found.find((route) => !route.path.includes(":")) ?? found[0]).spec.may;
}
