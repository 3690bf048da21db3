import type { Serial } from "../../core/answers.ts";
import {
  Field,
  latinDigits,
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
import { codesIn, onceEach, serialKey } from "../trade/codes.ts";
import { Pieces } from "../trade/pieces.tsx";
import { c } from "./count_words.ts";

/** The pieces of a product that are in stock by the books. */
export interface InBooks {
  /** the numbers of those that lie here */
  here: string[];
  /** with those that are at their supplier, which the books have in stock too */
  numbered: string[];
}

/** Undefined while this phone does not know all of them. */
export function useInStock(product: string | undefined): InBooks | undefined {
  const known = useSignal<{ product: string; books?: InBooks } | undefined>(undefined);
  const writes = sentCount.value;
  useEffect(() => {
    let gone = false;
    const show = (books?: InBooks) => gone || (known.value = { product: product!, books });
    if (product) void inBooks(product).then(show);
    return () => void (gone = true);
  }, [product, writes]);
  return known.value?.product === product ? known.value?.books : undefined;
}

export async function inBooks(product: string): Promise<InBooks | undefined> {
  const path = `/serials?product_id=${product}&in_stock=true&sort=serial&limit=200`;
  const all: Serial[] = [];
  let cursor = "";
  do {
    const page = path + (cursor && `&cursor=${encodeURIComponent(cursor)}`);
    const read = await readFresh(page).catch(() => readKept(page));
    if (!read) return undefined; // with a part of them the others would be missing
    all.push(...read.data as Serial[]);
    cursor = String(read.meta?.next_cursor ?? "");
  } while (cursor);
  const numbers = (pieces: Serial[]) => pieces.map(({ serial }) => serial);
  return {
    here: numbers(all.filter(({ status }) => status !== "at_supplier")),
    numbered: numbers(all),
  };
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
export const numbersIn = (text: string) => onceEach(codesIn(latinDigits(text)));

/** Which of the pieces in stock leave: to tap, or by scan. */
export function Leaving({ label, value, values, error, onInput }: OwnField) {
  const known = useInStock(values!.product_id || undefined)?.here;
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
    const piece = known.find((one) => serialKey(one) === serialKey(code));
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
