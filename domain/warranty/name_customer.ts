import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { SerialOrigin } from "../serials/serial_origin.ts";
import { missingThing, type NewRma } from "./rma.ts";

export const UNKNOWN_CUSTOMER = "Unknown";

export interface NamedCustomer {
  customer_id: number | null;
  customer_name: string;
  customer_phone: string | null;
}

type Asked = Omit<Partial<NewRma>, "quantity" | "fault_description">;

/**
 * Who a case is for, and that it says what it is about. A name that was sent stands; else the name of
 * the customer with `customer_id`; else whoever was sold one of the serials, or brought it before; else
 * "Unknown" where there is a serial at all (docs/imports.md, "RMA": the field's minimal form).
 *
 * @throws Refusal `invalid_fields` on `customer_id`, `customer_name`, or the three that name the thing
 */
export async function nameCustomer(
  tx: Tx,
  input: Asked,
  origin: SerialOrigin,
): Promise<NamedCustomer> {
  const known = input.customer_id !== undefined
    ? await customerWith(tx, input.customer_id)
    : input.customer_name === undefined
    ? await customerOfSerials(tx, input, origin)
    : undefined;
  const missing = missingThing(input);
  const customer_name = input.customer_name ?? known?.customer_name;
  if (customer_name === undefined) missing.customer_name = "is required";
  if (Object.keys(missing).length > 0) throw invalid(missing);
  return {
    customer_id: known?.customer_id ?? null,
    customer_name: customer_name!,
    customer_phone: input.customer_phone ?? known?.customer_phone ?? null,
  };
}

/** The customer, kept from being removed meanwhile. @throws Refusal `invalid_fields` on `customer_id` */
export async function customerWith(tx: Tx, id: number): Promise<NamedCustomer> {
  const [customer] = await tx.query<[NamedCustomer?]>(sql`
    select id as customer_id, name as customer_name, phone as customer_phone
    from customers where id = ${id} for key share`);
  if (!customer) throw invalid({ customer_id: "names no customer" });
  return customer;
}

/** @throws Refusal `invalid_fields` on `supplier_id` */
export async function needSupplier(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const [supplier] = await tx.query<[{ id: number }?]>(
    sql`select id from suppliers where id = ${id} for key share`,
  );
  if (!supplier) throw invalid({ supplier_id: "names no supplier" });
}

async function customerOfSerials(
  tx: Tx,
  input: Asked,
  { customer_id }: SerialOrigin,
): Promise<NamedCustomer | undefined> {
  const serials = [input.machine_serial_number, input.board_serial_number]
    .filter((serial) => serial !== undefined);
  if (serials.length === 0) return undefined;
  if (customer_id !== null) return await customerWith(tx, customer_id);
  const [earlier] = await tx.query<[NamedCustomer?]>(sql`
    with wanted as (select array_agg(serial_key(serial)) as these from unnest(${serials}::text[]) serial)
    select r.customer_id, r.customer_name, r.customer_phone
    from rmas r, wanted
    where r.customer_name <> ${UNKNOWN_CUSTOMER} and (serial_key(r.machine_serial_number) = any(these)
      or serial_key(r.board_serial_number) = any(these)
      or serial_key(r.replacement_serial_number) = any(these))
    order by r.id desc limit 1`);
  return earlier ??
    { customer_id: null, customer_name: UNKNOWN_CUSTOMER, customer_phone: null };
}
