import type { Scores } from "../../core/answers.ts";
import { Button, date, go, List, number, Row, Sheet, shortMoney, toast } from "../../kit/mod.ts";
import { Facts } from "../../records/mod.ts";
import { ReadCard } from "./read_card.tsx";
import { w } from "./warranty_words.ts";

const scoresOf = (one: Scores) =>
  ([
    [w("shipments"), number(one.shipments)],
    [w("punctual"), one.on_time_percent !== null && `${number(one.on_time_percent)}%`],
    [w("days_late"), one.average_days_late !== null && number(one.average_days_late)],
    [w("shortage"), `${number(one.shortage_claims)} · ${shortMoney(one.shortage_value)}`],
    [w("damage"), `${number(one.damage_claims)} · ${shortMoney(one.damage_value)}`],
    [w("claimed"), shortMoney(one.claimed)],
    [w("recovered"), shortMoney(one.recovered)],
    [w("rmas"), number(one.rmas)],
    [w("rma_days"), one.average_days_at_supplier !== null && number(one.average_days_at_supplier)],
  ] as const).flatMap(([name, score]): [string, string][] => score ? [[name, score]] : []);

/** How each supplier has served us; a card may be shown to him. */
export function Cards({ open }: { open: number }) {
  return (
    <ReadCard<Scores>
      title={w("cards")}
      none={w("cards_none")}
      path="/reports/supplier-scorecard?sort=-claimed&limit=50"
    >
      {(rows) => {
        const asked = rows.find(({ id }) => id === open);
        return rows.length > 0 && (
          <>
            <List label={w("cards")}>
              {rows.map((one) => (
                <Row
                  key={one.id}
                  href={`#/warranty?supplier=${one.id}`}
                  title={one.title}
                  lines={[
                    one.on_time_percent === null
                      ? w("not_due")
                      : w("on_time", { n: number(one.on_time_percent) }),
                    one.claimed > 0 && w("claimed_text", {
                      amount: shortMoney(one.claimed),
                      back: shortMoney(one.recovered),
                    }),
                  ]}
                />
              ))}
            </List>
            {asked && (
              <Sheet title={asked.title} onClose={() => go("/warranty", { replace: true })}>
                <Facts rows={scoresOf(asked)} />
                <Button icon="share" wide onClick={() => void share(asked)}>{w("share")}</Button>
              </Sheet>
            )}
          </>
        );
      }}
    </ReadCard>
  );
}

/** As text, to hold it against the supplier: in what the phone can send with, else on the clipboard. */
async function share(one: Scores): Promise<void> {
  const lines = scoresOf(one).map((score) => score.join(": "));
  const text = [`${one.title}, ${date(new Date().toISOString())}`, ...lines].join("\n");
  if ("share" in navigator) return await navigator.share({ text }).catch(() => undefined);
  await (navigator as Navigator).clipboard.writeText(text);
  toast(w("copied"));
}
