import sql from "sql-template-tag";
import type { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { currency, date, rate as rateKind } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** What a currency cost on a day, in local units. Source: docs/books.md, "Rates". */
export const rate = record(
  "Rate",
  "r",
  everybody({
    ...named({
      example: { reference_no: "USD 2026-03-02", title: "USD 2026-03-02: customs 121.5" },
      reference_no: sql`concat(r.currency, ' ', r.date)`,
      title: sql`concat(r.currency, ' ', r.date, ': ', concat_ws(', ',
        'customs ' || trim_scale(r.customs), 'bank selling ' || trim_scale(r.bank_selling)))`,
    }),
    currency: currency("The currency it is of.", { example: "USD", entry: "required" }),
    date: date("The day it holds from, until a later one.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    customs: rateKind("What customs values goods at.", { example: 121.5, entry: "optional" }),
    bank_selling: rateKind("What the bank sells it at.", { example: 122.85, entry: "optional" }),
    ...stamps(),
  }),
);
export type Rate = z.output<typeof rate.schema>;
