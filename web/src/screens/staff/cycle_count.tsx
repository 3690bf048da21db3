import {
  announce,
  Button,
  Card,
  Code,
  EmptyState,
  enqueue,
  getKept,
  keep,
  normalised,
  number,
  onward,
  openForms,
  readState,
  Screen,
  Stepper,
  t,
  toast,
  useEffect,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { ChipRow } from "../../records/mod.ts";
import { Viewfinder } from "../../scan/viewfinder.tsx";
import type { Movement, Product } from "../../core/answers.ts";
import { w } from "./stock.tsx";

type Counts = Record<number, number>;
const KEY = "cycle-count";

/** The bin in which each product last moved; the books know of no other. */
function binsOf(movements: Movement[]): Map<number, string> {
  const bins = new Map<number, string>();
  // newest first, so the first that names a bin is the last place
  for (const { product_id, bin_location } of movements) {
    if (bin_location && !bins.has(product_id)) bins.set(product_id, bin_location);
  }
  return bins;
}

/** A blind count of what lies in a bin: what differs from the books becomes an adjustment. */
export function CycleCount() {
  const read = useRead<Product[]>("/products?active=true&in_stock=true&sort=name&limit=200").value;
  const moved = useRead<Movement[]>("/products/stock-movements?limit=200").value;
  const counts = useSignal<Counts>({});
  const bin = useSignal<string | undefined>(undefined);
  const scanning = useSignal(false);
  useEffect(() => {
    openForms.value++;
    void getKept<Counts>(KEY).then((kept) => counts.value = { ...kept, ...counts.value });
    return () => void openForms.value--;
  }, []);
  const { instead, over } = readState(read);
  const products = read.data ?? [];
  const bins = binsOf(moved.data ?? []);
  const names = [...new Set(bins.values())].sort();
  const shown = products.filter(({ id }) =>
    bin.value === undefined || (bins.get(id) ?? "") === bin.value
  );
  const set = (id: number, counted: number) => {
    counts.value = { ...counts.value, [id]: counted };
    void keep(KEY, counts.value);
  };
  const onCode = (code: string) => {
    const found = products.find(({ sku }) => normalised(sku) === normalised(code));
    if (found) set(found.id, (counts.value[found.id] ?? 0) + 1);
    const text = found
      ? w("plus_one", { name: found.name, n: number(counts.value[found.id]) })
      : w("unknown", { code });
    toast(text);
    announce(text);
  };
  const done = Object.keys(counts.value).length;
  return (
    <Screen
      title={t("cycle_count")}
      pinned={
        <Button
          look="main"
          icon="check"
          wide
          onClick={() => handIn(products, counts.value)}
        >
          {done > 0 ? w("hand_in", { n: number(done) }) : w("hand_in_none")}
        </Button>
      }
    >
      <p class="muted">{w("count_text")}</p>
      {over}
      {names.length > 0 && (
        <ChipRow
          label={w("bin")}
          chips={[
            [undefined, w("all_bins")],
            ...names.map((name) => [name, name]),
            ["", w("no_bin")],
          ].map(([value, label]) => [value, label!, bin.value === value])}
          onChoose={(name) => bin.value = name}
        />
      )}
      {scanning.value
        ? <Viewfinder compact onCode={onCode} />
        : <Button icon="scan" onClick={() => scanning.value = true}>{w("scan")}</Button>}
      {instead ?? (shown.length === 0
        ? <EmptyState icon="box" title={w("empty")} />
        : shown.map((product) => (
          <Card key={product.id}>
            <div>
              <span class="row-title">{product.name}</span>
              <span class="muted">
                <Code>{product.sku}</Code>
                {bins.has(product.id) && ` · ${bins.get(product.id)}`}
              </span>
            </div>
            <Stepper
              label={w(product.id in counts.value ? "counted" : "not_counted")}
              value={counts.value[product.id] ?? 0}
              onChange={(counted) => set(product.id, counted)}
            />
          </Card>
        )))}
      {read.meta?.next_cursor ? <p class="muted">{w("first_200")}</p> : null}
    </Screen>
  );
}

async function handIn(products: Product[], counts: Counts): Promise<void> {
  const counted = products.filter(({ id }) => id in counts);
  if (counted.length === 0) return toast(w("nothing_counted"));
  const goOn = onward();
  const differing = counted.filter(({ id, stock_qty }) => counts[id] !== Number(stock_qty));
  for (const { id, name, stock_qty } of differing) {
    const difference = Math.round((counts[id] - Number(stock_qty)) * 1000) / 1000;
    await enqueue({
      method: "POST",
      path: "/products/stock-movement",
      record: `/products/${id}`,
      body: {
        product_id: id,
        type: "adjustment",
        quantity: String(difference),
        reason: t("cycle_count"),
      },
      title: w("name_count", { n: number(counts[id]), name }),
    });
  }
  await keep(KEY, undefined);
  goOn("/products");
  toast(
    differing.length > 0
      ? w("counted_differ", { n: number(counted.length), m: number(differing.length) })
      : w("counted_all_right", { n: number(counted.length) }),
  );
}
