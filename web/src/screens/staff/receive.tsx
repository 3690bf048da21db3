import { beforeRelease, coming, notReceived } from "../../../../domain/imports/shipment_words.ts";
import type { Shipment } from "../../core/answers.ts";
import {
  Button,
  ButtonLink,
  Code,
  type ComponentChildren,
  discard,
  EmptyState,
  enqueueAll,
  Field,
  keep,
  number,
  onward,
  queue,
  readState,
  Screen,
  type ScreenProps,
  t,
  toast,
  undo,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { Ask, filesOf, rt } from "../../records/mod.ts";
import { Viewfinder } from "../../scan/viewfinder.tsx";
import {
  allAsShipped,
  type Expected,
  type Handed,
  less,
  receiptOf,
  scanned,
  withoutSerial,
} from "./receive_count.ts";
import { useDraft } from "./receive_draft.ts";
import { Line, tell } from "./receive_line.tsx";
import { w } from "./receive_words.ts";
import { shipmentList } from "./shipment_parts.tsx";

const RECEIPTS = "/import-logistics/receipts";

/** Shipments whose goods may be at the door. */
export const list = shipmentList({
  title: () => t("receive"),
  screen: "/receive",
  icon: "box",
  filters: [
    { label: () => w("coming"), query: `status=${coming}` },
    { label: () => w("later"), query: `status=${beforeRelease}` },
    { label: () => w("everything"), query: `status=${notReceived}` },
  ],
  empty: () => w("empty"),
});

/** What is still expected, less what waits on this phone to be sent. */
function stillExpected(shipment: Shipment): Expected[] {
  const waiting = queue.value.filter(({ path, body }) =>
    path === RECEIPTS && body.shipment_id === shipment.id
  ).flatMap(({ body }) => body.items as Handed[]);
  return (shipment.items ?? []).map((item) =>
    less(item, waiting.filter((line) => line.shipment_item_id === item.id))
  );
}

export function Receive({ params, query }: ScreenProps) {
  const read = useRead<Shipment>(`/import-logistics/shipments/${params.id}`).value;
  const shipment = read.data;
  const { instead, over } = readState(read);
  if (!shipment?.items) return <Screen title={t("receive")}>{instead}</Screen>;
  const items = stillExpected(shipment);
  if (items.every((item) => item.expected_qty <= 0)) {
    return (
      <Screen title={shipment.supplier_name} sub={<Code>{shipment.reference_no}</Code>}>
        <EmptyState icon="check" title={w("no_lines")}>
          <ButtonLink href={`#/shipments/${shipment.id}`}>{w("to_shipment")}</ButtonLink>
        </EmptyState>
      </Screen>
    );
  }
  return <Counting shipment={shipment} items={items} over={over} scans={query.has("scan")} />;
}

function Counting({ shipment, items, over, scans }: {
  shipment: Shipment;
  items: Expected[];
  over: ComponentChildren;
  scans: boolean;
}) {
  const key = `receive/${shipment.id}`;
  const { draft, set } = useDraft(key);
  const scanning = useSignal(scans);
  const openId = useSignal<number | undefined>(undefined);
  const { count, blind, isFinal, note } = draft.value;
  const pieces = Object.values(count).reduce((sum, line) => sum + line.received, 0);
  const onCode = (code: string) => {
    const { told, id, count: next } = scanned(items, draft.value.count, code, openId.value);
    set({ count: next });
    const name = items.find((item) => item.id === id)?.product_name ?? "";
    const text = w(`told_${told}`, { code, name, n: number(id ? next[id]?.received ?? 0 : 0) });
    tell(text);
  };
  const unnamed = items.map((item) => ({
    name: item.product_name,
    n: count[item.id] ? withoutSerial(item, count[item.id], blind) : 0,
  })).filter(({ n }) => n > 0);
  const asking = useSignal(false);
  const submit = async (sure?: unknown) => {
    if (unnamed.length > 0 && sure !== true) return void (asking.value = true);
    const body = receiptOf({ shipmentId: shipment.id, items, ...draft.value });
    if (!body) return toast(w("nothing_counted"));
    const photos = Object.values(count).flatMap((line) => line.photos);
    const goOn = onward();
    await handIn(shipment.reference_no, body, photos);
    void keep(key, undefined);
    goOn("/receipts");
  };
  return (
    <Screen
      title={shipment.supplier_name}
      sub={<Code>{shipment.reference_no}</Code>}
      pinned={
        <Button look="main" icon="check" wide onClick={submit}>
          {pieces > 0 ? w("submit_n", { n: number(pieces) }) : w("submit")}
        </Button>
      }
    >
      {over}
      {asking.value && (
        <Ask
          title={w("no_serial")}
          say={w("no_serial_text", {
            names: unnamed.map(({ name }) => name).join(", "),
            n: number(unnamed.reduce((sum, { n }) => sum + n, 0)),
          })}
          fields={[]}
          onConfirm={() => submit(true)}
          onClose={() => asking.value = false}
        />
      )}
      {scanning.value
        ? (
          <>
            <Viewfinder compact onCode={onCode} />
            <p class="muted">{w("scan_text")}</p>
          </>
        )
        : <Button icon="scan" onClick={() => scanning.value = true}>{w("scan_cartons")}</Button>}
      <div class="pair">
        {!blind && (
          <Button icon="check" onClick={() => set({ count: allAsShipped(items, count) })}>
            {w("all_as_shipped")}
          </Button>
        )}
        <button
          type="button"
          class="chip"
          aria-pressed={blind}
          onClick={() => {
            set({ blind: !blind });
            void keep("blind", !blind);
          }}
        >
          {w("blind")}
        </button>
      </div>
      {blind && <p class="muted">{w("blind_text")}</p>}
      {items.filter((item) => item.expected_qty > 0 || count[item.id]).map((item) => (
        <Line
          key={item.id}
          item={item}
          count={count}
          blind={blind}
          open={openId.value === item.id}
          onOpen={() => openId.value = openId.value === item.id ? undefined : item.id}
          onCount={(how) => set({ count: how(draft.value.count) })}
        />
      ))}
      <label class="tick">
        <input
          type="checkbox"
          checked={isFinal}
          onChange={(event) => set({ isFinal: event.currentTarget.checked })}
        />
        <span>
          {w("final")}
          <span class="line muted">{w("final_text")}</span>
        </span>
      </label>
      <Field
        name="note"
        type="area"
        label={rt("note")}
        value={note}
        onInput={(text) => set({ note: text })}
      />
    </Screen>
  );
}

/** The receipt first, its photos after it; undo takes all of them back. */
async function handIn(number: string, body: Record<string, unknown>, photos: string[]) {
  const title = w("name_receipt", { number });
  const key = crypto.randomUUID();
  const [receipt, ...files] = await enqueueAll([
    { key, method: "POST", path: RECEIPTS, body, title, list: "/receipts" },
    ...filesOf("receipt", `~${key}`, photos, title, "damage"),
  ]);
  toast(rt("saved_here"), {
    label: rt("undo"),
    run: () =>
      void undo(receipt.key).then(async (taken) => {
        if (taken) { for (const { key } of files) await discard(key); }
        toast(rt(taken ? "undone" : "too_late"));
      }),
  });
}
