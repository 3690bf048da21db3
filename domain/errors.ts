/**
 * Every way the domain says no. The kind decides the HTTP status and the exit code (one map in
 * api/http/problem.ts and one in cli/exit.ts); the code is stable and tested; the message is a sentence
 * for a person that names the document.
 */
export type Kind =
  | "abandoned"
  | "malformed"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "not_allowed"
  | "conflict"
  | "precondition"
  | "too_slow"
  | "too_large"
  | "unsupported"
  | "invalid"
  | "throttled"
  | "unavailable";

/** The registry: every code the service can answer with, and the kind it belongs to. */
export const codes = {
  client_closed_request: "abandoned",
  malformed_body: "malformed",
  malformed_request: "malformed",
  missing_token: "unauthenticated",
  invalid_token: "unauthenticated",
  invalid_credentials: "unauthenticated",
  invalid_refresh_token: "unauthenticated",
  totp_required: "unauthenticated",
  forbidden: "forbidden",
  beyond_limit: "forbidden",
  forbidden_fields: "forbidden",
  own_receipt: "forbidden",
  own_request: "forbidden",
  password_change_required: "forbidden",
  step_up_required: "forbidden",
  totp_setup_required: "forbidden",
  setup_code_required: "forbidden",
  not_found: "not_found",
  unknown_code: "not_found",
  method_not_allowed: "not_allowed",
  precondition_failed: "precondition",
  body_too_large: "too_large",
  body_too_slow: "too_slow",
  upload_quota_exceeded: "too_large",
  unsupported_media_type: "unsupported",
  unsupported_file_type: "unsupported",
  invalid_fields: "invalid",
  allocation_basis_missing: "invalid",
  backup_damaged: "invalid",
  backup_key_missing: "invalid",
  backup_unsigned: "invalid",
  allocation_sum: "invalid",
  backdated_too_far: "invalid",
  before_books_start: "invalid",
  date_in_future: "invalid",
  serial_numbers_required: "invalid",
  exactly_one_side: "invalid",
  exchange_rate_missing: "invalid",
  idempotency_key_reused: "invalid",
  too_many_attempts: "throttled",
  database_unavailable: "unavailable",
  busy: "unavailable",
  outcome_unknown: "unavailable",
  storage_unavailable: "unavailable",
  allocation_exceeds_due: "conflict",
  allocation_exceeds_payment: "conflict",
  already_reversed: "conflict",
  already_void: "conflict",
  audit_chain_broken: "conflict",
  backup_currency: "conflict",
  backup_newer: "conflict",
  credit_limit_exceeded: "conflict",
  customer_inactive: "conflict",
  database_not_empty: "conflict",
  discrepancy_already_resolved: "conflict",
  duplicate_account_number: "conflict",
  duplicate_bill: "conflict",
  duplicate_client_id: "conflict",
  duplicate_container: "conflict",
  duplicate_email: "conflict",
  duplicate_employee_code: "conflict",
  duplicate_external_ref: "conflict",
  duplicate_phone: "conflict",
  duplicate_place: "conflict",
  transfer_closed: "conflict",
  duplicate_reference: "conflict",
  duplicate_sku: "conflict",
  idempotency_in_progress: "conflict",
  insufficient_stock: "conflict",
  item_in_use: "conflict",
  invalid_transition: "conflict",
  last_owner: "conflict",
  lc_limit_exceeded: "conflict",
  lc_tt_closed: "conflict",
  line_without_product: "conflict",
  no_owner_yet: "conflict",
  not_reversible: "conflict",
  nothing_to_bill: "conflict",
  over_receipt: "conflict",
  period_closed: "conflict",
  own_account: "conflict",
  owner_exists: "conflict",
  receipt_already_approved: "conflict",
  receipt_already_posted: "conflict",
  receipt_not_approved: "conflict",
  receipt_not_posted: "conflict",
  receipt_cancelled: "conflict",
  record_in_use: "conflict",
  refund_exceeds_payment: "conflict",
  return_exceeds_sold: "conflict",
  rma_closed: "conflict",
  serial_in_stock: "conflict",
  serial_not_in_stock: "conflict",
  settlement_exceeds_amount: "conflict",
  shipment_already_posted: "conflict",
  shipment_closed: "conflict",
  shipment_has_open_work: "conflict",
  status_changed: "conflict",
  ticket_already_billed: "conflict",
  totp_is_on: "conflict",
  totp_not_begun: "conflict",
  ticket_closed: "conflict",
  upload_already_linked: "conflict",
} as const satisfies Record<string, Kind>;

export type Code = keyof typeof codes;

/** Field path → what is wrong with it, in sentences. */
export type FieldErrors = Record<string, string[]>;

export interface RefusalDetails {
  errors?: FieldErrors;
  /** Members added to the answer, such as `allowed` statuses or the quantity available. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** the limit that was reached, by its name */
  limit?: string;
}

/** A refusal with a reason the caller can act on. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly kind: Kind;
  constructor(readonly code: Code, message: string, readonly details: RefusalDetails = {}) {
    super(message);
    this.name = "Refusal";
    this.kind = codes[code];
  }
}

export function notFound(what: string, id?: number | string): Refusal {
  return new Refusal(
    "not_found",
    id === undefined ? `${what} not found.` : `${what} ${id} not found.`,
  );
}

/** A state conflict. The text always contains the word "conflict": the field's client looks for it. */
export function conflict(code: Code, message: string, extra?: Record<string, unknown>): Refusal {
  return new Refusal(code, `Conflict: ${message}`, { extra });
}

export function forbidden(
  message: string,
  code: Code = "forbidden",
  extra?: Record<string, unknown>,
) {
  return new Refusal(code, message, { extra });
}

/** Field errors: `invalid({ sku: "is too long" })`; the code says more where the rule has a name. */
export function invalid(
  fields: Record<string, string | string[]>,
  code: Code = "invalid_fields",
): Refusal {
  const errors = Object.fromEntries(
    Object.entries(fields).map(([field, reason]) => [field, [reason].flat()]),
  );
  const sentence = Object.entries(errors).map(([field, reasons]) =>
    `${field} ${reasons.join(", ")}`
  );
  return new Refusal(code, sentence.join("; ") + ".", { errors });
}
