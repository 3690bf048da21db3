import { ended, shipmentStretches } from "../../../../domain/imports/shipment_words.ts";
import { ButtonLink, number, Screen, t } from "../../kit/mod.ts";
import { w } from "./imports_words.ts";
import { Pipeline, stretch } from "./pipeline.tsx";

const tones = {
  booked: "calm",
  sailing: "main",
  // red is for what is late
  port: "warn",
  inland: "ink",
  arrived: "ok",
} as const;
const stretches = (Object.keys(tones) as (keyof typeof tones)[]).map((name) =>
  stretch(
    () => w(name),
    tones[name],
    ...shipmentStretches[name].filter((status) => !ended.includes(status)),
  )
);

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
