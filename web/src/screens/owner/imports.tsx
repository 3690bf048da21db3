import type { Shade } from "../../charts/rows.tsx";
import { ButtonLink, number, Screen, t } from "../../kit.ts";
import { filters } from "../staff/shipment_words.ts";
import { w } from "./imports_words.ts";
import { Pipeline, type Stretch } from "./pipeline.tsx";

const tones: Shade[] = ["calm", "main", "bad", "warn", "ok"];
/** The stretches of the staff's list, without what is closed. */
const stretches = filters.slice(1, 6).map((stretch, at) => ({
  ...stretch,
  tone: tones[at],
  parts: (stretch as Stretch).parts!.filter(({ query }) => query !== "status=closed"),
}));

/** Where everything is on its way, and the way to what costs money. */
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
