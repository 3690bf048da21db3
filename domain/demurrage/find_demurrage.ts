import * as answer from "../records/answers.ts";
import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import { business } from "../business/business.ts";
import { addDays } from "../business/calendar.ts";
import type { Db } from "../db/connect.ts";
import { together } from "../db/one_moment.ts";
import type { Decimal } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { pagePath } from "../records/page_paths.ts";
import { WholeList } from "../records/whole_list.ts";
import { ended } from "../imports/shipment_words.ts";
import { findSettings } from "../settings/settings.ts";
import type { Container } from "./container.ts";
import {
  longestFirst,
  readClocks,
  riskFirst,
  type RunningContainer,
  runningContainer,
  shownTo,
  type Tariffs,
  totalOf,
} from "./running.ts";
import { type RentKind, rentKinds, type Tariff, tariff } from "./tariff.ts";

export const demurrageQuery = z.object({
  until: field.date().optional().describe(
    "The day up to which the rent is added up; left out: today.",
  ),
  shipment_id: field.id().optional().describe("Only containers of this shipment."),
  limit: field.count(1, 500).default(200).describe("How many at most."),
});

const FURTHEST_DAYS = 366;

export interface Demurrage {
  data: RunningContainer[];
  meta: {
    limit: number;
    total: number;
    today: string;
    until: string;
    local_currency: string;
    /** of all containers whose rate is known, in local currency */
    rent_today_local?: Decimal;
    rent_so_far_local?: Decimal;
    rent_until_local?: Decimal;
    /** containers that cost something nobody can tell in local currency */
    without_rate: number;
  };
}

/** What `meta` says of the rents. */
export const demurrageMeta = {
  today: answer.date.describe("The business day."),
  until: answer.date.describe("The day up to which rents are foreseen."),
  local_currency: answer.text.describe("What local amounts are in."),
  rent_today_local: answer.number.optional()
    .describe("Rent of today of all containers whose rate is known. Shown with costs.read only."),
  rent_so_far_local: answer.number.optional()
    .describe(
      "Rent up to today of all containers whose rate is known. Shown with costs.read only.",
    ),
  rent_until_local: answer.number.optional()
    .describe(
      "Rent up to that day of all containers whose rate is known. Shown with costs.read only.",
    ),
  without_rate: answer.wholeNumber
    .describe("How many containers cost something that nobody can tell in local currency."),
};

/**
 * Every container whose rent runs, or that ran up some in a shipment that has not ended: in the port since it arrived (demurrage), and until it goes back
 * empty (detention, counted from the arrival too, as the lines do here). A clock that has stopped shows what
 * it ran up. Of one shipment containers that are back stay too. The one with the most taka at
 * risk first, up to the day that is asked for; for those who see no costs the one longest over.
 * Amounts at the rates that the tariffs carry, never another. Three statements of one moment.
 * Source: docs/imports.md, "Demurrage and detention".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `until`
 */
export async function findDemurrage(
  db: Db,
  actor: Actor,
  { until = actor.today, shipment_id, limit }: z.output<typeof demurrageQuery>,
): Promise<Demurrage> {
  allow(actor, "shipments.read");
  if (until < actor.today || until > addDays(actor.today, FURTHEST_DAYS)) {
    throw invalid({ until: `must be from ${actor.today} to a year later` });
  }
  const [containers, tariffs, settings] = await together(db, (db) => [
    db.query<Row[]>(containersWhoseRentRuns(actor, shipment_id)),
    db.query<TariffRow[]>(everyTariff(actor, until)),
    findSettings(db, actor),
  ]);
  const free = {
    demurrage: settings.demurrage_free_days,
    detention: settings.detention_free_days,
  };
  const readAll = readingOnce((row) => {
    const clocks = rentKinds.flatMap((kind) => tariffsOf(row, kind, tariffs, free[kind]));
    return { clocks, read: readClocks(row.arrived_on, clocks, actor.today, until) };
  });
  const running = containers.flatMap((row) => {
    const { clocks, read: clocksRead } = readAll(row);
    const read = asRunning(row, clocksRead);
    const isShown = clocks.some(({ ended_on }) => ended_on === null) ||
      (read.days_over ?? 0) > 0 &&
        (shipment_id !== undefined || !ended.includes(row.shipment_status));
    return isShown ? read : [];
  });
  const seesMoney = may(actor, "costs.read");
  running.sort(seesMoney ? riskFirst : longestFirst);
  return {
    data: running.slice(0, db instanceof WholeList ? undefined : limit)
      .map((one) => shownTo(actor, one)),
    meta: {
      limit,
      total: running.length,
      today: actor.today,
      until,
      local_currency: business.localCurrency,
      ...seesMoney && {
        rent_today_local: totalOf(running, "rent_today_local"),
        rent_so_far_local: totalOf(running, "rent_so_far_local"),
        rent_until_local: totalOf(running, "rent_until_local"),
      },
      without_rate: running.filter(({ rate_missing }) => rate_missing.length > 0).length,
    },
  };
}

