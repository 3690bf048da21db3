import type { Serial } from "../../core/answers.ts";
import {
  Field,
  latinDigits,
  normalised,
  number,
  readFresh,
  readKept,
  sentCount,
  toast,
  useEffect,
  useSignal,
} from "../../kit/mod.ts";
import type { OwnField } from "../../records/mod.ts";
import { ScanButton } from "../../scan/scan_button.tsx";
import { codesIn } from "../trade/codes.ts";
import { Pieces } from "../trade/pieces.tsx";
import { c } from "./count_words.ts";

/** The numbers of all pieces of a product that are in stock; undefined while this phone does not know them. */
export function useInStock(product: string | undefined): string[] | undefined {
  const known = useSignal<string[] | undefined>(undefined);
  const writes = sentCount.value;
  useEffect(() => {
    let gone = false;
    if (product) void numbersOf(product).then((all) => gone || (known.value = all));
    return () => void (gone = true);
  }, [product, writes]);
  return known.value;
}

async function numbersOf(product: string): Promise<string[] | undefined> {
  const path = `/serials?product_id=${product}&status=in_stock&sort=serial&limit=200`;
  const all: string[] = [];
  let cursor = "";
  do {
    const page = path + (cursor && `&cursor=${encodeURIComponent(cursor)}`);
    const read = await readFresh(page).catch(() => readKept(page));
    if (!read) return undefined; // with a part of them the others would be missing
    all.push(...(read.data as Serial[]).map(({ serial }) => serial));
    cursor = String(read.meta?.next_cursor ?? "");
  } while (cursor);
  return all;
}

/** Numbers, one a line, typed, pasted or scanned. */
export function NumbersField({ name, label, value, error, onInput }: {
  name: string;
  label: string;
  value: string;
  error?: string;
  onInput: (text: string) => void;
}) {
  return (
    <>
      <Field
        name={name}
        label={label}
        type="area"
        hint={c("one_per_line")}
        value={value}
        error={error}
        onInput={onInput}
      />
      <ScanButton onCode={(code) => onInput([value.trim(), code].filter(Boolean).join("\n"))} />
    </>
  );
}

/** Each once, however often it was scanned. */
export const numbersIn = (text: string) => [
  ...new Map(codesIn(latinDigits(text)).map((code) => [normalised(code), code])).values(),
];

/** Which of the pieces in stock leave: to tap, or by scan. */
export function Leaving({ label, value, values, error, onInput }: OwnField) {
  const known = useInStock(values!.product_id || undefined);
  const chosen = numbersIn(value);
  const choose = (all: string[]) => onInput(all.join("\n"));
  if (!known) {
    return (
      <>
        <p class="muted">{c("type_them")}</p>
        <NumbersField name="serials" label={label} value={value} error={error} onInput={onInput} />
      </>
    );
  }
  const take = (code: string) => {
    const piece = known.find((one) => normalised(one) === normalised(code));
    if (!piece) toast(c("unknown", { code }));
    else if (!chosen.includes(piece)) choose([...chosen, piece]);
  };
  return (
    <>
      <Pieces label={label} all={known} chosen={chosen} error={error} onChange={choose} />
      {chosen.length > 0 && <p class="muted">{c("n_chosen", { n: number(chosen.length) })}</p>}
      <ScanButton onCode={take} />
    </>
  );
}
