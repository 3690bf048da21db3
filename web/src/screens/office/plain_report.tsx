import { Code, type ComponentChildren, date, hrefOf, money, number } from "../../kit/mod.ts";
import { quantityOf, statusWord } from "../../records/mod.ts";
import { type Asked, type ChosenReport, chosenReport } from "./chosen_report.tsx";
import { monthOf } from "../trade/month.ts";
import type { ReportColumn, ReportPart } from "./report_rows.tsx";
import { q, type ReportWord, valueWord } from "./report_words.ts";

/**
 * `sum` is money of which nothing is said where it is 0, `own` money in the row's currency, `foreign` the same where that is not taka, `quantity` in the row's unit,
 * `account` the name of an account, `word` a word of the API.
 */
type Kind =
  | "text"
  | "code"
  | "date"
  | "month"
  | "money"
  | "sum"
  | "own"
  | "foreign"
  | "number"
  | "quantity"
  | "percent"
  | "word"
  | "status"
  | "account";
/** With `?` nothing is said of 0, and the column is left out where nothing is said in any row. */
type Shown<R> = Kind | `${Kind}?` | ((row: R, asked: Asked) => string);

/** A field, how it is shown, and its head where that is not called as the field is. */
type PlainColumn<R> =
  | [field: Extract<keyof R, ReportWord>, shown: Shown<R>]
  | [field: keyof R & string, shown: Shown<R>, head: ReportWord];

type Totals = Partial<Record<string, number | null>>;
interface Meta {
  totals?: Totals;
}

interface PlainReport<R, M> extends
  Pick<
    ChosenReport<R, M>,
    "name" | "choices" | "time" | "atFirst" | "accounts" | "below"
  > {
  columns: PlainColumn<R>[];
  /** on a phone: what the row is called, its main figure, and what else is said of it */
  phone: [title: keyof R & string, side: keyof R & string, ...lines: (keyof R & string)[]];
  /** the field that leads somewhere at the desk, and where */
  leads?: [
    field: keyof R & string,
    to: (row: R, query: URLSearchParams) => string | number | false | null | undefined,
  ];
  /** a field that parts the rows, its words in their order: the totals of that name are its sums */
  parts?: { by: keyof R & string; of: readonly string[] };
  /** totals that are no column; a number of its own kind, else money */
  facts?: [total: ReportWord, shown?: Kind][];
}

const atEnd = /^(money|sum|own|foreign|number|quantity|percent)/;
const said = /^(text|code|date|month|word|status|account)/;

/** A report whose columns are fields of its rows. */
export function plainReport<R extends { id: number }, M extends Meta = Meta>(
  def: PlainReport<R, M>,
) {
  const { columns, phone: [title, side, ...lines], parts, facts = [] } = def;
  const shownOf = (field: keyof R & string) =>
    columns.find(([of]) => of === field)?.[1] ?? "text" as const;
  const headOf = (field: keyof R & string) => {
    const [, , head] = columns.find(([of]) => of === field) ?? [];
    return q(head ?? field as ReportWord);
  };
  const text = (row: R, field: keyof R & string, asked: Asked) =>
    textOf(row, field, shownOf(field), asked);
  const hrefOfRow = (row: R, { query }: Asked) => {
    const to = def.leads?.[1](row, query);
    return to ? hrefOf(String(to)) : undefined;
  };
  const led = (row: R, field: string, asked: Asked, said: ComponentChildren) => {
    const href = def.leads?.[0] === field && said ? hrefOfRow(row, asked) : undefined;
    return href ? <a class="opens" href={href}>{said}</a> : said;
  };
  return chosenReport<R, M>({
    ...def,
    accounts: def.accounts || columns.some(([, shown]) => shown === "account"),
    columns: (rows, asked, { totals = {} }) =>
      columns.flatMap(([field, shown, head]): ReportColumn<R>[] => {
        const optional = typeof shown === "function" || shown.endsWith("?");
        const none = optional
          ? rows.every((row) => !textOf(row, field, shown, asked))
          : rows.every((row) => row[field] === undefined || row[field] === null);
        if (none) return [];
        const end = typeof shown === "string" && atEnd.test(shown);
        const total = end && totals[field];
        return [{
          head: head ?? field as ReportWord,
          cell: (row) => led(row, field, asked, cellOf(shown, textOf(row, field, shown, asked))),
          end,
          ...typeof total === "number" && { total: figure(shown as Kind, total) },
        }];
      }),
    row: (row, asked) => ({
      title: text(row, title, asked),
      lines: [
        lines.filter((field) => said.test(String(shownOf(field))))
          .map((field) => text(row, field, asked)).filter(Boolean).join(" · "),
        ...lines.filter((field) => !said.test(String(shownOf(field)))).map((field) => {
          const figure = text(row, field, asked);
          return figure && `${headOf(field)}: ${figure}`;
        }),
      ],
      side: text(row, side, asked),
      href: hrefOfRow(row, asked),
    }),
    parts: parts && ((rows, { totals = {} }) =>
      parts.of.flatMap((value): ReportPart<R>[] => {
        const its = rows.filter((row) => row[parts.by] === value);
        if (its.length === 0) return [];
        return [{ title: valueWord(parts.by, value), sum: money(totals[value] ?? 0), rows: its }];
      })),
    facts: ({ totals = {} }) =>
      facts.flatMap(([name, shown = "money"]): [string, string][] => {
        const total = totals[name];
        return total === null || total === undefined ? [] : [[q(name), figure(shown, total)]];
      }),
  });
}

const figure = (shown: string, value: number | string): string => {
  if (shown.startsWith("number")) return number(value);
  if (shown.startsWith("percent")) return `${number(value)}%`;
  return money(value);
};

/** What a row says in a field, as text. */
function textOf<R>(row: R, field: keyof R & string, shown: Shown<R>, asked: Asked): string {
  if (typeof shown === "function") return shown(row, asked);
  const value = row[field] as string | number | null | undefined;
  const [kind, optional] = [shown.replace("?", ""), shown.endsWith("?")];
  if (value === null || value === undefined || value === "" || optional && Number(value) === 0) {
    return "";
  }
  const { currency, unit, account_id, id } = row as {
    currency?: string;
    unit?: string;
    account_id?: number;
    id: number;
  };
  switch (kind) {
    case "text":
    case "code":
      return String(value);
    case "date":
      return date(String(value));
    case "month":
      return monthOf(String(value));
    case "word":
      return valueWord(field, String(value));
    case "status":
      return statusWord(String(value));
    case "account":
      return asked.accountName(account_id ?? id, String(value));
    case "quantity":
      return quantityOf(value, unit);
    case "foreign":
      return currency === "BDT" ? "" : money(value, currency);
    case "own":
      return money(value, currency);
    case "sum":
      return Number(value) === 0 ? "" : money(value);
    default:
      return figure(kind, value);
  }
}

function cellOf<R>(shown: Shown<R>, text: string): ComponentChildren {
  if (!text || typeof shown === "function") return text;
  return shown.startsWith("code") ? <Code>{text}</Code> : text;
}
