import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Group, ImportKind } from "../bulk_import/import_kind.ts";
import { cleaned } from "../bulk_import/read_cells.ts";
import { SupplierNames } from "../suppliers/name_supplier.ts";
import { createShipments } from "./create_shipments.ts";
import {
  readShipmentRow,
  requiredColumns,
  shipmentColumnAliases,
  shipmentColumns,
} from "./import_row.ts";
import { newShipment } from "./shipment.ts";

/**
 * Shipments from a file: one row per item, rows of one `external_ref` are one shipment. The same content
 * again is unchanged; other content under a reference that its supplier has used is a conflict.
 * Source: docs/terminal.md, "Importing files".
 */
export const shipmentFile: ImportKind = {
  name: "shipments",
  may: "shipments.write",
  columns: shipmentColumns,
  aliases: shipmentColumnAliases,
  required: requiredColumns,
  manyRowsPerKey: true,
  keyOf: ({ external_ref = "" }) => cleaned({ external_ref }).external_ref,
  reader(tx) {
    const suppliers = new SupplierNames(tx);
    return (row) => readShipmentRow(suppliers, row);
  },
  async meet(tx) {
    await blameDisagreements(tx);
    await meetShipments(tx);
  },
  async create(tx, actor, groups) {
    await createShipments(tx, actor, groups.map(shipmentOf));
  },
};

function shipmentOf({ key, content_hash, head, contents }: Group) {
  const { supplier_id, ...header } = head!;
  const read = newShipment.parse({
    ...header,
    supplier_id: String(supplier_id),
    items: contents,
  });
  return { ...read, external_ref: key, content_hash };
}

/** Every row of a shipment whose rows say different things about it, with the columns they differ in. */
async function blameDisagreements(tx: Tx): Promise<void> {
  await tx.query(sql`
    insert into import_problems (line, "column", value, reason)
    with said as (
      select r.key, r.line, c.key as "column", c.value
      from import_rows r join import_groups g on g.key = r.key and g.disagrees
      cross join lateral (
        select key, value from jsonb_each_text(r.head - 'supplier_id')
        union all select 'supplier', (select name from suppliers where id = (r.head->>'supplier_id')::bigint)) c
      where not r.bad
    ), differing as (
      select key, "column", string_agg(distinct value, ' / ') as seen
      from said group by key, "column"
      having count(distinct value) > 1
        or count(*) < (select count(*) from import_rows r where r.key = said.key and not r.bad)
    )
    select said.line, said."column", said.value,
      left('rows of ' || said.key || ' disagree: ' || differing.seen, 500)
    from differing join said using (key, "column")`);
}

async function meetShipments(tx: Tx): Promise<void> {
  await tx.query(sql`
    update import_groups g
    set fate = case s.content_hash when g.content_hash then 'unchanged' else 'conflict' end
    from import_rows r, shipments s
    where g.fate = 'new' and r.key = g.key and r.line = g.line
      and s.supplier_id = (r.head->>'supplier_id')::bigint and s.external_ref = g.key`);
  await tx.query(sql`
    insert into import_problems (line, "column", value, reason)
    select g.line, 'external_ref', g.key,
      'conflict: ' || s.reference_no || ' was imported under this reference with other content'
    from import_groups g join import_rows r on r.key = g.key and r.line = g.line
    join shipments s on s.supplier_id = (r.head->>'supplier_id')::bigint and s.external_ref = g.key
    where g.fate = 'conflict'`);
}
