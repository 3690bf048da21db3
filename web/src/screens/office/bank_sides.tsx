import type { Account, AccountEntry, Reconciliation, StatementLine } from "../../core/answers.ts";
import {
  Button,
  Card,
  type ComponentChildren,
  List,
  may,
  money,
  number,
  Row,
  useSignal,
} from "../../kit/mod.ts";
import { paperOf } from "../../records/mod.ts";
import { amountOf, ChooseEntry, EnterLine, LineActions, nameOfLine } from "./bank_enter.tsx";
import { k } from "./bank_words.ts";
import { dayAnd } from "./day_and.ts";

export type Match = [line: StatementLine, entry: AccountEntry];
const SHOWN = 50;

/** What is proposed, side by side: the bank's line and the book's. */
export function Proposals({ pairs, onMatch }: {
  pairs: Match[];
  onMatch: (pairs: Match[]) => void;
}) {
  const open = may("books.write");
  if (pairs.length === 0) return null;
  return (
    <Card
      title={k("same", { n: number(pairs.length) })}
      action={open && (
        <Button look="main" icon="check" onClick={() => onMatch(pairs)}>
          {k("match_all", { n: number(pairs.length) })}
        </Button>
      )}
    >
      <ul class="matches">
        {pairs.slice(0, SHOWN).map(([line, entry]) => (
          <li key={line.id}>
            <Half side="bank_says" day={dayAnd(line.date, line.reference)}>{nameOfLine(line)}</Half>
            <Half
              side="book_says"
              day={dayAnd(entry.entry_date, entry.source_reference_no)}
              href={behind(entry)}
            >
              {entry.narration}
            </Half>
            <b>{money(line.amount)}</b>
            {open && (
              <Button onClick={() => onMatch([[line, entry]])}>
                {k("match")}
                <span class="unseen">: {nameOfLine(line)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Half({ side, day, href, children }: {
  side: "bank_says" | "book_says";
  day: string;
  href?: string;
  children: ComponentChildren;
}) {
  return (
    <div>
      <p class="muted">{k(side)} · {day}</p>
      {href ? <a class="link" href={href}>{children}</a> : <p>{children}</p>}
    </div>
  );
}

/** What is open: the bank's lines beside the book's. */
export function Sides({ account, lines, book, from, onMatch, onEntered }: {
  account: Account;
  lines: readonly StatementLine[];
  book: readonly AccountEntry[];
  from: string | null;
  onMatch: (pairs: Match[]) => void;
  onEntered: (line: StatementLine) => void;
}) {
  const asked = useSignal<{ line: StatementLine; as: "choose" | "spent" | "moved" } | undefined>(
    undefined,
  );
  const amounts = new Set(book.map(amountOf));
  const close = () => asked.value = undefined;
  const { line, as } = asked.value ?? {};
  const isBefore = ({ entry_date }: AccountEntry) => from !== null && entry_date < from;
  const [early, late] = [book.filter(isBefore), book.filter((entry) => !isBefore(entry))];
  return (
    <div class="sides">
      <Side title={k("bank_side", { n: number(lines.length) })} all={lines}>
        {(line) => [
          <Row
            key={line.id}
            title={nameOfLine(line)}
            lines={[dayAnd(line.date, line.description && line.reference)]}
            side={money(line.amount)}
          />,
          <LineActions
            key={`${line.id} do`}
            account={account}
            line={line}
            open={may("books.write")}
            fits={amounts.has(line.amount)}
            onChoose={() => asked.value = { line, as: "choose" }}
            onEnter={(as) => asked.value = { line, as }}
          />,
        ]}
      </Side>
      <div class="sides">
        <Side title={k("book_side", { n: number(late.length) })} all={late}>{entryRow}</Side>
        {early.length > 0 && (
          <details class="card">
            <summary>{k("of_before", { n: number(early.length) })}</summary>
            <Rows label={k("of_before", { n: number(early.length) })} all={early}>{entryRow}</Rows>
          </details>
        )}
      </div>
      {line && as === "choose" && (
        <ChooseEntry
          line={line}
          book={book}
          onClose={close}
          onMatch={(entry) => {
            close();
            onMatch([[line, entry]]);
          }}
        />
      )}
      {line && as && as !== "choose" && (
        <EnterLine account={account} line={line} as={as} onEntered={onEntered} onClose={close} />
      )}
    </div>
  );
}

const entryRow = (entry: AccountEntry) => (
  <Row
    key={entry.id}
    href={behind(entry)}
    title={entry.narration}
    lines={[dayAnd(entry.entry_date, entry.source_reference_no)]}
    side={money(amountOf(entry))}
  />
);

interface SideProps<One> {
  all: readonly One[];
  children: (one: One) => ComponentChildren;
}

function Side<One>({ title, ...rows }: SideProps<One> & { title: string }) {
  return (
    <Card title={title}>
      {rows.all.length === 0
        ? <p class="muted">{k("none_left")}</p>
        : <Rows label={title} {...rows} />}
    </Card>
  );
}

function Rows<One>({ label, all, children }: SideProps<One> & { label: string }) {
  const shown = useSignal(SHOWN);
  return (
    <>
      <List label={label}>{all.slice(0, shown.value).map(children)}</List>
      {all.length > shown.value && (
        <Button look="quiet" wide onClick={() => shown.value += SHOWN}>{k("more")}</Button>
      )}
    </>
  );
}

/** What was matched last, to be taken apart again. */
export function Recent({ recent, matched, onApart }: {
  recent: Reconciliation["recent"];
  matched: number;
  onApart: (line: StatementLine) => void;
}) {
  if (recent.length === 0) return null;
  return (
    <details class="card">
      <summary>{k("recent", { n: number(matched) })}</summary>
      <List>
        {recent.map((line) => (
          <Row
            key={line.id}
            title={nameOfLine(line)}
            lines={[dayAnd(line.date, line.reference), `${k("book_says")}: ${line.booked_as}`]}
            side={
              <>
                {money(line.amount)}
                {may("books.write") && (
                  <Button look="quiet" onClick={() => onApart(line)}>{k("apart")}</Button>
                )}
              </>
            }
          />
        ))}
      </List>
    </details>
  );
}

const behind = ({ source_type, source_id }: AccountEntry) => paperOf(source_type, source_id);
