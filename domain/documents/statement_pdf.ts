import { type Decimal, isZero, sum } from "../money/decimal.ts";
import { formatAmount, inCurrency } from "./format_money.ts";
import { type DocumentOptions, openSheet, type Party } from "./letterhead.ts";
import { drawTable } from "./table.ts";
import { formatDate, pageLine, wordings } from "./wording.ts";

/** A customer's account in a time, with everything that is printed of it; the figures are local currency. */
export interface PrintedStatement {
  /** the customer's */
  reference_no: string;
  customer: Party;
  /** `YYYY-MM-DD`; left out: from the first entry */
  from?: string;
  to: string;
  opening_balance: Decimal;
  closing_balance: Decimal;
  entries: {
    date: string;
    description: string;
    debit: Decimal;
    credit: Decimal;
    running_balance: Decimal;
  }[];
}

const AMOUNT_WIDTH = 85;

/** The statement as an A4 PDF to send. The same statement and options give the same bytes. */
export async function statementPdf(
  statement: PrintedStatement,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { currency, digits, language } = options;
  const wording = wordings[language];
  const { statement: words } = wording;
  const { entries, from, to } = statement;
  const sheet = await openSheet({
    title: words.title,
    reference_no: statement.reference_no,
    date: to,
    isVoid: false,
    partyLabel: words.party,
    party: statement.customer,
    facts: from === undefined ? [] : [[words.from, formatDate(from, wording, digits)]],
  }, options);
  const amount = (value: Decimal) => formatAmount(value, currency, digits);
  const row = (...cells: string[]) => ({ cells, details: [] });
  const total = (side: "debit" | "credit") => amount(sum(entries.map((entry) => entry[side])));
  const figure = (heading: string) => ({
    heading: inCurrency(heading, currency),
    align: "right" as const,
    maxWidth: AMOUNT_WIDTH,
  });
  drawTable(sheet, [
    { heading: wording.date, align: "left", maxWidth: AMOUNT_WIDTH },
    { heading: words.description, align: "left" },
    figure(words.debit),
    figure(words.credit),
    figure(words.balance),
  ], [
    row(
      from === undefined ? "" : formatDate(from, wording, digits),
      words.opening,
      "",
      "",
      amount(statement.opening_balance),
    ),
    ...entries.map(({ date, description, debit, credit, running_balance }) =>
      row(
        formatDate(date, wording, digits),
        description,
        isZero(debit) ? "" : amount(debit),
        isZero(credit) ? "" : amount(credit),
        amount(running_balance),
      )
    ),
    row(
      formatDate(to, wording, digits),
      words.closing,
      total("debit"),
      total("credit"),
      amount(statement.closing_balance),
    ),
  ]);
  return sheet.finish(pageLine(wording, digits));
}
