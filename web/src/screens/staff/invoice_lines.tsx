import type { Product } from "../../core/answers.ts";
import { Card, Field, IconButton, money, number, Stepper } from "../../kit/mod.ts";
import { isMore, less, lineAmount } from "./amounts.ts";
import { known } from "./scanned_product.ts";
import { s, Serials } from "./sums.tsx";

/** A line as it is entered; numbers are text, exact as typed. */
export interface Line {
  product_id: string;
  description: string;
  quantity: string;
  unit_price: string;
  serial_numbers: string[];
  unit?: string;
  stock?: string;
}

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
  const { name, unit, stock_qty, selling_price } = await known<Product>(`/products/${id}`);
  return name === undefined ? {} : {
    description: name,
    unit,
    stock: String(stock_qty),
    unit_price: String(selling_price ?? ""),
  };
}

export function LineCard(
  { line, error, onChange, onRemove }: {
    line: Line;
    error?: string;
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
      <Serials all={line.serial_numbers} />
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
      <Field
        name={`price-${line.product_id}`}
        label={`${s("price")} (৳)`}
        type="decimal"
        value={line.unit_price}
        error={error}
        onInput={(unit_price) => onChange({ unit_price })}
      />
      <p class="between">
        <span class={short ? "error" : "muted"}>
          {line.stock !== undefined &&
            (short
              ? s("only_there", { n: number(line.stock) })
              : s("left_after", { n: number(less(line.stock, line.quantity)) }))}
        </span>
        <b>{money(lineAmount(line.quantity, line.unit_price))}</b>
      </p>
    </Card>
  );
}
