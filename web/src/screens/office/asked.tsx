import type { Acknowledgement, ApprovalRequest } from "../../core/answers.ts";
import {
  Badge,
  Button,
  Card,
  Code,
  date,
  discard,
  EmptyState,
  enqueue,
  Field,
  Form,
  go,
  hrefOf,
  List,
  may,
  money,
  needs,
  number,
  queue,
  readState,
  Row,
  Screen,
  type ScreenProps,
  user,
  useRead,
  useSignal,
  when,
} from "../../kit/mod.ts";
import {
  detailScreen,
  listScreen,
  PAGE,
  Refused,
  rt,
  saySaved,
  ShowMore,
} from "../../records/mod.ts";
import { askedOperation } from "./asked_operation.ts";
import { k } from "./asked_words.ts";

const PATH = "/approvals/requests";
const SCREEN = "/queue/requests";
/** Letters of a reason that the server takes. */
const LONGEST = 500;
const tones = { pending: "warn", approved: "good", refused: "bad", withdrawn: "calm" } as const;
const State = ({ status }: Pick<ApprovalRequest, "status">) => (
  <Badge tone={tones[status]}>{k(status)}</Badge>
);

/** A write that a limit refused is asked of a second person, instead of sent again. */
export function AskApproval({ params: { id: key } }: ScreenProps) {
  const reason = useSignal("");
  const fault = useSignal("");
  const write = queue.value.find((one) => one.key === key);
  const asked = write && askedOperation(write);
  const ask = async () => {
    if (!write || !asked) return;
    const said = reason.value.trim();
    if (!said) return void (fault.value = rt("required"));
    if (said.length > LONGEST) {
      return void (fault.value = rt("too_long", { n: number(LONGEST), m: number(said.length) }));
    }
    const made = await enqueue({
      method: "POST",
      path: PATH,
      body: { ...asked, body: write.body, reason: said },
      title: k("name_ask", { what: write.title }),
      list: SCREEN,
      undo: false,
    });
    // what was refused would only be refused again
    await discard(write.key);
    saySaved(made);
    go(SCREEN, { replace: true });
  };
  return (
    <Screen title={k("ask")}>
      {!write || !asked
        ? <EmptyState icon="alert" title={k(write ? "ask_not" : "ask_gone")} />
        : (
          <Form onSubmit={ask}>
            <Card>
              <p class="strong">{write.title}</p>
              {write.problem && (
                <p class="muted">
                  <Refused {...write} />
                </p>
              )}
              <p>{k("ask_say")}</p>
              {queue.value.some((one) => needs(one).includes(key)) && (
                <p class="notice">{k("photos_lost")}</p>
              )}
            </Card>
            <Field
              name="reason"
              label={k("why")}
              type="area"
              required
              value={reason.value}
              error={fault.value}
              onInput={(typed) => {
                reason.value = typed;
                fault.value = "";
              }}
            />
            <div class="pinned">
              <Button type="submit" look="main" icon="check" wide>{k("send")}</Button>
            </div>
          </Form>
        )}
    </Screen>
  );
}

/** What somebody asked for, and for who decides what others did. */
export const requests = listScreen<ApprovalRequest>({
  title: () => k("asked"),
  path: PATH,
  screen: SCREEN,
  icon: "check",
  filters: [
    { label: () => k("all"), query: "" },
    ...(["pending", "approved", "refused"] as const).map((status) => ({
      label: () => k(status),
      query: `status=${status}`,
    })),
  ],
  row: (one) => ({
    title: one.title,
    lines: [<Code key="no">{one.reference_no}</Code>, one.reason, when(one.created_at)],
    badges: <State status={one.status} />,
    side: one.risk_amount_local !== null && money(one.risk_amount_local),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  empty: () => k("no_asked"),
});

const lists: Record<string, string> = {
  invoice: "/invoices",
  credit_note: "/credit-notes",
  product: "/products",
  stock_transfer: "/stock-transfers",
  supplier_return: "/rmas/consignments",
};

export const request = detailScreen<ApprovalRequest>({
  path: PATH,
  screen: SCREEN,
  title: (one) => one.title ?? k("asked"),
  sections: [{
    rows: (one) => [
      [k("state"), one.status && <State key="state" status={one.status} />],
      [k("reason"), one.reason],
      [k("risk"), one.risk_amount_local != null && money(one.risk_amount_local)],
      [k("by"), one.decided_by_name],
      [k("at"), one.decided_at && when(one.decided_at)],
      [k("said"), one.decision_note],
      [
        k("made"),
        one.made_reference_no && (
          <a key="made" href={hrefOf(`${lists[one.made_type ?? ""] ?? ""}/${one.made_id}`)}>
            {one.made_reference_no}
          </a>
        ),
      ],
    ],
  }],
  actions: [{
    label: () => k("withdraw"),
    icon: "close",
    look: "quiet",
    when: ({ status, created_by }) => status === "pending" && created_by === user.value?.id,
    ask: () => [{ name: "note", label: () => k("note") }],
    write: ({ id, title }, answers) => ({
      method: "POST",
      path: `${PATH}/${id}/withdraw`,
      body: answers,
      title: k("name_withdraw", { what: title }),
    }),
  }],
});

/** What was put off or taken as it stands; taken back, it is asked again. */
export function Acknowledged() {
  const limit = useSignal(PAGE);
  const path = `/approvals/acknowledged?limit=${limit.value}`;
  const read = useRead<Acknowledgement[]>(path).value;
  const { instead, over } = readState(read);
  const again = async ({ id, title }: Acknowledgement) =>
    saySaved(
      await enqueue({
        method: "POST",
        path: "/approvals/withdraw",
        body: { ids: [id] },
        title: k("name_again", { what: title }),
      }),
    );
  return (
    <Screen title={k("acknowledged")}>
      <p class="muted">{k("acknowledged_say")}</p>
      {over}
      {instead ?? (read.data!.length === 0
        ? <EmptyState icon="check" title={k("no_acknowledged")} />
        : (
          <List label={k("acknowledged")}>
            {read.data!.map((one) => (
              <Row
                key={one.id}
                title={one.title}
                lines={[
                  `${k(one.kind)} · ${one.reference_no}`,
                  [one.created_by_name, when(one.created_at)].filter(Boolean).join(", "),
                  one.note,
                ]}
                badges={
                  <Badge tone={one.withdrawn_at ? "calm" : "good"}>
                    {one.withdrawn_at
                      ? k("withdrawn")
                      : one.until
                      ? k("until", { day: date(one.until) })
                      : k("as_it_stands")}
                  </Badge>
                }
                side={!one.withdrawn_at && may("overview.read") && (
                  <Button onClick={() => again(one)}>{k("again")}</Button>
                )}
              />
            ))}
          </List>
        ))}
      <ShowMore of={read} limit={limit} />
    </Screen>
  );
}
