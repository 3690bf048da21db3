import { z } from "zod";
import { clientRecord } from "../../domain/phones/client_records.ts";
import { type Code, codes, type Kind } from "../../domain/errors.ts";
import { BASE } from "./base.ts";
import { statusOf, titles } from "./problem.ts";

/** A field with its sentence and an example. */
export function told<S extends z.ZodType>(schema: S, description: string, example: unknown): S {
  return schema.meta({ description, examples: [example] });
}

export const words = (description: string, example: string) =>
  told(z.string(), description, example);
const number = (description: string, example: number) => told(z.number(), description, example);
const id = (of: string) => told(z.int(), `The id of ${of}.`, 12);
const list = (description: string, example: string[]) =>
  told(z.array(z.string()), description, example);

/** What refusals say beside the members that all of them have; code by code in `membersOf`. */
const members = {
  allowed: list("What may follow instead.", ["draft"]),
  amount: number("What was asked for.", 5000),
  available: told(z.number().nullable(), "How much of it there is.", 3),
  balance: number("What he owes now.", 48_000),
  balance_after: number("What he would owe.", 53_000),
  cash_only: told(z.boolean(), "That he buys for cash only.", true),
  cheque_id: id("the cheque"),
  claims: list("The claims that name it.", ["CLM-2026-000003"]),
  cost_id: id("the cost"),
  costs: told(z.array(z.int()), "The ids of the costs that name it.", [4]),
  credit_limit: number("How much he may owe.", 50_000),
  current_status: words("What it is now.", "closed"),
  current_version: told(z.int(), "The version of the record now.", 4),
  day: words("The day on which it is short.", "2026-02-14"),
  discrepancies: list("The claims that it is about.", ["CLM-2026-000003"]),
  drawn: number("What shipments would draw.", 120_000),
  due: number("What is due.", 5000),
  duplicate_of_id: id("the entry that is there already"),
  expected_qty: number("How many were still expected.", 10),
  field: words("The field that cannot change.", "currency"),
  fields: list("The fields that were refused.", ["credit_limit"]),
  first_open_day: words("The first day on which something may be entered.", "2026-02-01"),
  hint: words("What to try instead.", "It is 13 digits of a barcode."),
  id: id("the record that is there already"),
  invoice_id: id("the invoice"),
  lc_tt_id: id("the letter of credit"),
  limit: number("The limit, as the settings say it.", 50),
  limit_amount: number("What it may come to.", 100_000),
  line: id("the line"),
  method: words("How it was paid.", "bkash"),
  paid: number("What was paid.", 0),
  permission: words("What it takes.", "limits.exceed"),
  product_id: told(z.int().nullable(), "The id of the product, where it is known.", 5),
  product_name: words("The product.", "Eco-solvent ink cyan 1 l"),
  quantity: number("What was asked for.", 5),
  quota_bytes: told(z.int(), "What one user may send.", 104_857_600),
  receipt_item_id: id("the receipt's line"),
  place_id: id("the place where there is less"),
  place_name: words("That place's name.", "Showroom Banani"),
  receipts: list("The receipts that it is about.", ["RCV-2026-000004"]),
  received_qty: number("How many were said to have come.", 9),
  record: clientRecord.schema.describe("The record that stands for this client_id."),
  reference: words("The number that is known already.", "8A7D6F5E4C"),
  reference_no: told(z.string().nullable(), "What has it already.", "PAY-2026-000012"),
  refunded: number("What was given back.", 500),
  related_id: id("the record that it belongs to"),
  related_type: words("The kind of record that it belongs to.", "shipment"),
  returned: number("What was returned.", 2),
  reversed_by_id: id("the entry that reversed it"),
  scanned: words("What was scanned or typed.", "8901234567890"),
  sent_bytes: told(z.int(), "What was sent already.", 104_000_000),
  serial: words("The serial number.", "SN-100"),
  serial_status: told(z.string().nullable(), "Where that piece is.", "sold"),
  setting: words("The setting that says the limit.", "discount_limit"),
  settled: number("What is paid already.", 90_000),
  shipment_id: id("the shipment"),
  shipment_item_id: id("the shipment's item"),
  short_qty: number("How many were said to be missing.", 2),
  sku: words("Its stock-keeping number.", "INK-CY-1L"),
  sold: number("What was sold.", 5),
  tables: list("The tables that hold records.", ["customers"]),
  totp: told(z.boolean(), "Whether it takes a code of the second factor too.", true),
  total: number("What the invoice comes to.", 53_000),
  wanted: number("How many are wanted.", 5),
} satisfies Record<string, z.ZodType>;

type Member = keyof typeof members;

