import type { Delivery, Webhook } from "../../core/answers.ts";
import { Badge, Button, enqueue, List, may, readState, Row, useRead, when } from "../../kit/mod.ts";
import { detailScreen, listScreen, rt, saySaved } from "../../records/mod.ts";
import { o } from "./words.ts";

const tones = { on: "good", off: "calm", failing: "warn", stopped: "bad" } as const;

/** Programs that are told of every change. They are made by programs; here it is seen how they fare. */
export const webhooks = listScreen<Webhook>({
  title: () => o("webhooks"),
  path: "/webhooks",
  screen: "/users/webhooks",
  icon: "share",
  row: (one) => ({
    title: one.url,
    lines: [one.last_error ?? (one.last_delivered_at && when(one.last_delivered_at))],
    badges: <Badge tone={tones[one.state]}>{o(`hook_${one.state}`)}</Badge>,
  }),
  empty: () => o("no_webhooks"),
});

export const webhook = detailScreen<Webhook>({
  path: "/webhooks",
  screen: "/users/webhooks",
  title: (one) => one.url ?? o("webhooks"),
  sections: [
    {
      rows: (one) => [
        [o("state"), one.state && o(`hook_${one.state}`)],
        [o("told_of"), one.kinds?.length ? one.kinds.join(", ") : o("all_kinds")],
        [o("last_taken"), one.last_delivered_at && when(one.last_delivered_at)],
        [o("next_try"), one.next_try_at && when(one.next_try_at)],
        [rt("reason"), one.last_error],
      ],
    },
    {
      title: () => o("deliveries"),
      when: (one) => one.id !== undefined,
      show: (one) => <Deliveries id={one.id} />,
    },
  ],
});

function Deliveries({ id }: { id: number }) {
  const read = useRead<Delivery[]>(`/webhooks/${id}/deliveries?limit=50`).value;
  const { instead } = readState(read);
  if (instead) return <>{instead}</>;
  if (read.data!.length === 0) return <p class="muted">{o("nothing_sent")}</p>;
  const again = async (one: Delivery) =>
    saySaved(
      await enqueue({
        method: "POST",
        path: `/webhooks/${id}/deliveries/${one.id}/resend`,
        body: {},
        title: o("name_resend", { number: one.reference_no }),
      }),
    );
  return (
    <List>
      {read.data!.map((one) => (
        <Row
          key={one.id}
          title={one.title}
          lines={[one.delivered_at ? when(one.delivered_at) : one.last_error ?? o("waits")]}
          badges={!one.delivered_at && <Badge tone="warn">{o("waits")}</Badge>}
          side={may("users.write") && (
            <Button look="quiet" onClick={() => again(one)}>{o("resend")}</Button>
          )}
        />
      ))}
    </List>
  );
}
