import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Db, Tx } from "../db/connect.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { refuseFaults } from "../imports/exchange_rate.ts";
import { lockShipment } from "../imports/lock_shipment.ts";
import { type Decimal, decimal, roundHalfUp, sum } from "../money/decimal.ts";
import { type CustomsTerms, termsOn } from "./customs_terms.ts";
import type { DutyEstimate, EstimateLine, NewEstimate, NewEstimateLine } from "./estimate.ts";
import { ratesOn, type TariffRates } from "./find_tariffs.ts";
import { computeDuty, costOf, eachLevy, recoverable } from "./levies.ts";
import { levies } from "./levy_words.ts";

interface Line extends NewEstimateLine {
  hs_code: string;
  shipment_item_id?: number;
}

/**
 * What goods would cost at customs and in the warehouse, before the LC. The assessable value is thought to be
 * (price + freight + insurance) × customs' rate × (1 + landing); freight and insurance that are not known are
 * the terms' percentages of the price, known ones are shared by it. Writes nothing.
 * Source: docs/customs.md, "Estimate".
 *
 * @throws Refusal `forbidden`; `invalid_fields` on a line without code or price, on `customs_rate` where no
 *   rate is known
 */
export async function estimateDuty(
  db: Db,
  actor: Actor,
  input: NewEstimate,
): Promise<DutyEstimate> {
  allow(actor, "costs.read");
  return await estimated(db, actor, input, await withCodes(db, input.lines));
}

/**
 * The same of a shipment's items, kept with them beside what is assessed later; another estimate takes the
 * place of the one before.
 * @throws Refusal `forbidden`, `not_found`, as `estimateDuty`
 */
export async function estimateShipment(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  input: Omit<NewEstimate, "lines" | "currency" | "mode">,
): Promise<DutyEstimate> {
  allow(actor, "costs.write");
  const shipment = await lockShipment(tx, shipmentId);
  const items = await tx.query<
    (Line & { hs_code: string | null; purchase_value: Decimal | null })[]
  >(sql`
    select i.id as shipment_item_id, i.product_id, coalesce(i.hs_code, p.hs_code) as hs_code,
      i.product_name as description, i.shipped_qty as quantity, i.purchase_value
    from shipment_items i left join products p on p.id = i.product_id
    where i.shipment_id = ${shipmentId} order by i.id`);
  const faults = Object.fromEntries(
    items.flatMap(({ hs_code, purchase_value, description }, i): [string, string[]][] => [
      ...hs_code ? [] : [[`items.${i}.hs_code`, [`is missing of ${description}`]] as never],
      ...purchase_value ? [] : [[`items.${i}.purchase_value`, ["is missing"]] as never],
    ]),
  );
  if (items.length === 0) throw invalid({ id: "names a shipment without items" });
  refuseFaults(faults);
  const lines = items.map(({ purchase_value, ...item }) => ({
    ...item,
    hs_code: item.hs_code!,
    value: purchase_value!,
  }));
  const { currency } = shipment;
  const mode = shipment.shipment_mode === "air" || shipment.shipment_mode === "courier"
    ? "air" as const
    : "sea" as const;
  const exchange_rate = input.exchange_rate ?? shipment.exchange_rate ?? undefined;
  const whole = { ...input, exchange_rate, currency, mode, lines: [] };
  const made = await estimated(tx, actor, whole, lines);
  await keep(tx, actor, made);
  await audit(tx, actor, {
    action: "shipment.estimate_duty",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    after: { ...eachLevy((levy) => made[levy]), assessable_value: made.assessable_value },
  });
  return made;
}

async function estimated(
  db: Db,
  actor: Actor,
  input: NewEstimate,
  given: (Line & { value?: Decimal })[],
): Promise<DutyEstimate> {
  const { date: day = actor.today, currency = "USD", mode, freight, insurance } = input;
  const terms = await termsOn(db, day);
  if (!terms) throw invalid({ date: "is before the first customs terms" });
  const isAssessed = given.every(({ assessable_value }) => assessable_value !== undefined);
  const customs_rate = isAssessed
    ? input.customs_rate ?? null
    : await customsRate(db, day, currency, input.customs_rate);
  const exchange_rate = input.exchange_rate ?? customs_rate;
  const settlement = input.settlement ?? terms.settlement;
  const known = await ratesOn(db, given.map(({ hs_code }) => hs_code), day);
  const priced = given.map((line) => ({
    ...line,
    value: line.value ?? line.unit_price?.times(line.quantity),
  }));
  const whole = sum(priced.map(({ value }) => value ?? decimal("0")));
  const lines = priced.map((line): EstimateLine => {
    const cif = line.value && withFreight(line.value, whole, { mode, freight, insurance }, terms);
    const assessable_value = line.assessable_value ??
      roundHalfUp(
        cif!.times(customs_rate!).times(terms.landing_percent.plus("100")).times("0.01"),
        2,
      );
    return estimateLine({ ...line, cif, assessable_value }, known.get(line.hs_code), {
      exchange_rate,
      settlement,
    });
  });
  const total = (of: (line: EstimateLine) => Decimal) => sum(lines.map(of));
  return {
    date: day,
    mode,
    currency,
    customs_rate,
    exchange_rate,
    freight: freight ?? null,
    insurance: insurance ?? null,
    settlement,
    ...eachLevy((levy) => total((line) => line[levy])),
    assessable_value: total((line) => line.assessable_value),
    duty: total((line) => line.duty),
    recoverable: total((line) => line.recoverable),
    missing: [...new Set(given.map(({ hs_code }) => hs_code))].filter((code) => !known.has(code)),
    lines,
  };
}

