import { rmaStretches } from "../../../../domain/warranty/rma_words.ts";
import type { RmaDays } from "../../core/answers.ts";
import { DotStrip } from "../../charts/dot_strip.tsx";
import { Figure, hrefOf, List, number, Row } from "../../kit/mod.ts";
import { Pipeline, stretch } from "./pipeline.tsx";
import { ReadCard, sumOf } from "./read_card.tsx";
import { w } from "./warranty_words.ts";

const { with_us, at_supplier, coming_back } = rmaStretches;
const stretches = [
  stretch(() => w("with_us"), "main", ...with_us),
  stretch(() => w("at_supplier"), "warn", ...at_supplier),
  stretch(() => w("coming"), "ok", ...coming_back),
];

/** How many cases stand where. */
export function Steps() {
  return (
    <Pipeline
      title={w("steps")}
      none={w("steps_none")}
      path="/import-logistics/rmas"
      stretches={stretches}
      columns={[w("step"), w("cases")]}
      say={(all, of) => w("steps_text", { n: number(all), supplier: number(of(1)) })}
    />
  );
}

/** How long cases have been with suppliers. */
export function Days() {
  return (
    <ReadCard<RmaDays>
      title={w("days")}
      none={w("days_none")}
      path={`/reports/rma-turnaround?status=${at_supplier}&limit=200`}
    >
      {(all) => {
        const rows = all.map((one) => ({ ...one, days: one.days_at_supplier ?? 0 }))
          .sort((a, b) => b.days - a.days);
        if (rows.length === 0) return null;
        const average = sumOf(rows, ({ days }) => days) / rows.length;
        const longest = number(rows[0].days);
        return (
          <>
            <Figure
              sentence={w("days_text", {
                n: number(rows.length),
                longest,
                average: number(average.toFixed(1)),
              })}
              columns={[w("case"), w("rma_days")]}
              rows={rows.map((one) => [one.reference_no, number(one.days)])}
            >
              <DotStrip
                values={rows.map(({ days }) => days)}
                line={average}
                from={w("today")}
                to={w("n_days", { n: longest })}
              />
            </Figure>
            <List label={w("days")}>
              {rows.slice(0, 5).map((one) => (
                <Row
                  key={one.id}
                  href={hrefOf(`/rmas/${one.id}`)}
                  // its number stands beneath
                  title={one.title.replace(/^RMA-\S+ – (board )?/, "")}
                  lines={[one.reference_no, one.supplier_name]}
                  side={w("n_days", { n: number(one.days) })}
                />
              ))}
            </List>
          </>
        );
      }}
    </ReadCard>
  );
}
