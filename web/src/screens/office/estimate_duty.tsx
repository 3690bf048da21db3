import type { Shipment } from "../../core/answers.ts";
import {
  Button,
  Card,
  discard,
  enqueue,
  List,
  queue,
  readHere,
  Row,
  useSignal,
} from "../../kit/mod.ts";
import { Refused, saySaved } from "../../records/mod.ts";
import { o } from "./words.ts";

const SHIPMENTS = "/import-logistics/shipments";

/** What an item lacks to be estimated. */
const lacking = (shipment?: Shipment | null) =>
  (shipment?.items ?? []).flatMap(({ id, product_name, hs_code, purchase_value }) => {
    const lacks = [!hs_code && o("hs_code"), !purchase_value && o("value")].filter(Boolean);
    return lacks.length > 0 ? [{ id, product_name, what: lacks.join(", ") }] : [];
  });

/** Has the levies of a shipment estimated; why that cannot be is said where it was asked. */
export function EstimateDuty({ shipment }: { shipment: string }) {
  const lacks = useSignal<ReturnType<typeof lacking>>([]);
  const path = `${SHIPMENTS}/${shipment}/duty-estimate`;
  const refused = queue.value.filter((write) => write.path === path && write.problem);
  const estimate = async () => {
    lacks.value = lacking(await readHere<Shipment>(`${SHIPMENTS}/${shipment}`));
    if (lacks.value.length > 0) return;
    for (const { key } of refused) await discard(key);
    const title = o("estimate_duty");
    saySaved(await enqueue({ method: "POST", path, body: {}, title, undo: false }));
  };
  return (
    <>
      {lacks.value.length > 0 && (
        <Card title={o("not_estimated")}>
          <List>
            {lacks.value.map(({ id, product_name, what }) => (
              <Row
                key={id}
                href={`#/shipments/${shipment}/items/${id}/edit`}
                title={product_name}
                lines={[o("lacks", { what })]}
              />
            ))}
          </List>
        </Card>
      )}
      {refused.map((write) => (
        <p key={write.key} class="notice card" role="alert">
          <Refused {...write} />
        </p>
      ))}
      <Button wide icon="chart" onClick={estimate}>{o("estimate_duty")}</Button>
    </>
  );
}
