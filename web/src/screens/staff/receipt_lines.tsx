import type { Receipt, ReceiptLine } from "../../core/answers.ts";
import { Badge, ButtonLink, Code, List, may, number, Row } from "../../kit/mod.ts";
import { quantityOf } from "../../records/mod.ts";
import { w } from "./receive_words.ts";

/** Also one that waits to be sent, which has what was counted only. */
type Line = Pick<ReceiptLine, "shipment_item_id"> & Partial<ReceiptLine>;

const claimOf = ({ id, shipment_id }: Receipt, { shipment_item_id, product_name }: Line) =>
  `#/discrepancies/new?shipment_id=${shipment_id}&receipt_id=${id}` +
  `&shipment_item_id=${shipment_item_id}&about=${encodeURIComponent(product_name ?? "")}`;

/** Few serials are told at once; many would hide the next line. */
function Serials({ all }: { all: readonly string[] }) {
  const list = <Code>{all.join(", ")}</Code>;
  if (all.length < 4) return list;
  return (
    <details>
      <summary class="link">{w("serials_n", { n: number(all.length) })}</summary>
      {list}
    </details>
  );
}

/** What came of each line, and the way to a claim about it. */
export function Lines({ receipt }: { receipt: Receipt }) {
  return (
    <List label={w("lines")}>
      {receipt.items!.map((line) => (
        <Row
          key={line.id ?? line.shipment_item_id}
          title={line.product_name ?? `#${line.shipment_item_id}`}
          lines={[
            line.sku && <Code key="sku">{line.sku}</Code>,
            w("line_counts", {
              received: quantityOf(line.received_qty, line.unit),
              accepted: number(line.accepted_qty),
            }),
            line.bin_location && w("in_bin", { bin: line.bin_location }),
            !!line.serial_numbers?.length && <Serials key="serials" all={line.serial_numbers} />,
            !!line.rejected_serial_numbers?.length && (
              <span key="broken" class="error">
                {w("damaged")} <Code>{line.rejected_serial_numbers.join(", ")}</Code>
              </span>
            ),
            line.note,
          ]}
          badges={
            <>
              {Number(line.received_qty) > Number(line.accepted_qty) && (
                <Badge tone="bad">
                  {`${w("damaged")} ${
                    number(Number(line.received_qty) - Number(line.accepted_qty))
                  }`}
                </Badge>
              )}
              {Number(line.short_qty) > 0 && (
                <Badge tone="bad">{w("line_short", { n: number(line.short_qty) })}</Badge>
              )}
              {Number(line.excess_qty) > 0 && (
                <Badge tone="warn">{w("line_excess", { n: number(line.excess_qty!) })}</Badge>
              )}
              {receipt.id !== undefined && may("discrepancies.create") && (
                <ButtonLink look="quiet" icon="alert" href={claimOf(receipt, line)}>
                  {w("new_claim")}
                </ButtonLink>
              )}
            </>
          }
        />
      ))}
    </List>
  );
}
