import type { Account, Reconciliation, StatementLine } from "../../core/answers.ts";
import {
  Badge,
  Card,
  Code,
  date,
  dhakaDate,
  enqueue,
  Field,
  getKept,
  keep,
  may,
  money,
  number,
  parseNumber,
  queue,
  readState,
  Screen,
  type ScreenProps,
  t,
  useEffect,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { Facts, listScreen } from "../../records/mod.ts";
import { nameOf } from "../trade/account_choice.ts";
import { m } from "./back_words.ts";
import { type Match, Proposals, Recent, Sides } from "./bank_sides.tsx";
import { TakeStatement } from "./bank_take.tsx";
import { k } from "./bank_words.ts";
import { Opening } from "./opening.tsx";

/** As many lines of either side the server shows (domain/treasury/reconcile.ts). */
const MOST = 500;

/** The accounts that a bank or a wallet sends statements of. */
export const bankAccounts = listScreen<Account>({
  title: () => k("accounts"),
  path: "/accounts",
  screen: "/reports/bank-statements",
  icon: "bank",
  query: "money_type=bank,wallet&active=true",
  row: (account) => ({
    title: nameOf(account),
    lines: [<Code key="no">{account.number}</Code>],
    side: money(account.balance),
    href: `#/accounts/${account.id}/statement`,
  }),
  empty: () => k("no_accounts"),
});

/**
 * What the bank says beside the account's book, and what stood there at first; of cash the latter alone, unless
 * a statement of it was taken.
 */
export function BankStatement({ params: { id } }: ScreenProps) {
  const account = useRead<Account>(`/accounts/${id}`).value;
  const known = account.data;
  const ofCash = known?.money_type === "cash" ? `/accounts/${id}/statement` : undefined;
  const taken = useRead<Reconciliation>(ofCash).value.data?.to;
  if (!known) return <Screen title={t("loading")}>{readState(account).instead}</Screen>;
  if (!ofCash || taken) return <Comparison account={known} />;
  return (
    <Screen title={nameOf(known)}>
      <AccountOpening account={known} />
    </Screen>
  );
}

/** The lines of the bank beside those of the account's book, until nothing is left of either. */
function Comparison({ account }: { account: Account }) {
  const path = `/accounts/${account.id}/statement`;
  const matches = `/accounts/${account.id}/matches`;
  const read = useRead<Reconciliation>(path).value;
  const { instead, over } = readState(read);
  /** the bank's lines that were matched or entered since the server was asked last */
  const done = useSignal<ReadonlySet<number>>(new Set());
  const isDone = (line: StatementLine) => void (done.value = new Set([...done.value, line.id]));
  const ours = queue.value.filter(({ path, body }) => path === matches || body.statement_line_id);
  const unsent = ours.filter(({ state }) => state === "waiting");
  const entered = new Set(unsent.map(({ body }) => body.statement_line_id));
  useEffect(() => {
    if (unsent.length === 0) done.value = new Set();
  }, [read.at, ours.length - unsent.length]);
  const send = (pairs: [StatementLine, number | null][], title: string) =>
    enqueue({
      method: "POST",
      path: matches,
      body: {
        matches: pairs.map(([line, journal_line_id]) => ({
          statement_line_id: line.id,
          journal_line_id,
        })),
      },
      title,
      record: path,
      undo: false,
    });
  const match = async (pairs: Match[]) => {
    const title = k("name_match", { n: number(pairs.length) });
    await send(pairs.map(([line, entry]) => [line, entry.id]), title);
    for (const [line] of pairs) isDone(line);
  };
  const said = read.data;
  const lines = said?.lines.filter(({ id }) => !done.value.has(id) && !entered.has(id)) ?? [];
  const entries = new Map(said?.book.map((entry) => [entry.id, entry]));
  const pairs = lines.flatMap((line): Match[] => {
    const entry = entries.get(line.proposed_line_id ?? -1);
    return entry ? [[line, entry]] : [];
  });
  const proposed = new Set(pairs.flat());
  return (
    <Screen title={k("compare")} sub={nameOf(account)}>
      {over}
      {instead ?? (
        <>
          <Balance account={account} said={said!} open={lines.length} />
          {may("books.write") && <TakeStatement path={path} open={said!.to === null} />}
          <Proposals pairs={pairs} onMatch={match} />
          <Sides
            account={account}
            lines={lines.filter((line) => !proposed.has(line))}
            book={said!.book.filter((entry) => !proposed.has(entry))}
            from={said!.from}
            onMatch={match}
            onEntered={isDone}
          />
          {Math.max(said!.lines.length, said!.book.length) >= MOST && (
            <p class="muted">{k("most", { n: number(MOST) })}</p>
          )}
          <Recent
            recent={said!.recent}
            matched={said!.matched}
            onApart={(line) => void send([[line, null]], k("name_apart"))}
          />
          <AccountOpening account={account} />
        </>
      )}
    </Screen>
  );
}

function AccountOpening({ account }: { account: Account }) {
  const { id, opening_balance: amount, opening_balance_date: day } = account;
  const path = `/accounts/${id}`;
  return (
    <Card title={m("opening")}>
      <Opening
        record={path}
        right="books.write"
        amount={amount}
        deed={{
          what: money(amount),
          lines: [day && date(day)],
          say: m("opening_account_say", { name: nameOf(account), amount: money(amount) }),
        }}
        entry={(opening_balance, opening_balance_date) => ({
          method: "PUT",
          path,
          body: { opening_balance, opening_balance_date },
        })}
      />
    </Card>
  );
}

/**
 * What was typed of a statement's last balance: another day's statement ends otherwise, one that is taken
 * after it was typed does not.
 */
interface Typed {
  of: string | null;
  on: string;
  typed: string;
}

/** From the book's balance to the bank's, and whether the bank says the same. */
function Balance(
  { account, said, open }: { account: Account; said: Reconciliation; open: number },
) {
  const ends = useSignal("");
  const [kept, of] = [`ends ${account.id}`, said.to];
  useEffect(
    () =>
      void getKept<Typed>(kept).then((known) =>
        ends.value = known && (known.of === of || known.on === dhakaDate()) ? known.typed : ""
      ),
    [
      kept,
      of,
    ],
  );
  const plain = parseNumber(ends.value);
  // what stands before the statement counts as known to the bank
  const ours = said.book.filter((entry) => entry.entry_date >= (said.from ?? "")).length;
  const apart = plain === undefined ? undefined : Number(plain) - said.bank_balance;
  return (
    <Card>
      <p class="muted">
        {said.from && said.to
          ? k("until", { from: date(said.from), to: date(said.to) })
          : k("no_lines")}
      </p>
      <div class="sides">
        <Facts
          rows={[
            [k("by_book"), money(said.book_balance)],
            [k("book_only"), money(said.book_only)],
            [k("bank_only"), money(said.bank_only)],
            [k("should_end"), <b key="ends">{money(said.bank_balance)}</b>],
          ]}
        />
        <div>
          <Field
            name="ends"
            label={k("ends")}
            hint={k("ends_hint")}
            type="decimal"
            value={ends.value}
            onInput={(typed) => {
              ends.value = typed;
              void keep(kept, { of, on: dhakaDate(), typed } satisfies Typed);
            }}
          />
          <div role="status">
            {apart !== undefined && (Math.abs(apart) < .005
              ? (
                <Badge tone={open + ours > 0 ? "warn" : "good"}>
                  {k(open + ours > 0 ? "agrees" : "agrees_all", {
                    n: number(open),
                    m: number(ours),
                  })}
                </Badge>
              )
              : (
                <>
                  <Badge tone="bad">{k("differs", { amount: money(apart) })}</Badge>
                  <p class="muted">{k("differs_hint")}</p>
                </>
              ))}
          </div>
        </div>
      </div>
    </Card>
  );
}
