import { announce, Button, Field, number, useSignal } from "../../kit/mod.ts";
import type { Values } from "../../records/mod.ts";
import type { Line } from "../trade/line.ts";
import { type PastedLine, pastedLines } from "./pasted_lines.ts";
import { d } from "./words.ts";

export interface PasteLinesProps {
  /** what the invoice has already */
  lines: Line[];
  productOf: (code: string) => Promise<Values | undefined>;
  factsOf: (id: string) => Promise<Partial<Line>>;
  onAdd: (lines: Line[]) => void;
}

/** Rows of a spreadsheet become lines of the invoice: all of them, or none and why. */
export function PasteLines({ lines, productOf, factsOf, onAdd }: PasteLinesProps) {
  const text = useSignal("");
  const faults = useSignal<string[]>([]);
  const lineOf = async (row: PastedLine, there: Line[]): Promise<Line | string> => {
    const said = (why: "unknown_code" | "twice") => {
      return d("line_n", { n: number(row.at), why: d(why, { cell: row.code }) });
    };
    const found = await productOf(row.code);
    if (!found) return said("unknown_code");
    const { product_id, product_id_title, serial_number } = found;
    if (there.some((line) => line.product_id === product_id)) return said("twice");
    return {
      product_id,
      description: product_id_title,
      unit_price: "",
      serial_numbers: serial_number ? [serial_number] : [],
      ...await factsOf(product_id),
      quantity: row.quantity,
      ...row.unit_price !== undefined && { unit_price: row.unit_price },
      ...row.discount !== undefined && { discount: row.discount },
    };
  };
  const add = async () => {
    const read = pastedLines(text.value);
    const told = read.wrong.map(({ at, why, cell }) => ({
      at,
      say: d("line_n", { n: number(at), why: d(why, { cell }) }),
    }));
    const made: Line[] = [];
    for (const row of read.lines) {
      const line = await lineOf(row, [...lines, ...made]);
      if (typeof line === "string") told.push({ at: row.at, say: line });
      else made.push(line);
    }
    faults.value = told.sort((a, b) => a.at - b.at).map(({ say }) => say);
    if (told.length > 0) return announce(faults.value[0]);
    if (made.length === 0) return;
    onAdd(made);
    text.value = "";
    announce(d("n_lines", { n: number(made.length) }));
  };
  return (
    <details class="card">
      <summary>{d("paste_lines")}</summary>
      <Field
        name="pasted"
        label={d("rows")}
        type="area"
        hint={d("rows_hint")}
        value={text.value}
        onInput={(typed) => text.value = typed}
      />
      <ul role="alert">
        {faults.value.map((fault) => <li key={fault} class="error">{fault}</li>)}
      </ul>
      <Button onClick={add} icon="plus">{d("add_lines")}</Button>
    </details>
  );
}