type Row =
  & Omit<RunningContainer, "path" | keyof ReturnType<typeof readClocks>>
  & Pick<Container, "free_days" | "detention_free_days" | "returned_on">;

function containersWhoseRentRuns(reader: Reader, shipmentId: number | undefined) {
  return sql`
    select ${runningContainer.columns(reader)}, k.free_days, k.detention_free_days, k.returned_on
    from shipment_containers k join shipments s on s.id = k.shipment_id
      join suppliers p on p.id = s.supplier_id
    where k.arrived_on is not null and s.status <> 'cancelled'
      and (k.returned_on is null or ${shipmentId ?? null}::bigint is not null)
      and (${shipmentId ?? null}::bigint is null or k.shipment_id = ${shipmentId ?? null}::bigint)`;
}

/** For those who see no costs without what a day costs: days are counted by the steps, too. */
function everyTariff(reader: Reader, until: string) {
  const rate = may(reader, "costs.read") ? sql`t.rate` : sql`0::numeric`;
  return sql`
    select ${tariff.columns(reader, stepFields)}, ${rate} as rate
    from demurrage_tariffs t where t.valid_from <= ${until}::date`;
}

const stepFields = [
  "id",
  "kind",
  "size",
  "carrier",
  "port",
  "terminal",
  "from_day",
  "to_day",
  "currency",
  "exchange_rate",
  "valid_from",
  "valid_to",
] as const;
type TariffRow = Pick<Tariff, typeof stepFields[number] | "rate">;

/**
 * What one clock of a container goes by: the tariff's steps that fit it, its free days, and the day on which
 * it stopped. None for detention where nobody entered steps or free days, and none that stopped of which
 * nothing is known.
 */
function tariffsOf(
  row: Row,
  kind: RentKind,
  tariffs: TariffRow[],
  usual: number | null,
): Tariffs[] {
  const ended_on = kind === "demurrage" ? row.gate_out_on : row.returned_on;
  const steps = tariffs.filter((tariff) => tariff.kind === kind && fits(tariff, row))
    .map((tariff) => ({
      ...tariff,
      named: [tariff.carrier, tariff.port, tariff.terminal].filter((name) => name !== null).length,
    }));
  const free_days = (kind === "demurrage" ? row.free_days : row.detention_free_days) ?? usual;
  const isUnknown = steps.length === 0 && free_days === null;
  if ((kind === "detention" || ended_on !== null) && isUnknown) return [];
  return [{ kind, steps, free_days, ended_on }];
}

function fits(tariff: TariffRow, row: Row): boolean {
  const matches = (wanted: string | null, given: string | null) =>
    wanted === null || wanted.toLowerCase() === given?.toLowerCase();
  return tariff.size === row.size && matches(tariff.carrier, row.carrier) &&
    matches(tariff.port, row.port) && matches(tariff.terminal, row.terminal);
}

/** Containers that came by one vessel mostly stand alike: what they cost is worked out once for all of them. */
function readingOnce<Reading>(read: (row: Row) => Reading): (row: Row) => Reading {
  const readings = new Map<string, Reading>();
  return (row) => {
    const { arrived_on, gate_out_on, returned_on, size, carrier, port, terminal } = row;
    const days = [arrived_on, gate_out_on, returned_on, row.free_days, row.detention_free_days];
    const key = JSON.stringify([...days, size, carrier, port, terminal]);
    const known = readings.get(key) ?? read(row);
    readings.set(key, known);
    return known;
  };
}

function asRunning(
  { returned_on: _returned, ...row }: Row,
  clocks: ReturnType<typeof readClocks>,
): RunningContainer {
  return { ...row, path: pagePath("shipment", row.shipment_id), ...clocks };
}