/** Each may be missing: some refusals of a code know more than others, and roles see different things. */
const membersOf: Partial<Record<Code, readonly Member[]>> = {
  allocation_exceeds_due: ["due", "amount"],
  allocation_exceeds_payment: ["available", "amount"],
  already_reversed: ["reversed_by_id"],
  credit_limit_exceeded: [
    "cash_only",
    "total",
    "paid",
    "credit_limit",
    "balance",
    "balance_after",
  ],
  database_not_empty: ["tables"],
  discrepancy_already_resolved: ["discrepancies"],
  duplicate_bill: ["cost_id", "shipment_id"],
  duplicate_client_id: ["record"],
  duplicate_place: ["field"],
  duplicate_reference: [
    "method",
    "reference",
    "reference_no",
    "id",
    "duplicate_of_id",
    "cheque_id",
  ],
  duplicate_sku: ["sku"],
  forbidden: ["permission"],
  forbidden_fields: ["fields", "permission"],
  insufficient_stock: [
    "product_id",
    "sku",
    "product_name",
    "wanted",
    "available",
    "day",
    "place_id",
    "place_name",
  ],
  invalid_transition: ["allowed", "current_status"],
  item_in_use: ["receipts", "claims", "costs"],
  lc_limit_exceeded: ["lc_tt_id", "limit_amount", "drawn"],
  line_without_product: ["receipt_item_id", "shipment_item_id"],
  not_reversible: ["cheque_id"],
  over_receipt: ["shipment_item_id", "expected_qty", "received_qty", "short_qty"],
  period_closed: ["first_open_day"],
  precondition_failed: ["current_version"],
  record_in_use: ["returned", "refunded", "field"],
  refund_exceeds_payment: ["available", "amount"],
  return_exceeds_sold: ["line", "sold", "available", "quantity"],
  serial_in_stock: ["serial", "serial_status", "product_id"],
  serial_not_in_stock: ["serial", "serial_status", "product_id"],
  settlement_exceeds_amount: ["limit_amount", "settled"],
  shipment_has_open_work: ["receipts", "discrepancies"],
  status_changed: ["current_status"],
  step_up_required: ["totp"],
  ticket_already_billed: ["invoice_id"],
  unknown_code: ["scanned", "hint"],
  upload_already_linked: ["related_type", "related_id"],
  upload_quota_exceeded: ["quota_bytes", "sent_bytes"],
};

/** What is beyond a limit says of each field what it might come to. */
const beyondLimit = {
  setting: members.setting,
  limit: members.limit,
  permission: members.permission,
  operation: words("What a request to a second person calls this write.", "invoice.void"),
  request_at: words("Where such a request is filed (POST).", `${BASE}/approvals/requests`),
  fields: told(
    z.record(z.string(), z.number()),
    "Field by field, what it might come to.",
    { "items.0.unit_price": 425.25 },
  ),
};

function common(codes: string[], status: number) {
  return {
    type: words("Always about:blank: code tells the kinds apart.", "about:blank"),
    title: words("The status in words.", titles[status]),
    status: told(z.literal(status), "The HTTP status.", status),
    detail: words("What is wrong, in a sentence for people.", "the status is closed now."),
    instance: words(
      "The path that was asked for.",
      `${BASE}/import-logistics/rmas/12/status`,
    ),
    code: told(
      z.enum(codes),
      "What is wrong, for programs; it never changes its meaning.",
      codes[0],
    ),
    message: words("The same as detail.", "the status is closed now."),
    errors: told(
      z.record(z.string(), z.array(z.string())).optional(),
      "Field by field, what is wrong with it; items.0.quantity is the first item's.",
      { amount: ["must be above zero"] },
    ),
    request_id: words("Names the request in the log.", "0192f0c1-6d7e-7c9a-b5a1-2f3e4d5c6b7a"),
  };
}

/** What every refusal has; each code may have more. */
export const problem = z.object(common(["internal_error"], 500)).loose();

/** The refusals of a status: a shape for each code that says more, and one for all others together. */
function problemsOf(status: number): z.ZodType {
  const here = (Object.entries(codes) as [Code, Kind][])
    .filter(([, kind]) => statusOf[kind] === status).map(([code]) => code);
  const shapeOf = (code: Code): z.ZodRawShape | undefined =>
    code === "beyond_limit" ? beyondLimit : membersOf[code] &&
      Object.fromEntries(membersOf[code].map((name) => [name, members[name]]));
  const plain: string[] = here.filter((code) => !shapeOf(code));
  if (status === 500) plain.push("internal_error");
  const own = here.filter(shapeOf).map((code) =>
    z.object({ ...common([code], status), ...z.object(shapeOf(code)!).partial().shape })
      .meta({ id: `${code.replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase())}Problem` })
  );
  const others = plain.length === 0
    ? []
    : [z.object(common(plain, status)).meta({ id: `Problem${status}` })];
  const all = [...others, ...own];
  return all.length === 1 ? all[0] : z.discriminatedUnion("code", all as never).meta({
    id: `AnyProblem${status}`,
    description: "Told apart by code.",
  });
}

const made = new Map<number, z.ZodType>();

/** The schema of what is answered with a status from 400 on. */
export function problemSchema(status: number): z.ZodType {
  let schema = made.get(status);
  if (!schema) made.set(status, schema = problemsOf(status));
  return schema;
}
