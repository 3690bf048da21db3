import type { Account, AccountEntry } from "../../core/answers.ts";
import {
  addDays,
  ButtonLink,
  Card,
  Code,
  date,
  EmptyState,
  hrefOf,
  List,
  money,
  readState,
  Row,
  Screen,
  type ScreenProps,
  t,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { PAGE, paperOf, ShowMore } from "../../records/mod.ts";
import { b, nameOf } from "../trade/books_words.ts";

/** The document behind an entry, else whom or what its line is about. */
function behind({ source_type, source_id, party_type, ...line }: AccountEntry): string | undefined {
  const paper = paperOf(source_type, source_id);
  if (paper) return paper;
  if (party_type) return hrefOf(`/${party_type}s/${line.party_id}`);
  if (line.shipment_id) return hrefOf(`/shipments/${line.shipment_id}`);
  return line.product_id ? hrefOf(`/products/${line.product_id}`) : undefined;
}

/** The book of one account, newest first, with what stood on it after each entry. */
export function AccountBook({ params: { id }, query, frame: In = Screen }: ScreenProps) {
  const limit = useSignal(PAGE);
  const [from, to] = [query.get("from"), query.get("to")];
  const asked = new URLSearchParams({
    limit: String(limit.value),
    ...from && { from },
    ...to && { to },
  });
  const account = useRead<Account>(`/accounts/${id}`).value;
  const book = useRead<AccountEntry[]>(`/accounts/${id}/entries?${asked}`).value;
  const { instead, over } = readState(book);
  if (!account.data) return <In title={t("loading")}>{readState(account).instead}</In>;
  const { balance, opening_balance: before } = book.meta as { [name: string]: number } ?? {};
  const sign = /asset|expense/.test(account.data.type) ? 1 : -1;
  return (
    <In title={nameOf(account.data)} sub={<Code>{account.data.number}</Code>}>
      <Card>
        <div class="sums">
          <p class="muted">
            {from && to
              ? b("at_that_time", { from: date(from), to: date(to) })
              : b(account.data.kind === "money" ? "money" : account.data.type)}
          </p>
          <p class="sum">{money(balance ?? account.data.balance)}</p>
          {from && before !== undefined && (
            <p class="muted">
              {date(addDays(from, -1))} · {b("stands", { amount: money(before) })}
            </p>
          )}
        </div>
      </Card>
      {account.data.kind === "money" && (
        <ButtonLink href={`#/accounts/${id}/statement`} icon="bank" wide>
          {b(account.data.money_type === "cash" ? "opening" : "compare")}
        </ButtonLink>
      )}
      {over}
      {instead ?? (book.data?.length === 0
        ? <EmptyState icon="paper" title={b("no_entries")} />
        : (
          <div class="in-order">
            <List label={nameOf(account.data)}>
              {book.data?.map((entry) => (
                <Row
                  key={entry.id}
                  href={behind(entry)}
                  title={entry.title}
                  lines={[
                    [date(entry.entry_date), entry.source_reference_no].filter(Boolean).join(" · "),
                    b("stands", { amount: money(entry.running_balance) }),
                  ]}
                  side={money(sign * (entry.debit || -entry.credit))}
                />
              ))}
            </List>
          </div>
        ))}
      <ShowMore of={book} limit={limit} />
    </In>
  );
}
