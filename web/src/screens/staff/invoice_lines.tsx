import type { Product, Serial } from "../../core/answers.ts";
import {
  Card,
  Field,
  IconButton,
  money,
  number,
  parseNumber,
  Stepper,
  useRead,
} from "../../kit/mod.ts";
import { isMore, less, lineAmount } from "../../core/amounts.ts";
import type { Line } from "../trade/line.ts";
import { Pieces } from "../trade/pieces.tsx";
import { known } from "./scanned_product.ts";
import { s, Serials } from "../trade/sums.tsx";

/** A number as it is sent; what is none counts as 0. */
export const exact = (text: string) => parseNumber(text) ?? "0";

/** What the goods of a line come to; a number that is none counts as 0. */
export const goodsOf = ({ quantity, unit_price }: Line) => lineAmount(quantity, exact(unit_price));
/** What a line comes to. */
export const amountOf = (line: Line) => less(goodsOf(line), exact(line.discount ?? ""));

/** The lines with one more piece of a product; the same product again counts up its line. */
export function withPiece(
  lines: Line[],
  piece: { product_id: string; description: string; serial?: string },
): Line[] {
  const { product_id, description, serial } = piece;
  const there = lines.find((line) => line.product_id === product_id);
  if (!there) {
    const serial_numbers = serial ? [serial] : [];
    return [...lines, { product_id, description, quantity: "1", unit_price: "", serial_numbers }];
  }
  if (serial && there.serial_numbers.includes(serial)) return lines;
  const serial_numbers = serial ? [...there.serial_numbers, serial] : there.serial_numbers;
  const quantity = serial ? String(serial_numbers.length) : String(Number(there.quantity) + 1);
  return lines.map((line) => line === there ? { ...there, quantity, serial_numbers } : line);
}

/** What the product list knows: price, unit and how many there are. */
export async function productFacts(id: string): Promise<Partial<Line>> {
  const { name, unit, stock_qty, selling_price, is_serialized, vat_percent } = await known<
    Product
  >(`/products/${id}`);
  return name === undefined ? {} : {
    description: name,
    unit,
    stock: String(stock_qty),
    serialized: is_serialized,
    vat: vat_percent?.toString(),
    unit_price: String(selling_price ?? ""),
  };
}

export function LineCard(
  { line, errors, onChange, onRemove }: {
    line: Line;
    errors: { price?: string; pieces?: string; discount?: string };
    onChange: (change: Partial<Line>) => void;
    onRemove: () => void;
  },
) {
  const short = line.stock !== undefined && isMore(line.quantity, line.stock);
  return (
    <Card
      title={line.description}
      action={<IconButton icon="trash" label={s("remove_line")} onClick={onRemove} />}
    >
      {line.serialized
        ? <StockPieces line={line} error={errors.pieces} onChange={onChange} />
        : <Serials all={line.serial_numbers} />}
      <Stepper
        label={s("quantity")}
        min={1}
        value={Number(line.quantity)}
        onChange={(quantity) =>
          onChange({
            quantity: String(quantity),
            serial_numbers: line.serial_numbers.slice(0, quantity),
          })}
      />
      <div class="sides">
        <Field
          name={`price-${line.product_id}`}
          label={`${s("price")} (৳)`}
          type="decimal"
          value={line.unit_price}
          error={errors.price}
          onInput={(unit_price) => onChange({ unit_price })}
        />
        <Field
          name={`discount-${line.product_id}`}
          label={`${s("discount")} (৳)`}
          type="decimal"
          value={line.discount ?? ""}
          error={errors.discount}
          onInput={(discount) => onChange({ discount })}
        />
      </div>
      <p class="between">
        <span class={short ? "error" : "muted"}>
          {line.stock !== undefined &&
            (short
              ? s("only_there", { n: number(line.stock) })
              : s("left_after", { n: number(less(line.stock, line.quantity)) }))}
        </span>
        {line.vat && <span class="muted">{`${s("vat")} ${number(line.vat)}%`}</span>}
        <b>{money(amountOf(line))}</b>
      </p>
    </Card>
  );
}

/** Which of the pieces in stock are sold: to tap, or by scan. */
function StockPieces({ line, error, onChange }: {
  line: Line;
  error?: string;
  onChange: (change: Partial<Line>) => void;
}) {
  const read = useRead<Serial[]>(
    `/serials?product_id=${line.product_id}&status=in_stock&sort=serial&limit=200`,
  ).value;
  return (
    <Pieces
      label={s("serials")}
      all={(read.data ?? []).map(({ serial }) => serial)}
      chosen={line.serial_numbers}
      error={error}
      onChange={(serial_numbers) =>
        onChange({ serial_numbers, quantity: String(Math.max(1, serial_numbers.length)) })}
    />
  );
}

/** Lines whose product is sold by the piece's number, and that do not say which: id → how many are. */
export const unnamedPieces = (lines: Line[]): [id: string, wanted: string][] =>
  lines.filter(({ serialized, serial_numbers, quantity }) =>
    serialized && String(serial_numbers.length) !== quantity
  ).map(({ product_id, quantity }) => [product_id, quantity]);
