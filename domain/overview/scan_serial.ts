import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access.ts";
import * as answer from "../answers.ts";
import type { Db } from "../db/connect.ts";
import { reach } from "../service/find_tickets.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { UNKNOWN_CUSTOMER } from "../warranty/name_customer.ts";
import { type Sale, warrantyVerdict } from "../warranty/verdict.ts";

/** A machine or board as a new RMA needs it; what the role may not read is left out. */
export const scannedSerial = z.object({
  serial_number: answer.text,
  /** "Inkjet printer X1 · SN-900" */
  title: answer.text,
  product_id: answer.id.nullable(),
  sku: answer.text.nullable(),
  product_name: answer.text.nullable(),
  machine_model: answer.text.nullable(),
  customer_id: answer.id.nullable().optional(),
  customer_name: answer.text.nullable().optional(),
  customer_phone: answer.text.nullable().optional(),
  supplier_id: answer.id.nullable().optional(),
  supplier_name: answer.text.nullable().optional(),
  /** as of today */
  warranty: z.object({
    covered: answer.flag,
    reason: answer.text,
    days_left: answer.wholeNumber.nullable(),
    invoice_id: answer.id.nullable(),
  }),
});
export type ScannedSerial = z.output<typeof scannedSerial>;

interface Customer {
  customer_id: number | null;
  customer_name: string;
  customer_phone: string | null;
}

interface Registered {
  serial: string;
  product_id: number | null;
  sku: string | null;
  name: string | null;
  model: string | null;
}

interface Row {
  registered: Registered | null;
  sale: Sale | null;
  buyer: Customer | null;
  brought: { supplier_id: number; supplier_name: string } | null;
  rma:
    | Customer & {
      machine_model: string | null;
      supplier_id: number | null;
      supplier_name: string | null;
    }
    | null;
  ticket: Customer & { machine_model: string | null } | null;
}

/**
 * Whether these are spellings of a serial in the register, and what we know of it: from the register,
 * its last sale, its last RMA and its last ticket, in this order. One statement.
 */
export async function lookUpSerial(
  db: Db,
  actor: Actor,
  spellings: string[],
): Promise<ScannedSerial | undefined> {
  const [first, ...others] = spellings.map((serial) => sql`${serial}::text`);
  const [row] = await db.query<[Row]>(sql`
    with asked as materialized (
      select array_agg(serial_key(serial)) as keys from unnest(${spellings}::text[]) as serial),
    piece as materialized (
      select s.id, s.serial, s.product_id from asked join serials s on s.serial_key = any(keys)
      order by s.product_id is null, s.id limit 1),
    sold as (select ${lastSale([first, ...others], sql`${actor.now}::timestamptz`)} as sale)
    select
      (select json_build_object('serial', piece.serial, 'product_id', p.id, 'sku', p.sku,
          'name', p.name, 'model', p.model)
        from piece left join products p on p.id = piece.product_id) as registered,
      sold.sale,
      (select json_build_object('customer_id', c.id, 'customer_name', c.name,
          'customer_phone', c.phone)
        from invoices i join customers c on c.id = i.customer_id
        where i.id = (sold.sale ->> 'invoice_id')::bigint) as buyer,
      (select json_build_object('supplier_id', p.id, 'supplier_name', p.name)
        from piece join serial_events e on e.serial_id = piece.id
          join suppliers p on p.id = e.supplier_id
        where e.kind = 'received' order by e.id desc limit 1) as brought,
      (select json_build_object('machine_model', r.machine_model, 'customer_id', r.customer_id,
          'customer_name', nullif(r.customer_name, ${UNKNOWN_CUSTOMER}),
          'customer_phone', r.customer_phone, 'supplier_id', r.supplier_id, 'supplier_name', p.name)
        from rmas r left join suppliers p on p.id = r.supplier_id
        where serial_key(r.machine_serial_number) = any(keys)
          or serial_key(r.board_serial_number) = any(keys)
          or serial_key(r.replacement_serial_number) = any(keys)
        order by r.id desc limit 1) as rma,
      (select json_build_object('machine_model', t.machine_model,
          'customer_id', c.id, 'customer_name', c.name, 'customer_phone', c.phone)
        from service_tickets t join customers c on c.id = t.customer_id
        where serial_key(t.serial_number) = any(keys) and ${reach(actor)}
        order by t.id desc limit 1) as ticket
    from asked, sold`);
  return row.registered ? shownTo(actor, row.registered, row) : undefined;
}

function shownTo(actor: Actor, piece: Registered, row: Row): ScannedSerial {
  const { sale, buyer, brought, rma, ticket } = row;
  const { serial, product_id, sku, name, model } = piece;
  const customer = buyer ?? [rma, ticket].find((paper) => paper?.customer_name);
  const supplier = brought ?? rma;
  const machine_model = rma?.machine_model ?? ticket?.machine_model ?? model;
  const named = name ?? machine_model;
  // whoever opens an RMA sees on it whom it goes to
  const seesSupplier = may(actor, "suppliers.read") || may(actor, "rmas.create");
  return {
    serial_number: serial,
    title: named === null ? serial : `${named} · ${serial}`,
    product_id,
    sku,
    product_name: name,
    machine_model,
    ...may(actor, "customers.read") && {
      customer_id: customer?.customer_id ?? null,
      customer_name: customer?.customer_name ?? null,
      customer_phone: customer?.customer_phone ?? null,
    },
    ...seesSupplier && {
      supplier_id: supplier?.supplier_id ?? null,
      supplier_name: supplier?.supplier_name ?? null,
    },
    warranty: warrantyVerdict(sale, actor.today),
  };
}
