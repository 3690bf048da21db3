import type { Approval, Receipt } from "../../core/answers.ts";
import {
  call,
  Card,
  type ComponentChildren,
  date,
  money,
  NoAnswer,
  number,
  useEffect,
  useSignal,
} from "../../kit/mod.ts";
import { Facts, statusWord } from "../../records/mod.ts";
import { codeWord, type ReceiptApproval, w } from "./approval.ts";
import { differences, recordOf } from "./decisions.ts";
import { Table } from "./table.tsx";

type Fact = [string, ComponentChildren];

/** What a decision is about, by its kind. */
export function What({ approval }: { approval: Approval }) {
  const { kind, facts } = approval;
  return (
    <>
      {kind === "receipt_approve" && facts.lines && (
        <Table
          columns={[w("product"), w("expected"), w("counted"), w("good")]}
          rows={facts.lines.map((line) => [
            line.product_name,
            number(line.expected_qty),
            number(line.received_qty),
            number(line.accepted_qty),
          ])}
        />
      )}
      <Facts rows={[...rowsOf(approval), [w("note"), facts.note]]} />
    </>
  );
}

const taka = (rate: number) => `৳${number(rate)}`;

function rowsOf({ kind, facts: f }: Approval): Fact[] {
  switch (kind) {
    case "claim_resolve":
      return [
        [w("supplier"), f.supplier_name],
        [w("quantity"), f.quantity && number(f.quantity)],
        [w("value"), f.estimated_value !== undefined && money(f.estimated_value, f.currency)],
        [
          w("in_taka"),
          f.currency !== "BDT" && f.estimated_value_local !== undefined &&
          money(f.estimated_value_local),
        ],
        [w("against"), codeWord(f.against)],
        [
          w("past"),
          f.past_claims.claimed_local !== undefined && w("past_text", {
            n: number(f.past_claims.claims),
            claimed: money(f.past_claims.claimed_local),
            recovered: money(f.past_claims.recovered_local!),
          }),
        ],
      ];
    case "lc_tt_step":
      return [
        [w("status"), statusWord(f.status)],
        [w("amount"), money(f.amount, f.currency)],
        [w("rate_then"), f.exchange_rate ? taka(f.exchange_rate) : w("no_rate")],
        [
          w("rate_now"),
          f.latest_exchange_rate &&
          `${taka(f.latest_exchange_rate)} · ${date(f.latest_exchange_rate_date!)}`,
        ],
        [w("at_newest"), f.amount_local_at_latest_rate && money(f.amount_local_at_latest_rate)],
        [w("due_on"), f.due_on && date(f.due_on)],
        [w("bank"), f.bank_name],
      ];
    case "rma_replacement": {
      return [
        [w("status"), statusWord(f.status)],
        [w("customer"), f.customer_name],
        [w("supplier"), f.supplier_name],
        [w("serial"), f.board_serial_number ?? f.machine_serial_number],
        [w("fault"), f.fault_description],
        [w("value"), f.estimated_value && money(f.estimated_value, f.currency ?? "BDT")],
        // not the days left: they are counted from the day the case was opened
        [
          w("warranty"),
          f.warranty?.covered
            ? w("covered", { date: date(f.warranty.warranty_until!) })
            : w("not_covered"),
        ],
        [w("earlier"), number(f.earlier_cases)],
      ];
    }
    case "cost_out_of_range":
      return [
        [w("supplier"), f.supplier_name],
        [w("amount"), money(f.amount, f.currency)],
        [w("share"), `${number(f.share_percent)}%`],
        [
          w("usual"),
          w("usual_text", { n: number(f.median_percent), compared: number(f.compared_with) }),
        ],
      ];
    case "approval_request":
      return [
        [w("why"), f.reason],
        ...differences({}, f.body).map(({ name, now }): Fact => [name, now]),
      ];
    default:
      return [
        [w("shipment"), f.shipment_reference_no],
        [w("unnumbered"), Number(f.unnumbered_qty) > 0 && number(f.unnumbered_qty!)],
        [w("counted_by"), f.counted_by],
        [w("approved_by"), f.approved_by],
        [w("received_on"), f.received_date && date(f.received_date)],
        [w("warehouse"), f.warehouse_name],
      ];
  }
}

/**
 * What changes with a yes. The server does it as a dry run, so the figures are those that will come
 * about.
 */
export function Consequence({ approval }: { approval: ReceiptApproval }) {
  const outcome = useSignal<Receipt | undefined>(undefined);
  const told = useSignal<string | undefined>(undefined);
  const { kind, facts } = approval;
  const posts = kind === "receipt_post";
  const version = facts.version;
  useEffect(() => {
    const path = `${recordOf(approval)}/${posts ? "post-stock" : "approve"}?dry_run=true`;
    // not a write: nothing of it is kept, so it needs no place in the queue
    call<Receipt>(path, { method: posts ? "POST" : "PATCH", body: {} }).then(({ data }) => {
      outcome.value = data;
      told.value = undefined;
    }, (error) => {
      told.value = error instanceof NoAnswer
        ? w("offline_check")
        : w("refused_now", { why: error.message });
    });
  }, [approval.kind, approval.id, version]);
  const names = new Map((facts.products ?? []).map((one) => [one.product_id, one]));
  const products = outcome.value?.products ?? facts.products;
  const claims = outcome.value?.discrepancies?.filter(({ status }) => status === "open") ?? [];
  const claimed = claims.reduce((sum, one) => sum + (one.estimated_value_local ?? 0), 0);
  return (
    <Card title={w("consequence")}>
      <p>{facts.gap_qty > 0 ? w("gap", { n: number(facts.gap_qty) }) : w("no_gap")}</p>
      {!posts && claims.length > 0 && (
        <p>{w("makes_claims", { n: number(claims.length), amount: money(claimed) })}</p>
      )}
      {!posts && outcome.value?.accepted_value !== undefined && (
        <p>{w("waits_stock", { amount: money(outcome.value.accepted_value) })}</p>
      )}
      {posts && products && (
        <Table
          columns={[w("product"), w("stock"), w("unit_cost")]}
          rows={products.map((one) => [
            names.get(one.product_id)?.name ?? one.sku,
            `${number(one.stock_qty_before)} → ${number(one.stock_qty_after)}`,
            one.average_cost_after !== undefined && (
              <span key="cost">
                {money(one.average_cost_before!)}
                <br />→ {money(one.average_cost_after)}
              </span>
            ),
          ])}
        />
      )}
      {!!facts.lines_without_product && (
        <p class="error">{w("no_product", { n: number(facts.lines_without_product) })}</p>
      )}
      {told.value && <p class="muted">{told.value}</p>}
    </Card>
  );
}
