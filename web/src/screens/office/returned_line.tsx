import { Card, Chips, Field, Stepper } from "../../kit/mod.ts";
import { quantityOf } from "../../records/mod.ts";
import { isMore } from "../../core/amounts.ts";
import { Pieces } from "../trade/pieces.tsx";
import type { Back, Sold, State } from "./returned.ts";
import { m } from "./back_words.ts";

const states: State[] = ["good", "faulty", "claimed"];

/** A line of an invoice of which something comes back: which and how many, and in what state. */
export function ReturnedLine({ line, back, errors, onChange }: {
  line: Sold;
  back: Back;
  errors: Record<string, string>;
  onChange: (change: Partial<Back>) => void;
}) {
  const pieces = line.serial_numbers;
  return (
    <Card title={line.description}>
      <p class="muted">{m("still_sold", { n: quantityOf(line.quantity, line.unit) })}</p>
      {pieces.length > 0
        ? (
          <Pieces
            label={m("which_pieces")}
            all={pieces}
            chosen={back.serial_numbers}
            onChange={(serial_numbers) =>
              onChange({ serial_numbers, quantity: String(serial_numbers.length) })}
          />
        )
        : (
          <Stepper
            label={m("comes_back")}
            value={Number(back.quantity)}
            max={Number(line.quantity)}
            onChange={(quantity) => onChange({ quantity: String(quantity) })}
          />
        )}
      {line.goods && isMore(back.quantity, "0") && (
        <Chips
          name={`condition-${line.line}`}
          label={m("condition")}
          choices={states.map((value) => ({
            value,
            label: m(value),
          }))}
          value={back.state}
          error={errors.condition || errors.claim_from_supplier}
          onInput={(value) => onChange({ state: value as State })}
        />
      )}
      {back.state === "claimed" && (errors.shipment_item_id || back.shipment_item_id) && (
        <Field
          name={`shipment-item-${line.line}`}
          label={m("shipment_item")}
          type="decimal"
          value={back.shipment_item_id}
          error={errors.shipment_item_id}
          onInput={(shipment_item_id) => onChange({ shipment_item_id })}
        />
      )}
    </Card>
  );
}
