import type { Account, AccountEntry, StatementLine } from "../../core/answers.ts";
import { Button, ButtonLink, date, enqueue, List, money, Row, Sheet } from "../../kit/mod.ts";
import { Ask, type FieldDef, saySaved } from "../../records/mod.ts";
import { moneyFrom, moneyTo, overheads } from "../trade/account_choice.ts";
import { k } from "./bank_words.ts";
import { dayAnd } from "./day_and.ts";

export const amountOf = ({ debit, credit }: AccountEntry) => debit - credit;
export const nameOfLine = ({ description, reference }: StatementLine) =>
  description ?? reference ?? "–";

/** Which entry of the book a line of the bank is: those of its amount, the nearest day first. */
export function ChooseEntry({ line, book, onMatch, onClose }: {
  line: StatementLine;
  book: readonly AccountEntry[];
  onMatch: (entry: AccountEntry) => void;
  onClose: () => void;
}) {
  const off = ({ entry_date }: AccountEntry) =>
    Math.abs(Date.parse(entry_date) - Date.parse(line.date));
  const fitting = book.filter((entry) => amountOf(entry) === line.amount)
    .toSorted((a, b) => off(a) - off(b));
  return (
    <Sheet title={`${money(line.amount)} · ${date(line.date)}`} onClose={onClose}>
      <p class="muted">{nameOfLine(line)}</p>
      {fitting.length === 0 && <p>{k("choose_none", { amount: money(line.amount) })}</p>}
      <List label={k("choose")}>
        {fitting.map((entry) => (
          <Row
            key={entry.id}
            title={entry.narration}
            lines={[dayAnd(entry.entry_date, entry.source_reference_no)]}
            side={<Button onClick={() => onMatch(entry)}>{k("match")}</Button>}
          />
        ))}
      </List>
    </Sheet>
  );
}

/**
 * What a line of the bank is, where the book has nothing of it: a charge, or money of another account. It is
 * matched by the same write.
 */
export function EnterLine({ account, line, as, onEntered, onClose }: {
  account: Account;
  line: StatementLine;
  as: "spent" | "moved";
  onEntered: (line: StatementLine) => void;
  onClose: () => void;
}) {
  const amount = Math.abs(line.amount).toFixed(2);
  const out = line.amount < 0;
  const said = [line.description, line.reference].filter(Boolean).join(" ");
  const shared: FieldDef[] = [
    { name: "date", label: () => k("day"), type: "date", initial: () => line.date },
    { name: "note", label: () => k("note"), initial: () => said },
  ];
  const ends = out ? moneyTo : moneyFrom;
  const other: FieldDef = as === "spent"
    ? {
      name: "category",
      label: () => k("head"),
      type: "chips",
      from: overheads,
      required: true,
    }
    : {
      name: "other",
      label: () => k(out ? "to_account" : "from_account"),
      type: "chips",
      required: true,
      from: {
        ...ends,
        choice: (one: Account, values) => one.id === account.id ? null : ends.choice!(one, values),
      },
    };
  const enter = async ({ other, ...answers }: Record<string, unknown>) => {
    const [path, body, title] = as === "spent"
      ? [
        "/expenses",
        { account_id: account.id },
        k("name_spent", {
          amount: money(amount),
          what: said,
        }),
      ] as const
      : [
        "/accounts/transfers",
        out ? { from: account.number, to: other } : { from: other, to: account.number },
        k("name_moved", { amount: money(amount) }),
      ] as const;
    saySaved(
      await enqueue({
        method: "POST",
        path,
        body: { ...body, amount, statement_line_id: line.id, ...answers },
        title,
        list: path,
        undo: false,
      }),
    );
    onEntered(line);
  };
  return (
    <Ask
      title={k(as)}
      say={`${money(line.amount)} · ${said}`}
      fields={[other, ...shared]}
      onConfirm={enter}
      onClose={onClose}
    />
  );
}

/** What may be done with a line of the bank. */
export function LineActions({ account, line, open, fits, onChoose, onEnter }: {
  account: Account;
  line: StatementLine;
  open: boolean;
  /** whether the book has an entry of its amount */
  fits: boolean;
  onChoose: () => void;
  onEnter: (as: "spent" | "moved") => void;
}) {
  if (!open) return null;
  const payment = new URLSearchParams({
    amount: String(line.amount),
    payment_date: line.date,
    account_id: String(account.id),
    method: account.money_type === "bank" ? "bank" : account.role ?? "bkash",
    statement_line_id: String(line.id),
    ...line.reference && { reference: line.reference },
  });
  return (
    <li class="pair">
      {fits && <Button look="main" onClick={onChoose}>{k("choose")}</Button>}
      {line.amount < 0
        ? <Button onClick={() => onEnter("spent")}>{k("spent")}</Button>
        : <ButtonLink href={`#/payments/new?${payment}`}>{k("paid")}</ButtonLink>}
      <Button onClick={() => onEnter("moved")}>{k("moved")}</Button>
    </li>
  );
}
