import type { PlaceStock, Product, StockPlace } from "../../core/answers.ts";
import { Button, Card, Code, List, Row, useEffect, useRead, useRef } from "../../kit/mod.ts";
import {
  formScreen,
  type OwnField,
  quantityOf,
  rt,
  type Source,
  type Values,
} from "../../records/mod.ts";
import { Leaving, numbersIn } from "./in_stock.tsx";
import { o } from "./words.ts";

const PATH = "/stock-transfers";

/** What the places are called that were offered, by id. */
const placeNames = new Map<string, string>();
/** Those that goods may come to or leave. */
const places: Source = {
  path: "/stock-places",
  query: "active=true&sort=code",
  choice: ({ id, name, kind }: StockPlace) => {
    placeNames.set(String(id), name);
    return kind === "transit" ? null : { value: String(id), label: name };
  },
};

/** What lies at the place that the goods come from: a tap takes it. */
function Lying({ values, fill }: { values: Values; fill: (more: Values) => void }) {
  const { from_place_id: place, product_id: product } = values;
  const query = `place_id=${place}${product ? `&product_id=${product}` : "&limit=20"}`;
  const read = useRead<PlaceStock[]>(place ? `/place-stock?${query}` : undefined).value;
  if (!read.data) return null;
  return (
    <Card title={o("lies_there")}>
      {read.data.length === 0
        ? <p class="muted">{o(product ? "nowhere" : "nothing_there")}</p>
        : (
          <List label={o("lies_there")}>
            {read.data.map(({ id, product_id, product_name, sku, quantity, unit }) => (
              <Row
                key={id}
                title={product_name}
                lines={[<Code key="sku">{sku}</Code>]}
                side={
                  <>
                    {quantityOf(quantity, unit)}
                    {!product && (
                      <Button
                        look="quiet"
                        onClick={() =>
                          fill({
                            product_id: String(product_id),
                            product_id_title: `${product_name} (${sku})`,
                          })}
                      >
                        {o("take_this")}
                        <span class="unseen">: {product_name}</span>
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </List>
        )}
    </Card>
  );
}

/** Of "Black ink 1 l (INK-BK)", as products are called, the SKU. */
const skuOf = (title: string) => /\(([^()]+)\)$/.exec(title)?.[1] ?? title;

/** Which pieces go, of a product whose pieces have numbers. */
function IfNumbered(field: OwnField) {
  const id = field.values?.product_id;
  const product = useRead<Product>(id ? `/products/${id}` : undefined).value.data;
  const of = useRef(id);
  useEffect(() => {
    if (of.current !== id) field.onInput(""); // the numbers are another product's
    of.current = id;
  }, [id]);
  return id && product?.is_serialized ? <Leaving {...field} /> : null;
}

/** One thing at a time, as it is carried out of the door. */
export const newTransfer = formScreen({
  title: () => o("send_goods"),
  path: PATH,
  list: PATH,
  above: (values, fill) => <Lying values={values} fill={fill} />,
  name: (_body, { product_id_title = "", from_place_id, to_place_id }) =>
    `${skuOf(product_id_title)}: ${placeNames.get(from_place_id)} → ${placeNames.get(to_place_id)}`,
  fields: [
    {
      name: "from_place_id",
      label: () => o("from_place"),
      type: "chips",
      from: places,
      required: true,
    },
    {
      name: "to_place_id",
      label: () => o("to_place"),
      type: "chips",
      from: places,
      required: true,
      check: (place, { from_place_id }) => place === from_place_id ? o("same_place") : undefined,
    },
    {
      name: "product_id",
      label: () => o("product"),
      type: "pick",
      from: {
        path: "/products",
        query: "active=true&in_stock=true&sort=name",
        line: ({ stock_qty, unit }) => o("in_all", { quantity: quantityOf(stock_qty, unit) }),
      },
      required: true,
    },
    {
      name: "serials",
      label: () => o("serials"),
      max: 100_000,
      own: (field) => <IfNumbered {...field} />,
    },
    {
      name: "quantity",
      label: () => o("quantity"),
      type: "decimal",
      required: true,
      when: ({ serials }) => !serials,
    },
    { name: "carried_by", label: () => o("carried_by") },
    { name: "note", label: () => rt("note"), type: "area" },
  ],
  shape: ({ product_id, quantity, serials, ...head }) => {
    const pieces = serials === undefined ? undefined : numbersIn(String(serials));
    const line = pieces ? { quantity: pieces.length, serial_numbers: pieces } : { quantity };
    return { ...head, items: [{ product_id, ...line }] };
  },
});
