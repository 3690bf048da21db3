import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { id, shaped, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { reach } from "../service/ticket.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { UNKNOWN_CUSTOMER } from "../warranty/name_customer.ts";
import { type Sale, verdict, warrantyVerdict } from "../warranty/verdict.ts";

const seenByCustomers = { nullable: true, seenBy: "customers.read" } as const;
/** Whoever opens an RMA sees on it whom it goes to. */
const seesSupplier = (actor: Actor) => may(actor, "suppliers.read") || may(actor, "rmas.create");

/** A machine or board as a new RMA needs it; what the role may not read is left out. */
export const scannedSerial = record("ScannedSerial", "x", {
  serial_number: text("As it was given to the piece.", { example: "SN-900" }),
  title: text("One line for people.", { example: "Inkjet printer X1 · SN-900" }),
  product_id: id("Its product.", { example: 5, nullable: true }),
  sku: text("The product's stock-keeping number.", { example: "PRN-X1", nullable: true }),
  product_name: text("The product's name.", { example: "Inkjet printer X1", nullable: true }),
  machine_model: text("The model that was named with it last.", {
    example: "X1",
    nullable: true,
  }),
  customer_id: id("Whose it is.", { example: 12, ...seenByCustomers }),
  customer_name: text("His name.", { example: "Rahim Signs", ...seenByCustomers }),
  customer_phone: text("His phone.", { example: "01712-345678", ...seenByCustomers }),
  supplier_id: id("Who brought it, for who reads suppliers or opens warranty cases.", {
    example: 3,
    nullable: true,
    sometimes: true,
  }),
  supplier_name: text("The supplier's name.", {
    example: "Hansol",
    nullable: true,
    sometimes: true,
  }),
  warranty: shaped(verdict, "As of today."),
});
export type ScannedSerial = z.output<typeof scannedSerial.schema>;

interface Customer {
  customer_id: number | null;
  customer_name: string | null;
  customer_phone: string | null;
}

interface Row {
  known:
    | {
      serial: string;
      product_id: number | null;
      sku: string | null;
      name: string | null;
      model: string | null;
    }
    | null;
  sale: Sale | null;
  buyer: Customer | null;
  brought: { supplier_id: number; supplier_name: string } | null;
  rma:
    | Customer & {
      serial: string;
      machine_model: string | null;
      supplier_id: number | null;
      supplier_name: string | null;
    }
    | null;
  ticket: Customer & { serial: string; machine_model: string | null } | null;
}

/**
 * Whether these are spellings of a serial that we know, and what we know of it: from the
 * register, its last sale, its last RMA and its last ticket, in this order. One statement.
 */
export async function lookUpSerial(
  db: Db,
  actor: Actor,
  spellings: string[],
): Promise<ScannedSerial | undefined> {
  const spelt = [...new Set(spellings)];
  const [first, ...others] = spelt.map((serial) => sql`${serial}::text`);
  const seesCustomer = may(actor, "customers.read");
  const customer = (column: Sql) => seesCustomer ? column : sql`null`;
  const supplier = (column: Sql) => seesSupplier(actor) ? column : sql`null`;
  const isOne = (column: Sql) => sql`serial_key(${column}) = any(these)`;
  const [row] = await db.query<[Row]>(sql`
    with asked as (select array_agg(serial_key(given)) as these from unnest(${spelt}::text[]) given),
    sold as (select ${lastSale([first, ...others], sql`${actor.now}::timestamptz`)} as sale)
    select
      (select json_build_object('serial', piece.serial, 'product_id', p.id, 'sku', p.sku,
          'name', p.name, 'model', p.model)
        from serials piece left join products p on p.id = piece.product_id
        where piece.serial_key = any(these) order by piece.id desc limit 1) as known,
      sold.sale,
      (select json_build_object('customer_id', c.id, 'customer_name', c.name,
          'customer_phone', c.phone)
        from invoices i join customers c on c.id = i.customer_id
        where ${seesCustomer} and i.id = (sold.sale ->> 'invoice_id')::bigint) as buyer,
      (select json_build_object('supplier_id', p.id, 'supplier_name', p.name)
        from serials piece join serial_events e on e.serial_id = piece.id
          join suppliers p on p.id = e.supplier_id
        where ${seesSupplier(actor)} and piece.serial_key = any(these) and e.kind = 'received'
        order by e.id desc limit 1) as brought,
      (select json_build_object('serial', case when ${isOne(sql`r.machine_serial_number`)}
            then r.machine_serial_number when ${isOne(sql`r.board_serial_number`)}
            then r.board_serial_number else r.replacement_serial_number end,
          'machine_model', r.machine_model,
          'customer_id', ${customer(sql`r.customer_id`)},
          'customer_name', ${customer(sql`nullif(r.customer_name, ${UNKNOWN_CUSTOMER})`)},
          'customer_phone', ${customer(sql`r.customer_phone`)},
          'supplier_id', ${supplier(sql`r.supplier_id`)}, 'supplier_name', ${supplier(sql`p.name`)})
        from rmas r left join suppliers p on p.id = r.supplier_id
        where ${isOne(sql`r.machine_serial_number`)} or ${isOne(sql`r.board_serial_number`)}
          or ${isOne(sql`r.replacement_serial_number`)}
        order by r.id desc limit 1) as rma,
      (select json_build_object('serial', t.serial_number, 'machine_model', t.machine_model,
          'customer_id', ${customer(sql`c.id`)}, 'customer_name', ${customer(sql`c.name`)},
          'customer_phone', ${customer(sql`c.phone`)})
        from service_tickets t join customers c on c.id = t.customer_id
        where ${isOne(sql`t.serial_number`)} and ${reach(actor)}
        order by t.id desc limit 1) as ticket
    from asked, sold`);
  const serial_number = row.known?.serial ?? row.rma?.serial ?? row.ticket?.serial;
  return serial_number === undefined ? undefined : shownTo(actor, serial_number, row);
}

function shownTo(actor: Actor, serial_number: string, row: Row): ScannedSerial {
  const { known, sale, buyer, brought, rma, ticket } = row;
  const customer = buyer ?? [rma, ticket].find((paper) => paper?.customer_name);
  const supplier = brought ?? rma;
  const machine_model = rma?.machine_model ?? ticket?.machine_model ?? known?.model ?? null;
  const named = known?.name ?? machine_model;
  return {
    serial_number,
    title: named === null ? serial_number : `${named} · ${serial_number}`,
    product_id: known?.product_id ?? null,
    sku: known?.sku ?? null,
    product_name: known?.name ?? null,
    machine_model,
    ...may(actor, "customers.read") && {
      customer_id: customer?.customer_id ?? null,
      customer_name: customer?.customer_name ?? null,
      customer_phone: customer?.customer_phone ?? null,
    },
    ...seesSupplier(actor) && {
      supplier_id: supplier?.supplier_id ?? null,
      supplier_name: supplier?.supplier_name ?? null,
    },
    warranty: warrantyVerdict(sale, actor.today),
  };
}
