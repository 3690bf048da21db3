import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict, type FieldErrors } from "../errors.ts";
import { recordCreations } from "../records/history.ts";
import { drawIds, nextNumbers } from "../records/numbering.ts";
import { checkUtilisation } from "./lc_drawings.ts";
import { rateFaults, rateMissing, rateOf, refuseFaults } from "./exchange_rate.ts";
import { type NewShipment, shipment } from "./shipment.ts";
import { refuseUnknownClaims } from "./replaced_claims.ts";
import { insertItems, isPriced, itemFaults, namedProducts } from "./shipment_items.ts";
import { findLinks, linkFaults } from "./shipment_links.ts";

/** A shipment as it goes into the table: its currency known, the rate 1 for the local one. */
interface ReadyShipment extends Omit<NewShipment, "currency" | "exchange_rate"> {
  currency: string;
  exchange_rate: Decimal | null;
}

/**
 * Opens shipments with their items, as drafts: one from the API, hundreds at a time from an import,
 * always in the same few statements. Everything is judged before anything is written; of several
 * shipments, each fault is named by the shipment's place: `3.items.0.product_id`.
 * Source: docs/imports.md, "Shipment".
 *
 * @returns the ids, in the order given
 * @throws Refusal `forbidden`, `invalid_fields`, `exchange_rate_missing`, `duplicate_external_ref`,
 * `lc_limit_exceeded`
 */
export async function createShipments(
  tx: Tx,
  actor: Actor,
  inputs: NewShipment[],
): Promise<number[]> {
  allow(actor, "shipments.write");
  if (inputs.length === 0) return [];
  const entered = inputs.flatMap(({ items }) => items);
  const [products, links, drawn] = await Promise.all([ // sent together
    namedProducts(tx, entered),
    findLinks(tx, inputs),
    drawIds(tx, { shipments: inputs.length, shipment_items: entered.length }),
  ]);
  const shipments = inputs.map((input): ReadyShipment => {
    const currency = input.currency ?? links.supplierCurrency.get(input.supplier_id) ?? "";
    return { ...input, currency, exchange_rate: rateOf(currency, input.exchange_rate) };
  });
  const pathTo = (i: number) => shipments.length === 1 ? "" : `${i}.`;
  refuseFaults(merged(shipments.flatMap((shipment, i) => [
    linkFaults(links, shipment, pathTo(i)),
    rateFaults(shipment.currency, inputs[i].exchange_rate, pathTo(i)),
    ...shipment.items.map((item, line) =>
      itemFaults(item, products, shipment, `${pathTo(i)}items.${line}.`)
    ),
  ])));
  refuseFaults(
    merged(
      shipments.map(({ currency, exchange_rate, items }, i) =>
        exchange_rate === null && items.some(isPriced) ? rateMissing(currency, pathTo(i)) : {}
      ),
    ),
    "exchange_rate_missing",
  );

  await refuseUnknownClaims(tx, shipments, pathTo);
  const named = shipments.flatMap(({ items }, i) =>
    items.map((item, line) => ({ ...item, path: `${pathTo(i)}items.${line}.` }))
  );
  await refuseUnknownClaims(tx, named, (i) => named[i].path);

  // from here on nobody is waited for
  const numbers = await nextNumbers(tx, "SHP", actor.today, shipments.length);
  const ids = drawn.shipments;
  await insertShipments(tx, actor, shipments, { ids, numbers });
  const lines = shipments.flatMap(({ items, exchange_rate }, i) =>
    items.map((item) => ({ shipment_id: ids[i], exchange_rate, item }))
  );
  await insertItems(tx, actor, products, lines, drawn.shipment_items);
  await checkUtilisation(tx, [...new Set(shipments.flatMap(({ lc_tt_id }) => lc_tt_id ?? []))]);
  await recordCreations(tx, actor, "shipment", ids, "draft");
  const entries = shipments.map((shipment, i) => ({
    action: "shipment.create",
    entity: "shipment",
    entityId: ids[i],
    reference_no: numbers[i],
    after: { ...shipment, items: shipment.items.length },
  }));
  await auditAll(tx, actor, entries);
  return ids;
}

function merged(faults: FieldErrors[]): FieldErrors {
  return Object.assign({}, ...faults);
}

/** @throws Refusal `duplicate_external_ref`, to whoever waits next */
async function insertShipments(
  tx: Tx,
  actor: Actor,
  shipments: ReadyShipment[],
  { ids, numbers }: { ids: number[]; numbers: string[] },
): Promise<void> {
  const rows = shipments.map(({ items: _items, ...head }, i) => ({
    ...head,
    id: ids[i],
    reference_no: numbers[i],
  }));
  const more = {
    id: "bigint",
    reference_no: "text",
    external_ref: "text",
    content_hash: "text",
  };
  const inserted = tx.query(sql`
    insert into shipments (id, reference_no, ${shipment.stored}, external_ref, content_hash,
      created_at, updated_at, created_by) overriding system value
    select id, reference_no, ${shipment.stored}, external_ref, content_hash, ${actor.now},
      ${actor.now}, ${actor.userId}
    from ${shipment.rows(rows, more)}
    order by id`);
  await tx.later(inserted.catch((error) => {
    if (brokenConstraint(error) !== "duplicate_external_ref") throw error;
    const named = shipments.flatMap(({ external_ref }) => external_ref ?? []).join(", ");
    throw conflict(
      "duplicate_external_ref",
      `the supplier already has a shipment with this external reference (${named.slice(0, 200)}).`,
    );
  }));
}
