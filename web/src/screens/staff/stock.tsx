import type { Product } from "../../core/answers.ts";
import {
  Badge,
  Code,
  date,
  List,
  money,
  number,
  parseNumber,
  place,
  Row,
  t,
} from "../../kit/mod.ts";
import {
  type Action,
  detailScreen,
  type FieldDef,
  listScreen,
  quantityOf,
  rt,
  UnsentRows,
} from "../../records/mod.ts";
import { note } from "../trade/next_step.ts";
import { isStockWord, type Kind, reasonAndBin, w } from "../trade/stock_moves.ts";

const isLow = (product: Product) =>
  Number(product.min_stock) > 0 && Number(product.stock_qty) <= Number(product.min_stock);

export const list = listScreen<Product>({
  title: () => t("stock"),
  path: "/products",
  screen: "/products",
  icon: "box",
  query: "active=true&sort=name",
  search: true,
  filters: [
    { label: () => w("in_stock"), query: "in_stock=true" },
    { label: () => w("low"), query: "low_stock=true" },
    { label: () => rt("all"), query: "" },
  ],
  row: (product) => ({
    title: product.name,
    lines: [<Code key="sku">{product.sku}</Code>, product.brand ?? undefined],
    badges: isLow(product) && <Badge tone="warn">{w("is_low")}</Badge>,
    side: quantityOf(product.stock_qty, product.unit),
  }),
  unsentRow: (body) => ({ title: body.name }),
  add: { label: () => w("new_product"), to: "/products/new", may: "products.write" },
  empty: () => w("empty"),
});

function questions(kind: Kind, { stock_qty, unit }: Product): FieldDef[] {
  const there = Number(stock_qty);
  const amount: FieldDef = {
    name: "quantity",
    ...kind === "adjust"
      ? { label: () => w("change"), type: "decimal", required: true, signed: true }
      : { label: () => w("quantity"), type: "stepper", initial: () => "1" },
    warn: (typed) =>
      kind !== "in" && Number(parseNumber(typed)) * (kind === "out" ? 1 : -1) > there
        ? w("only_in_stock", { n: quantityOf(there, unit) })
        : undefined,
  };
  return [
    amount,
    ...reasonAndBin(kind),
    note,
  ];
}

/** Of what is kept by the piece's number a form asks which. */
const moving = (
  kind: Kind,
  look: Pick<Action<Product>, "icon" | "when">,
): Action<Product>[] => {
  const action = { label: () => w(kind), may: "stock.move", icon: look.icon };
  const fits = look.when ?? (() => true);
  return [{
    ...action,
    when: (product) => !product.is_serialized && fits(product),
    ask: (product) => questions(kind, product),
    write: (product, answers) => ({
      method: "POST",
      path: "/products/stock-movement",
      body: {
        product_id: product.id,
        type: kind === "adjust" ? "adjustment" : kind,
        ...answers,
      },
      title: w(`name_${kind}`, { n: number(String(answers.quantity)), name: product.name }),
    }),
  }, {
    ...action,
    when: (product) => product.is_serialized && fits(product),
    to: ({ id }) => {
      const scanned = kind === "out" && place.value.query.get("serial");
      return `/products/${id}/move/${kind}${
        scanned ? `?serials=${encodeURIComponent(scanned)}` : ""
      }`;
    },
  }];
};

export const detail = detailScreen<Product>({
  path: "/products",
  screen: "/products",
  title: (product) => product.name,
  sections: [
    {
      show: (product, unsent) => (
        <>
          <div class="figure-line">
            <b>{quantityOf(product.stock_qty, product.unit)}</b>
            <span class="muted">{w("in_stock")}</span>
            {isLow(product) && <Badge tone="warn">{w("is_low")}</Badge>}
          </div>
          <List>
            <UnsentRows writes={unsent} />
          </List>
        </>
      ),
    },
    {
      rows: (product) => [
        [w("price"), product.selling_price !== null && money(product.selling_price)],
        [w("average"), product.average_cost !== undefined && money(product.average_cost)],
        [w("value"), product.stock_value !== undefined && money(product.stock_value)],
        [
          w("minimum"),
          Number(product.min_stock) > 0 && quantityOf(product.min_stock, product.unit),
        ],
        [w("brand"), product.brand],
        [w("model"), product.model],
        [
          w("warranty"),
          product.warranty_months > 0 &&
          w("months", { n: number(product.warranty_months) }),
        ],
      ],
    },
    {
      title: () => w("movements"),
      when: (product) => product.stock_movements !== undefined,
      show: (product) => <Movements product={product} />,
    },
  ],
  actions: [
    {
      label: () => w("kind_invoice"),
      look: "main",
      icon: "plus",
      may: "invoices.write",
      when: (product) => product.stock_qty > 0,
      to: ({ id }) => `/invoices/new?product_id=${id}`,
    },
    ...moving("in", { icon: "plus" }),
    ...moving("out", { icon: "minus", when: (product) => product.stock_qty > 0 }),
    ...moving("adjust", { icon: "edit" }),
    {
      label: () => w("places"),
      icon: "box",
      to: ({ id }) => `/products/${id}/places`,
    },
    {
      label: () => w("labels"),
      icon: "paper",
      to: ({ id, sku, is_serialized }) =>
        `/products/labels?${
          is_serialized ? `product_id=${id}` : `skus=${encodeURIComponent(sku)}%0A`
        }`,
    },
    {
      label: () => rt("edit"),
      icon: "edit",
      may: "products.write",
      to: ({ id }) => `/products/${id}/edit`,
    },
  ],
});

function kindWord(kind: string): string {
  const key = `kind_${kind}`;
  return isStockWord(key) ? w(key) : kind.replaceAll("_", " ");
}

function Movements({ product }: { product: Product }) {
  const all = product.stock_movements!;
  if (all.length === 0) return <p class="muted">{w("no_movements")}</p>;
  return (
    <>
      <div class="in-order">
        <List label={w("movements")}>
          {all.map((movement) => (
            <Row
              key={movement.id}
              title={kindWord(movement.kind)}
              lines={[
                [
                  date(movement.movement_date),
                  // of the opening stock the title says it
                  movement.kind === "opening"
                    ? ""
                    : movement.reason ?? movement.source_reference_no,
                ].filter(Boolean).join(" · "),
                movement.bin_location && `${w("bin")} ${movement.bin_location}`,
              ]}
              side={
                <>
                  {`${Number(movement.quantity) > 0 ? "+" : ""}${number(movement.quantity)}`}
                  <span class="line muted">
                    = {quantityOf(movement.balance_after, product.unit)}
                  </span>
                </>
              }
            />
          ))}
        </List>
      </div>
      {product.stock_movements_has_more && <p class="muted">{w("older")}</p>}
    </>
  );
}
