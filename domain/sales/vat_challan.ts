import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { count, date, id, instant, localMoney, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const challanKinds = ["6.3", "6.7"] as const;

const party = z.object({
  name: answer.text.describe("As it is registered, or the customer's name."),
  bin: answer.text.nullable().describe("The business identification number."),
  address: answer.text.nullable().describe("Where."),
  officer: answer.text.nullable().optional().describe("Who signs, of the firm."),
  officer_title: answer.text.nullable().optional().describe("What he is."),
});

const line = z.object({
  description: answer.text.describe("What was supplied, with its brand."),
  unit: answer.text.nullable().describe("What it is counted in."),
  quantity: answer.number.describe("How many."),
  unit_price: answer.number.describe("Of one, without any tax."),
  value: answer.number.describe("Without any tax."),
  sd: answer.number.describe("Supplementary duty."),
  vat_percent: answer.number.describe("The rate of VAT."),
  vat: answer.number.describe("The VAT."),
  total: answer.number.describe("With all taxes."),
});
export type ChallanLine = z.output<typeof line>;
export type ChallanParty = z.output<typeof party>;

/** A paper of VAT as it was issued. Source: docs/vat.md, "Papers". */
export const vatChallan = record(
  "VatChallan",
  "v",
  everybody({
    ...named({
      example: { reference_no: "VCH-2026-000041", title: "Mushak 6.3 VCH-2026-000041 – Rahim" },
      title: sql`concat('Mushak ', v.kind, ' ', v.reference_no, ' – ', v.buyer->>'name')`,
    }),
    kind: word(challanKinds, "6.3 is the tax invoice, 6.7 the credit note of a return.", {
      example: "6.3",
    }),
    invoice_id: id("The invoice.", { example: 41 }),
    credit_note_id: id("The return, of a 6.7.", { example: null, nullable: true }),
    original_reference_no: text("The 6.3 that a 6.7 takes from.", {
      example: null,
      nullable: true,
      sql: sql`(select o.reference_no from vat_challans o
        where v.kind = '6.7' and o.kind = '6.3' and o.invoice_id = v.invoice_id)`,
    }),
    original_issued_on: date("The day of that 6.3.", {
      example: null,
      nullable: true,
      sql: sql`(select o.issued_on from vat_challans o
        where v.kind = '6.7' and o.kind = '6.3' and o.invoice_id = v.invoice_id)`,
    }),
    issued_at: instant("When it was issued.", { example: "2026-07-14T05:10:00.000Z" }),
    issued_on: date("The day of that.", { example: "2026-07-14" }),
    seller: shaped(party, "The firm, as it stood then."),
    buyer: shaped(party, "The customer, as he stood then."),
    lines: shaped(z.array(line), "What was supplied, or came back."),
    bills_of_entry: shaped(z.array(answer.text), "The bills that the goods came in by.", {
      example: ["C796229 (301) 2026-03-14"],
    }),
    destination: text("Where it goes.", { example: "12 Station Road, Bogura", nullable: true }),
    vehicle: text("What carries it.", { example: "Truck DM-TA-11-2233", nullable: true }),
    reason: text("Why it came back, of a 6.7.", { example: null, nullable: true }),
    net: localMoney("Without VAT.", { example: 8000, seenBy: "everybody" }),
    vat: localMoney("The VAT.", { example: 1200, seenBy: "everybody" }),
    total: localMoney("With it.", { example: 9200, seenBy: "everybody" }),
    copies: count("How often it was printed.", { example: 1 }),
    ...stamps(),
  }),
);
export type VatChallan = z.output<typeof vatChallan.schema>;

/** No field is required: an empty body issues too. */
export const newChallan = z.object({
  destination: field.text(500).optional()
    .describe("Where the goods go. Left out: the customer's address."),
  vehicle: field.text(200).optional().describe("What carries them, and its number."),
});
