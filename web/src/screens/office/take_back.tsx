import type { LcTt, Payment, Receipt } from "../../core/answers.ts";
import {
  Badge,
  Button,
  type ComponentChildren,
  date,
  dhakaDate,
  EmptyState,
  enqueue,
  List,
  may,
  money,
  number,
  type Read,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { Ask, saySaved } from "../../records/mod.ts";
import { m } from "./back_words.ts";

/** A deed that can be taken back, and what that does. */
export interface Deed {
  key: number;
  what: string;
  lines?: ComponentChildren[];
  /** why it is not, where it is not */
  done?: string;
  /** what happens, said before it is done */
  say: string;
  path: string;
}

/** Deeds of a record, each taken back by itself. `record` is whose writes go out in order. */
export function Deeds({ deeds, record, right }: { deeds: Deed[]; record: string; right: string }) {
  const asked = useSignal<Deed | undefined>(undefined);
  if (deeds.length === 0) return <EmptyState icon="paper" title={m("nothing")} />;
  return (
    <>
      <List>
        {deeds.map((deed) => (
          <Row
            key={deed.key}
            title={deed.what}
            lines={deed.lines}
            badges={deed.done && <Badge>{deed.done}</Badge>}
            side={!deed.done && may(right) && (
              <Button onClick={() => asked.value = deed}>{m("take_back")}</Button>
            )}
          />
        ))}
      </List>
      {asked.value && (
        <TakeBack
          deed={asked.value}
          record={record}
          onClose={() => asked.value = undefined}
        />
      )}
    </>
  );
}

/** What it does is said first, then why it is done is asked. */
export function TakeBack({ deed, record, onClose }: {
  deed: Deed;
  record: string;
  onClose: () => void;
}) {
  return (
    <Ask
      title={m("take_back_what", { what: deed.what })}
      say={`${deed.say} ${m("mirror")}`}
      fields={[
        { name: "reason", label: () => m("reason"), required: true },
        { name: "date", label: () => m("day"), type: "date", initial: () => dhakaDate() },
      ]}
      onConfirm={async (body) =>
        saySaved(
          await enqueue({
            method: "POST",
            path: deed.path,
            body,
            title: m("name_back", { what: deed.what }),
            record,
          }),
        )}
      onClose={onClose}
    />
  );
}

export function Page<R>({ title, read, children }: {
  title: string;
  read: Read<R>;
  children: (record: R) => ComponentChildren;
}) {
  const { instead, over } = readState(read);
  return <Screen title={title}>{over}{instead ?? children(read.data!)}</Screen>;
}

/** What of a payment was given back. */
export function Refunds({ params: { id } }: ScreenProps) {
  const path = `/payments/${id}`;
  const read = useRead<Payment>(path).value;
  return (
    <Page title={m("refunds")} read={read}>
      {({ refunds = [], customer_name: name }) => (
        <Deeds
          record={path}
          right="payments.write"
          deeds={refunds.map((one) => ({
            key: one.id,
            what: m("refund", { amount: money(one.amount) }),
            lines: [date(one.refund_date), one.reason],
            done: one.reversed_on
              ? m("taken_back")
              : one.credit_note_id
              ? m("with_return")
              : undefined,
            say: m("refund_say", { amount: money(one.amount), name }),
            path: `${path}/refunds/${one.id}/reverse`,
          }))}
        />
      )}
    </Page>
  );
}

/** What the bank paid by an LC or TT. */
export function Settlements({ params: { id } }: ScreenProps) {
  const path = `/lc-tt/${id}`;
  const read = useRead<LcTt>(path).value;
  return (
    <Page title={m("settlements")} read={read}>
      {({ settlements = [], currency }) => (
        <Deeds
          record={path}
          right="costs.write"
          deeds={settlements.map((one) => ({
            key: one.id,
            what: m("settlement", { amount: money(one.amount, currency) }),
            lines: [`${date(one.entry_date)} · ${one.reference_no}`, one.note],
            done: one.reversed ? m("taken_back") : undefined,
            say: m("settlement_say", {
              amount: money(one.amount, currency),
              margin: money(one.margin_used),
              charges: money(one.charges),
            }),
            path: `${path}/settlements/${one.id}/reverse`,
          }))}
        />
      )}
    </Page>
  );
}

/** Goods that were counted into the wrong shipment. */
export function PostedReceipt({ params: { id } }: ScreenProps) {
  const path = `/import-logistics/receipts/${id}`;
  const read = useRead<Receipt>(path).value;
  return (
    <Page title={m("receipt")} read={read}>
      {({ reference_no, status, accepted_qty = 0, received_date }) => (
        <Deeds
          record={path}
          right="receipts.approve"
          deeds={status !== "posted" ? [] : [{
            key: 0,
            what: `${m("receipt")} ${reference_no}`,
            lines: [received_date && date(received_date)],
            say: m("receipt_say", { n: number(accepted_qty) }),
            path: `${path}/reverse`,
          }]}
        />
      )}
    </Page>
  );
}
