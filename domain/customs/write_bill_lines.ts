import sql, { raw } from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import type { FieldErrors } from "../errors.ts";
import { refuseFaults } from "../imports/exchange_rate.ts";
import { shareOut } from "../imports/landed_cost.ts";
import { type Decimal, decimal, fromMinor, toMinor } from "../money/decimal.ts";
import type { NewBillLine } from "./bill_line.ts";
import type { BillOfEntry } from "./bill_of_entry.ts";
import { ratesOn } from "./find_tariffs.ts";
import { computeDuty, levyNames } from "./levies.ts";
import { levies, type Levy } from "./levy_words.ts";

/**
 * Each item is of the shipment, and on one line.
 * @returns what each item of the shipment weighs in a sharing: its purchase value
 * @throws Refusal `invalid_fields`
 */
async function judgeItems(
  db: Db,
  shipmentId: number,
  lines: NewBillLine[],
): Promise<Map<number, bigint>> {
  const items = await db.query<{ id: number; purchase_value: Decimal | null }[]>(
    sql`select id, purchase_value from shipment_items where shipment_id = ${shipmentId}`,
  );
  const known = new Map(
    items.map(({ id, purchase_value }) => [id, toMinor(purchase_value ?? decimal("0"), 4)]),
  );
  const taken = new Map<number, number>();
  const faults: FieldErrors = {};
  lines.forEach(({ shipment_item_ids }, at) =>
    shipment_item_ids.forEach((item, i) => {
      const field = `lines.${at}.shipment_item_ids.${i}`;
      if (!known.has(item)) faults[field] = ["names no item of this shipment"];
      else if (taken.has(item)) faults[field] = [`stands on line ${taken.get(item)! + 1} already`];
      else taken.set(item, at);
    })
  );
  refuseFaults(faults);
  return known;
}

type Charged = Partial<Record<Levy | `computed_${Levy}`, Decimal>>;

/** What each item on a line bears of it: by purchase value, evenly where none is known. */
function sharesOf(charged: Charged, items: number[], weights: Map<number, bigint>) {
  const shares = items.map((id): Charged & { id: number } => ({ id }));
  const byValue = items.map((id) => ({ id, basis: weights.get(id)! }));
  const evenly = items.map((id) => ({ id, basis: 1n }));
  for (const [name, amount] of Object.entries(charged) as [Levy, Decimal][]) {
    const minor = toMinor(amount);
    const parts = shareOut(minor, byValue) ?? shareOut(minor, evenly)!;
    for (const share of shares) share[name] = fromMinor(parts.get(share.id)!);
  }
  return shares;
}

/**
 * Writes the lines of a bill, and what of each the items on it bear. What was not assessed is what the tariff of
 * the day of entry makes it. @throws Refusal `invalid_fields`
 */
export async function writeBillLines(
  tx: Tx,
  id: number,
  { entry_date, shipment_id }: Pick<BillOfEntry, "entry_date" | "shipment_id">,
  lines: NewBillLine[],
): Promise<void> {
  const weights = await judgeItems(tx, shipment_id, lines);
  const known = await ratesOn(tx, lines.map(({ hs_code }) => hs_code), entry_date);
  const faults: FieldErrors = {};
  const rows = lines.map((line, at) => {
    const tariff = known.get(line.hs_code);
    const { assessable_value: value, quantity } = line;
    const computed = tariff && computeDuty(value, tariff.rates, quantity).levies;
    const levied = tariff ? computeDuty(value, tariff.rates, quantity, line).levies : line;
    const charged: Charged = {};
    for (const levy of levies) {
      const of = levied[levy];
      if (of === undefined) {
        faults[`lines.${at}.${levy}`] = [`is required: the tariff has no row for ${line.hs_code}`];
      }
      if (line[levy] === undefined && tariff?.rates[levy].per_unit && quantity === undefined) {
        faults[`lines.${at}.quantity`] = [
          `is required: ${levyNames[levy]} is an amount for one ${tariff.unit ?? "unit"}`,
        ];
      }
      charged[levy] = of;
      if (computed) charged[`computed_${levy}`] = computed[levy];
    }
    return { ...line, ...charged, charged, line_no: at + 1, tariff_id: tariff?.tariff_id };
  });
  refuseFaults(faults);
  const items = rows.flatMap(({ line_no, charged, shipment_item_ids }) =>
    sharesOf(charged, shipment_item_ids, weights).map((share) => ({ ...share, line_no }))
  );
  await tx.query(sql`
    with made as (
      insert into bill_of_entry_lines (bill_id, ${columns})
      select ${id}, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as line (line_no integer, hs_code text, cpc text, description text, origin text,
          gross_kg numeric, net_kg numeric, quantity numeric, assessable_value numeric,
          tariff_id bigint, ${typed})
      order by line_no
      returning id, line_no
    )
    insert into bill_of_entry_items (bill_id, line_id, shipment_item_id, ${amounts})
    select ${id}, made.id, item.id, ${raw(charges.map((name) => `item.${name}`).join(", "))}
    from made join jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as item (line_no integer, id bigint, ${typed}) using (line_no)`);
}

const charges = [...levies, ...levies.map((levy) => `computed_${levy}`)];
const amounts = raw(charges.join(", "));
const typed = raw(charges.map((name) => `${name} numeric`).join(", "));
const columns = sql`line_no, hs_code, cpc, description, origin, gross_kg, net_kg, quantity,
  assessable_value, tariff_id, ${amounts}`;