function estimateLine(
  line: Line & { cif?: Decimal; assessable_value: Decimal },
  tariff: TariffRates | undefined,
  { exchange_rate, settlement }: { exchange_rate: Decimal | null; settlement: boolean },
): EstimateLine {
  const { quantity, assessable_value, cif } = line;
  const none = { percent: decimal("0"), per_unit: null };
  const { levies: of, total: duty } = computeDuty(
    assessable_value,
    tariff?.rates ?? eachLevy(() => none),
    quantity,
  );
  const landed = cif && exchange_rate &&
    roundHalfUp(cif.times(exchange_rate), 2).plus(costOf(of, settlement));
  return {
    product_id: line.product_id ?? null,
    shipment_item_id: line.shipment_item_id ?? null,
    hs_code: line.hs_code,
    tariff_hs_code: tariff?.hs_code ?? null,
    description: line.description ?? null,
    quantity,
    assessable_value,
    ...of,
    duty,
    recoverable: sum(
      levies.filter((levy) => recoverable(levy, settlement)).map((levy) => of[levy]),
    ),
    landed_value: landed ?? null,
    landed_unit_cost: landed && quantity.gt("0") ? roundHalfUp(landed.div(quantity), 4) : null,
  };
}

/** Price with its part of freight and insurance, in the currency, not rounded. */
function withFreight(
  value: Decimal,
  whole: Decimal,
  { mode, freight, insurance }: Pick<NewEstimate, "mode" | "freight" | "insurance">,
  terms: CustomsTerms,
): Decimal {
  const share = (known: Decimal | null | undefined, percent: Decimal) =>
    known
      ? whole.eq("0") ? decimal("0") : known.times(value).div(whole)
      : value.times(percent).times("0.01");
  const freightPercent = mode === "air" ? terms.air_freight_percent : terms.sea_freight_percent;
  return value.plus(share(freight, freightPercent)).plus(share(insurance, terms.insurance_percent));
}

/** Codes and names of the products where the lines have none. @throws Refusal `invalid_fields` */
async function withCodes(db: Db, given: NewEstimateLine[]): Promise<Line[]> {
  const ids = given.flatMap(({ product_id }) => product_id ?? []);
  const products = new Map(
    (await db.query<{ id: number; name: string; hs_code: string | null }[]>(
      sql`select id, name, hs_code from products where id = any(${ids}::bigint[])`,
    )).map((product) => [product.id, product]),
  );
  const faults: FieldErrors = {};
  const lines = given.map((line, i): Line => {
    const product = line.product_id === undefined ? undefined : products.get(line.product_id);
    if (line.product_id !== undefined && !product) {
      faults[`lines.${i}.product_id`] = ["names no product"];
    }
    const hs_code = line.hs_code ?? product?.hs_code ?? "";
    if (hs_code === "") faults[`lines.${i}.hs_code`] = ["is required: the product has none"];
    if (line.unit_price === undefined && line.assessable_value === undefined) {
      faults[`lines.${i}.unit_price`] = ["or an assessable_value is required"];
    }
    return { ...line, hs_code, description: line.description ?? product?.name };
  });
  refuseFaults(faults);
  return lines;
}

/** What customs count a currency for on a day. @throws Refusal `invalid_fields` on `customs_rate` */
async function customsRate(
  db: Db,
  day: string,
  currency: string,
  given: Decimal | null | undefined,
): Promise<Decimal> {
  if (currency === business.localCurrency) return decimal("1");
  if (given) return given;
  const [known] = await db.query<[{ customs: Decimal }?]>(sql`
    select customs from rates where currency = ${currency} and date <= ${day}::date
      and customs is not null
    order by date desc limit 1`);
  if (known) return known.customs;
  throw invalid({
    customs_rate: `is required: no rate of customs for ${currency} is known on ${day}`,
  });
}

/** What the tariff has no row for is not known to be free: no estimate of it is kept. */
async function keep(tx: Tx, actor: Actor, { date, lines }: DutyEstimate): Promise<void> {
  const items = lines.map(({ shipment_item_id }) => shipment_item_id);
  const known = lines.filter(({ tariff_hs_code }) => tariff_hs_code !== null);
  await tx.query(sql`delete from duty_estimates where shipment_item_id = any(${items}::bigint[])`);
  await tx.query(sql`
    insert into duty_estimates (shipment_item_id, estimated_on, assessable_value, cd, rd, sd, vat, at, ait,
      recorded_at, recorded_by)
    select shipment_item_id, ${date}, assessable_value, cd, rd, sd, vat, at, ait, ${actor.now},
      ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as line (shipment_item_id bigint,
      assessable_value numeric, cd numeric, rd numeric, sd numeric, vat numeric, at numeric, ait numeric)`);
}
