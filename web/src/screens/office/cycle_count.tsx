import {
  announce,
  Button,
  Card,
  Code,
  EmptyState,
  normalised,
  number,
  openForms,
  readFresh,
  readState,
  Screen,
  Sheet,
  Stepper,
  t,
  toast,
  useEffect,
  useRead,
  useRef,
  useSignal,
} from "../../kit/mod.ts";
import { ScanButton } from "../../scan/scan_button.tsx";
import { ChipRow } from "../../records/mod.ts";
import type { Movement, Product } from "../../core/answers.ts";
import { codesIn, onceEach, serialKey } from "../trade/codes.ts";
import { c } from "./count_words.ts";
import { CountedPieces } from "./counted_pieces.tsx";
import {
  type Counted,
  type Difference,
  differencesOf,
  handIn,
  keepCount,
  keptCount,
} from "./hand_in_count.ts";

const PRODUCTS = "/products?active=true&in_stock=true&sort=name&limit=200";
const nothing: Counted = { numbers: {}, pieces: {} };

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
  const read = useRead<Product[]>(PRODUCTS).value;
  const moved = useRead<Movement[]>("/products/stock-movements?limit=200").value;
  const counted = useSignal(nothing);
  const bin = useSignal<string | undefined>(undefined);
  const pending = useSignal<Difference[]>([]);
  /** whose pieces the numbers are, as far as this phone knows them */
  const known = useRef(new Map<number, string[]>()).current;
  /** numbers that were typed beside those to tap, by product */
  const typed = useSignal<Record<number, string>>({});
  useEffect(() => {
    openForms.value++;
    // what was counted since comes before what is kept
    void keptCount().then(({ numbers, pieces }) =>
      counted.value = {
        numbers: { ...numbers, ...counted.value.numbers },
        pieces: { ...pieces, ...counted.value.pieces },
      }
    );
    return () => void openForms.value--;
  }, []);
  const { instead, over } = readState(read);
  const products = read.data ?? [];
  const bins = binsOf(moved.data ?? []);
  const names = [...new Set(bins.values())].sort();
  const shown = products.filter(({ id }) =>
    bin.value === undefined || (bins.get(id) ?? "") === bin.value
  );
  const { numbers, pieces } = counted.value;
  const isCounted = ({ id }: Product) =>
    id in counted.value.numbers || id in counted.value.pieces || !!typed.value[id]?.trim();
  const set = (to: Counted) => {
    counted.value = to;
    void keepCount(to);
  };
  const setNumber = (id: number, to: number) =>
    set({ ...counted.value, numbers: { ...counted.value.numbers, [id]: to } });
  const setPieces = (id: number, to: string[]) =>
    set({ ...counted.value, pieces: { ...counted.value.pieces, [id]: to } });
  const addPieces = (id: number, codes: string[]) =>
    setPieces(id, onceEach([...counted.value.pieces[id] ?? [], ...codes], known.get(id)));
  const addTyped = (id: number) => {
    const codes = codesIn(typed.value[id]);
    if (codes.length > 0) addPieces(id, codes);
    typed.value = { ...typed.value, [id]: "" };
  };
  const onCode = (code: string) => {
    const plain = products.find(({ sku, is_serialized }) =>
      !is_serialized && normalised(sku) === normalised(code)
    );
    const isIt = (one: string) => serialKey(one) === serialKey(code);
    const [id] = [...known].find(([, all]) => all.some(isIt)) ?? [];
    if (plain) setNumber(plain.id, (numbers[plain.id] ?? 0) + 1);
    else if (id !== undefined) addPieces(id, [code]);
    const found = plain ?? products.find((product) => product.id === id);
    const n = plain ? counted.value.numbers[plain.id] : counted.value.pieces[id!]?.length;
    const text = found
      ? c("plus_one", { name: found.name, n: number(n ?? 0) })
      : c("unknown", { code });
    toast(text);
    announce(text);
  };
  const done = products.filter(isCounted).length;
  const finish = async () => {
    for (const id of Object.keys(typed.value)) addTyped(Number(id));
    // as the books are now, where there is internet
    const now = (await readFresh(PRODUCTS).catch(() => undefined))?.data as Product[] | undefined;
    const { differences, fault } = await differencesOf(
      (now ?? products).filter(isCounted),
      counted.value,
    );
    if (fault) return toast(fault);
    if (!differences.some(({ product }) => product.is_serialized)) {
      return await handIn(differences, done);
    }
    pending.value = differences;
  };
  return (
    <Screen
      title={t("cycle_count")}
      pinned={
        <Button look="main" icon="check" wide onClick={finish}>
          {done > 0 ? c("hand_in", { n: number(done) }) : c("hand_in_none")}
        </Button>
      }
    >
      <p class="muted">{c("count_text")}</p>
      {over}
      {names.length > 0 && (
        <ChipRow
          label={c("bin")}
          chips={[
            [undefined, c("all_bins")],
            ...names.map((name) => [name, name]),
            ["", c("no_bin")],
          ].map(([value, label]) => [value, label!, bin.value === value])}
          onChoose={(name) => bin.value = name}
        />
      )}
      <ScanButton label={c("scan")} onCode={onCode} />
      {instead ?? (shown.length === 0
        ? <EmptyState icon="box" title={c("empty")} />
        : shown.map((product) => (
          <Card key={product.id}>
            <div>
              <span class="row-title">{product.name}</span>
              <span class="muted">
                <Code>{product.sku}</Code>
                {bins.has(product.id) && ` · ${bins.get(product.id)}`}
              </span>
            </div>
            {product.is_serialized
              ? (
                <CountedPieces
                  product={product}
                  seen={pieces[product.id]}
                  without={numbers[product.id] ?? 0}
                  typed={typed.value[product.id] ?? ""}
                  onKnown={(all) => known.set(product.id, all)}
                  onTyped={(text) => typed.value = { ...typed.value, [product.id]: text }}
                  onAdd={() => addTyped(product.id)}
                  onSeen={(all) => setPieces(product.id, all)}
                  onWithout={(counted) => setNumber(product.id, counted)}
                />
              )
              : (
                <Stepper
                  label={c(product.id in numbers ? "counted" : "not_counted")}
                  value={numbers[product.id] ?? 0}
                  onChange={(counted) => setNumber(product.id, counted)}
                />
              )}
          </Card>
        )))}
      {read.meta?.next_cursor ? <p class="muted">{c("first_200")}</p> : null}
      {pending.value.length > 0 && (
        <Sheet
          title={c("changes")}
          onClose={() => pending.value = []}
        >
          {pending.value.map(({ title }) => <p key={title}>{title}</p>)}
          <Button
            look="main"
            icon="check"
            wide
            onClick={() => handIn(pending.value, done)}
          >
            {c("write_off")}
          </Button>
          <Button look="quiet" wide onClick={() => pending.value = []}>{c("go_back")}</Button>
        </Sheet>
      )}
    </Screen>
  );
}
