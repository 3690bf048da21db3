import { ButtonLink, number, Screen, t } from "../../kit/mod.ts";
import { w } from "./imports_words.ts";
import { Pipeline, stretch } from "./pipeline.tsx";

const stretches = [
  stretch(() => w("booked"), "calm", "draft", "booking_confirmed"),
  stretch(() => w("sailing"), "main", "air_sea_departure", "in_transit"),
  stretch(
    () => w("port"),
    "bad",
    "chittagong_port_arrival",
    "customs_clearance_pending",
    "customs_cleared",
  ),
  stretch(() => w("inland"), "warn", "local_transport", "warehouse_received", "qc_pending"),
  stretch(() => w("arrived"), "ok", "received"),
];

/**
 * The imports by how far they are, and links to what costs money: rent, late shipments, landed
 * cost.
 */
export function Imports() {
  return (
    <Screen title={t("imports")}>
      <Pipeline
        title={w("pipeline")}
        none={w("pipeline_none")}
        path="/import-logistics/shipments"
        stretches={stretches}
        columns={[w("step"), w("count")]}
        say={(all, of) => w("pipeline_text", { n: number(all), customs: number(of(2)) })}
      />
      <div class="actions">
        <ButtonLink href="#/late" icon="clock" wide>{w("late")}</ButtonLink>
        <ButtonLink href="#/demurrage" icon="money" wide>{w("rent")}</ButtonLink>
        <ButtonLink href="#/landed" icon="chart" wide>{w("landed")}</ButtonLink>
      </div>
    </Screen>
  );
}
