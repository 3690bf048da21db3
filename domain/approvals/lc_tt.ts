import sql from "sql-template-tag";
import { addDays } from "../business/calendar.ts";
import { rowAsJson } from "../records/embedded.ts";
import { count, date, localMoney, rate } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import {
  beforeShipment,
  isOneOf,
  isOpen,
  lcTt,
  lcTtTitle,
  uncommitted,
} from "../trade_finance/lc_tt.ts";
import type { Decision } from "./approval.ts";

const DUE_WITHIN_DAYS = 7;

/**
 * The date that is next to be kept: until the goods have left, the latest day to ship them; then
 * the day of expiry, by which the documents must be at the bank.
 */
const dueOn = sql`case when ${isOneOf(beforeShipment)}
  then coalesce(l.latest_shipment_date, l.expiry_date) else l.expiry_date end`;

/**
 * The latest exchange rate that the supplier ledger has for this currency, of whichever supplier.
 */
const latestRate = sql`lateral (
  select e.exchange_rate as rate, e.entry_date as rate_date from supplier_ledger e
  where e.currency = l.currency and e.entry_type <> 'exchange_difference'
  order by e.entry_date desc, e.id desc limit 1)`;

const {
  type,
  status,
  amount,
  currency,
  exchange_rate,
  latest_shipment_date,
  expiry_date,
  bank_name,
  version,
} = lcTt.fields;

export const factsToStep = record(
  "LcTtToStep",
  "l",
  everybody({
    type,
    status,
    amount,
    currency,
    exchange_rate,
    latest_exchange_rate: rate("Local units for one of its currency, as last booked.", {
      example: 122.5,
      nullable: true,
      sql: sql`latest.rate`,
    }),
    latest_exchange_rate_date: date("The day of that.", {
      example: "2026-03-02",
      nullable: true,
      sql: sql`latest.rate_date`,
    }),
    amount_local_at_latest_rate: localMoney("The amount at that rate, local currency.", {
      example: 3062500,
      seenBy: "everybody",
      nullable: true,
      sql: sql`round(l.amount * latest.rate, 2)`,
    }),
    due_on: date("The day that is next to be kept.", {
      example: "2026-04-24",
      nullable: true,
      sql: dueOn,
    }),
    due_in_days: count("Days until then, below zero when past.", {
      example: 5,
      nullable: true,
      sql: ({ today }) => sql`${dueOn} - ${today}::date`,
    }),
    latest_shipment_date,
    expiry_date,
    bank_name,
    version,
  }),
);

const waits = ({ today }: { today: string }) =>
  sql`${isOpen} and (${isOneOf(uncommitted)}
    or ${dueOn} <= ${addDays(today, DUE_WITHIN_DAYS)}::date)`;

/**
 * LCs and TTs whose next step needs somebody: those that promise no money yet, and those whose date
 * to ship or to present documents is within a week or past. The risk is the amount at the rate on
 * record; null where there is none.
 */
export const toStep: Decision = {
  may: "costs.write",
  page: "lc_tt",
  waiting: (actor) =>
    sql`select l.id, l.reference_no, ${lcTtTitle},
      round(l.amount * l.exchange_rate, 2), l.updated_at, l.created_at, l.created_by, l.id, false,
      l.version
    from lc_tt l join suppliers p on p.id = l.supplier_id where ${waits(actor)}`,
  since: (actor) => sql`select l.id, l.updated_at, l.version from lc_tt l where ${waits(actor)}`,
  facts: (actor) =>
    rowAsJson(
      factsToStep,
      actor,
      sql`from lc_tt l left join ${latestRate} latest on true where l.id = w.id`,
    ),
};
