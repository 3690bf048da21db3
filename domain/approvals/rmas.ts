import sql from "sql-template-tag";
import { business } from "../business/business.ts";
import { rmaTitle } from "../warranty/rma.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { atSupplier } from "../warranty/rma_words.ts";
import type { Decision } from "./approval.ts";
import { photosOf } from "./photos.ts";

const undecided = atSupplier.filter((status) => status !== "replacement_approved");
const local = business.localCurrency;

/**
 * The value of the case in local currency; null where it is in a foreign one, because an RMA has no
 * exchange rate.
 */
const valueLocal = sql`case when coalesce(r.currency, ${local}) = ${local}
  then round(r.estimated_value, 2) end`;

/**
 * Cases at the supplier that may end in a replacement, from the limit in the settings on; what cannot
 * be compared with it (no value, or a foreign currency) is shown too. The risk is the value.
 */
export const toReplace: Decision = {
  may: "rmas.status",
  page: "rma",
  waiting: () =>
    sql`select r.id, r.reference_no, ${rmaTitle()}, ${valueLocal}, r.updated_at, r.created_at,
      r.created_by, r.id, false
    from rmas r
    where r.status = any(${undecided}::text[])
      and coalesce(${valueLocal} >= (select rma_approval_limit from settings), true)`,
  facts: (actor) =>
    sql`(select json_build_object('status', r.status, 'customer_name', r.customer_name,
      'customer_phone', r.customer_phone, 'supplier_id', r.supplier_id, 'supplier_name', s.name,
      'machine_model', r.machine_model, 'machine_serial_number', r.machine_serial_number,
      'board_serial_number', r.board_serial_number, 'fault_description', r.fault_description,
      'estimated_value', r.estimated_value, 'currency', r.currency,
      'sale', ${
      lastSale([sql`r.board_serial_number`, sql`r.machine_serial_number`], sql`r.created_at`)
    },
      'earlier_cases', (select count(*) from rmas e, array_remove(array[
          upper(r.machine_serial_number), upper(r.board_serial_number)], null) these
        where e.id < r.id and (upper(e.machine_serial_number) = any(these)
          or upper(e.board_serial_number) = any(these)
          or upper(e.replacement_serial_number) = any(these))),
      'photos', ${photosOf(actor, "rma", sql`r.id`)}, 'version', r.version)
    from rmas r left join suppliers s on s.id = r.supplier_id where r.id = w.id)`,
};
