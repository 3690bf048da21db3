import sql from "sql-template-tag";
import type { z } from "zod";
import { refuseOtherContent } from "../bulk_import/existing.ts";
import type { ImportKind } from "../bulk_import/import_kind.ts";
import { asText, cleaned, givenIn, readCells } from "../bulk_import/read_cells.ts";
import { business } from "../business/business.ts";
import * as field from "../records/fields.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { createCustomers } from "./create_customer.ts";
import { customer } from "./customer.ts";

const row = customer.entry.extend({ external_ref: field.text(100).optional() });

/**
 * Customers from a file, one row each. A row is known by its `external_ref`, the customer's number in the
 * book it comes from; without one by his phone, else his e-mail, else his name. Who has a phone, e-mail or
 * name that a row without reference gives is that customer: unchanged when the row says nothing else,
 * else a conflict. Two branches that share a phone each need a reference.
 * Source: docs/terminal.md, "Importing files".
 */
export const customerFile: ImportKind = {
  name: "customers",
  may: "customers.write",
  columns: Object.keys(row.shape),
  required: ["name"],
  remembers: true,
  reader: () => (tableRow) => {
    const cells = cleaned(tableRow.cells);
    const { data, problems } = readCells(row, tableRow, cells);
    if (data === undefined) return Promise.resolve(problems);
    return Promise.resolve({
      key: keyOf(data),
      content: asText(row.shape, data),
      given: givenIn(row.shape, cells),
      currency: business.localCurrency,
      amount: data.opening_balance,
    });
  },
  meet: (tx) =>
    refuseOtherContent(tx, {
      existing: sql`
        select k.key, c.reference_no, to_jsonb(c) as record
        from (select key, split_part(key, ':', 1) as by, substr(key, strpos(key, ':') + 1) as told
          from import_groups where fate = 'new') k
        join customers c on case k.by when 'phone' then c.phone_digits = k.told
          when 'email' then lower(c.email) = k.told when 'name' then lower(c.name) = k.told end`,
      column: "name",
      what: "this is a customer already",
      same: {
        phone: (a, b) => phoneDigits(a) === phoneDigits(b),
        email: (a, b) => a.toLowerCase() === b.toLowerCase(),
      },
    }),
  async create(tx, actor, groups) {
    await createCustomers(tx, actor, groups.map(({ contents }) => row.parse(contents[0])));
  },
};

function keyOf({ external_ref, phone, email, name }: z.output<typeof row>): string {
  if (external_ref !== undefined) return `ref:${external_ref}`;
  const digits = phone === undefined ? null : phoneDigits(phone);
  if (digits !== null) return `phone:${digits}`;
  return email === undefined ? `name:${name.toLowerCase()}` : `email:${email.toLowerCase()}`;
}
