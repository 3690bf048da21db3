import type { Shipment } from "../../core/answers.ts";
import {
  Code,
  go,
  hrefOf,
  List,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit/mod.ts";
import { Pick, quantityOf } from "../../records/mod.ts";
import { o } from "./words.ts";

const SHIPMENTS = "/import-logistics/shipments";
/** Where the claim is entered (staff/claims.tsx). */
const claimOf = (shipment_id: number, about: string, item?: number) =>
  hrefOf(`/discrepancies/new?${new URLSearchParams({
    shipment_id: String(shipment_id),
    ...item && { shipment_item_id: String(item) },
    about,
  })}`);

/** What a new claim is about: a shipment, and which of its goods. A receipt's lines lead to it themselves. */
export function ClaimSubject({ query }: ScreenProps) {
  const id = query.get("shipment_id") ?? "";
  const read = useRead<Shipment>(id ? `${SHIPMENTS}/${id}` : undefined).value;
  const { instead, over } = readState(read);
  return (
    <Screen title={o("new_claim")}>
      <p class="muted">{o("claim_of")}</p>
      <Pick
        name="shipment_id"
        label={o("shipment")}
        value={id}
        from={{ path: SHIPMENTS }}
        onInput={(value) =>
          value !== id && go(`/shipments/claim?shipment_id=${value}`, { replace: true })}
      />
      {id && (
        <>
          {over}
          {instead ?? <Goods shipment={read.data!} />}
        </>
      )}
    </Screen>
  );
}

function Goods({ shipment: { id, reference_no, items = [] } }: { shipment: Shipment }) {
  return (
    <List label={o("goods")}>
      {items.map((item) => (
        <Row
          key={item.id}
          href={claimOf(id, item.product_name, item.id)}
          title={item.product_name}
          lines={[item.sku && <Code key="sku">{item.sku}</Code>]}
          side={quantityOf(item.shipped_qty, item.unit)}
        />
      ))}
      <Row href={claimOf(id, reference_no)} title={o("whole_shipment")} />
    </List>
  );
}
