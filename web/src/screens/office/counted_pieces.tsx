import type { Product } from "../../core/answers.ts";
import { Button, Field, number, Stepper, useEffect } from "../../kit/mod.ts";
import { Pieces } from "../trade/pieces.tsx";
import { c } from "./count_words.ts";
import { unnumbered } from "./hand_in_count.ts";
import { useInStock } from "./in_stock.tsx";

/** A product that is kept by number, as it is counted: which pieces were seen, others by their numbers. */
export function CountedPieces(
  { product, seen, without, typed, onKnown, onSeen, onWithout, onTyped, onAdd }: {
    product: Product;
    /** undefined: nobody has looked yet */
    seen: string[] | undefined;
    /** pieces that bear no number */
    without: number;
    onKnown: (all: string[]) => void;
    onSeen: (all: string[]) => void;
    onWithout: (counted: number) => void;
    /** numbers that are being typed */
    typed: string;
    onTyped: (text: string) => void;
    onAdd: () => void;
  },
) {
  const books = useInStock(String(product.id));
  const known = books?.here;
  useEffect(() => void (known && onKnown(known)), [known]);
  const chosen = seen ?? [];
  return (
    <>
      <Pieces
        label={seen ? `${c("pieces")}: ${number(chosen.length)}` : c("not_counted")}
        all={known ?? []}
        chosen={chosen}
        onChange={onSeen}
      />
      <Field
        name={`others-${product.id}`}
        label={c("others")}
        type="area"
        hint={c("one_per_line")}
        value={typed}
        onInput={onTyped}
      />
      {typed.trim() && <Button icon="plus" onClick={onAdd}>{c("add")}</Button>}
      {(books && unnumbered(product, books) > 0 || without > 0) && (
        <Stepper label={c("without_number")} value={without} onChange={onWithout} />
      )}
    </>
  );
}
