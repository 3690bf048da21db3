import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";

interface Line {
  entry_id: number;
  reference_no: string;
  entry_date: string;
  narration: string;
  ledger: string;
  debit: Decimal;
  credit: Decimal;
}

interface Ledger {
  ledger: string;
  type: "asset" | "liability" | "equity" | "income" | "expense";
  kind: string;
}

const groups: Record<Ledger["type"], string> = {
  asset: "Current Assets",
  liability: "Current Liabilities",
  equity: "Capital Account",
  income: "Sales Accounts",
  expense: "Indirect Expenses",
};

/** An account as Tally knows it: number and name, for names alone may come twice. */
const ledgerName = sql`concat(a.number, ' ', a.name)`;

/**
 * The accounts that a time's entries name, as masters of Tally: import them before the vouchers.
 * Source: docs/books.md, "For the accountant".
 */
export async function tallyMasters(db: Db, from: string, to: string): Promise<string> {
  const ledgers = await db.query<Ledger[]>(sql`
    select ${ledgerName} as ledger, a.type, a.kind from accounts a
    where exists (select from journal_lines l where l.account_id = a.id
      and l.entry_date between ${from}::date and ${to}::date)
    order by a.number`);
  return envelope(
    "All Masters",
    ledgers.map(({ ledger, type, kind }) =>
      `<TALLYMESSAGE xmlns:UDF="TallyUDF"><LEDGER NAME="${escaped(ledger)}" ACTION="Create">` +
      `<NAME.LIST><NAME>${escaped(ledger)}</NAME></NAME.LIST>` +
      `<PARENT>${
        kind === "money" ? "Cash-in-Hand" : groups[type]
      }</PARENT></LEDGER></TALLYMESSAGE>\n`
    ),
  );
}

/**
 * The journal's entries of a time as vouchers of Tally. A debit is deemed positive and its amount below zero, as
 * Tally has it, so that the amounts of a voucher sum to zero. Source: docs/books.md, "For the accountant".
 */
export async function tallyVouchers(db: Db, from: string, to: string): Promise<string> {
  const lines = await db.query<Line[]>(sql`
    select e.id as entry_id, e.reference_no, e.entry_date, e.narration, ${ledgerName} as ledger,
      l.debit, l.credit
    from journal_lines l join journal_entries e on e.id = l.entry_id
      join accounts a on a.id = l.account_id
    where l.entry_date between ${from}::date and ${to}::date
    order by e.entry_date, e.id, l.id`);
  const vouchers = [...Map.groupBy(lines, ({ entry_id }) => entry_id).values()];
  return envelope("Vouchers", vouchers.map(voucher));
}

function voucher(lines: Line[]): string {
  const [{ reference_no, entry_date, narration }] = lines;
  const entries = lines.map(({ ledger, debit, credit }) => {
    const isDebit = debit.gt("0");
    return `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escaped(ledger)}</LEDGERNAME>` +
      `<ISDEEMEDPOSITIVE>${isDebit ? "Yes" : "No"}</ISDEEMEDPOSITIVE>` +
      `<AMOUNT>${credit.minus(debit)}</AMOUNT></ALLLEDGERENTRIES.LIST>`;
  });
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="Journal" ACTION="Create">` +
    `<DATE>${entry_date.replaceAll("-", "")}</DATE><VOUCHERTYPENAME>Journal</VOUCHERTYPENAME>` +
    `<VOUCHERNUMBER>${escaped(reference_no)}</VOUCHERNUMBER>` +
    `<NARRATION>${escaped(narration)}</NARRATION>${entries.join("")}</VOUCHER></TALLYMESSAGE>\n`;
}

function envelope(what: string, messages: string[]): string {
  return '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER>' +
    "<TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC>" +
    `<REPORTNAME>${what}</REPORTNAME></REQUESTDESC><REQUESTDATA>\n` + messages.join("") +
    "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n";
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text of people; what XML 1.0 has no place for is left out. */
function escaped(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (sign) => entities[sign]);
}
