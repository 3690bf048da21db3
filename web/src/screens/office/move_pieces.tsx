import type { Product } from "../../core/answers.ts";
import { number, useEffect, useRead } from "../../kit/mod.ts";
import { formScreen, type Values } from "../../records/mod.ts";
import { note } from "../trade/next_step.ts";
import { type Kind, reasonAndBin, w } from "../trade/stock_moves.ts";
import { c } from "./count_words.ts";
import { Leaving, NumbersField, numbersIn } from "./in_stock.tsx";

const leaves = (kind: Kind, { direction }: Values) =>
  kind === "out" || kind === "adjust" && direction === "less";

/** A movement by hand of a product that is kept by the number of each piece: which pieces they are. */
export const movePieces = (kind: Kind) =>
  formScreen({
    title: () => w(kind),
    path: "/products/stock-movement",
    list: "/products",
    of: "/products/:id",
    screen: `/products/:id/move/${kind}`,
    also: ({ params }) => ({ product_id: Number(params.id) }),
    above: (values, fill, { params: { id } }) => <Whose id={id} values={values} fill={fill} />,
    name: ({ quantity }, { product_name = "" }) =>
      w(`name_${kind}`, { n: number(String(quantity)), name: product_name }),
    fields: [
      {
        name: "direction",
        label: () => c("direction"),
        type: "chips",
        local: true,
        initial: () => "less",
        when: () => kind === "adjust",
        choices: () => (["less", "more"] as const).map((value) => ({ value, label: c(value) })),
      },
      {
        name: "numbered",
        label: () => c("kept_by_number"),
        type: "chips",
        local: true,
        initial: () => "with_numbers",
        choices: () =>
          (["with_numbers", "no_numbers"] as const).map((value) => ({ value, label: c(value) })),
      },
      {
        name: "serials",
        label: () => c("which"),
        required: true,
        max: 100_000,
        when: ({ numbered }) => numbered === "with_numbers",
        own: (field) =>
          leaves(kind, field.values!)
            ? <Leaving {...field} />
            : <NumbersField {...field} name="serials" />,
      },
      {
        name: "quantity",
        label: () => w("quantity"),
        type: "decimal",
        required: true,
        when: ({ numbered }) => numbered === "no_numbers",
      },
      ...reasonAndBin(kind),
      note,
    ],
    shape: ({ serials, quantity, ...body }, values) => {
      const pieces = serials === undefined ? undefined : numbersIn(String(serials));
      const moved = pieces ? String(pieces.length) : String(quantity);
      return {
        ...body,
        type: kind === "adjust" ? "adjustment" : kind,
        quantity: kind === "adjust" && leaves(kind, values) ? `-${moved}` : moved,
        ...pieces && { serial_numbers: pieces },
      };
    },
  });

/** Says whose pieces they are. */
function Whose({ id, values, fill }: {
  id: string;
  values: Values;
  fill: (more: Values) => void;
}) {
  const product = useRead<Product>(`/products/${id}`).value.data;
  useEffect(() => {
    if (values.product_id !== id || product && values.product_name !== product.name) {
      fill({ product_id: id, product_name: product?.name ?? "" });
    }
  }, [id, product?.name]);
  return product ? <p class="muted">{product.name}</p> : null;
}
