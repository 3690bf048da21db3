import type { Held } from "../../core/answers.ts";
import { Rows } from "../../charts/rows.tsx";
import {
  addDays,
  ButtonLink,
  date,
  dhakaDate,
  hrefOf,
  money,
  number,
  Screen,
  shortMoney,
} from "../../kit/mod.ts";
import { figureWord } from "../everyday/figure_words.ts";
import { quantityOf } from "../../records/mod.ts";
import { w } from "./money_words.ts";
import { ReadCard, sumOf } from "./read_card.tsx";

/** Where the money lies in the store, the most first, and what of it has not moved. */
export function StockValue() {
  const since = addDays(dhakaDate(), -180);
  const low = hrefOf("/products?low_stock=true&active=true");
  return (
    <Screen title={figureWord("stock_value")}>
      <ReadCard<Held>
        none={w("stock_none")}
        path="/reports/stock-valuation?in_stock=true&sort=-stock_value&limit=200"
      >
        {(rows, { totals }) => {
          const isDead = (one: Held) => (one.last_movement_date ?? since) < since;
          const dead = rows.filter(isDead);
          const total = Number((totals as Record<string, number> | undefined)?.stock_value ?? 0);
          return rows.length > 0 && (
            <Rows
              sentence={w("stock_text", {
                all: shortMoney(total),
                n: number(dead.length),
                amount: shortMoney(sumOf(dead, (one) => one.stock_value)),
              })}
              heads={[w("product"), w("amount")]}
              label={figureWord("stock_value")}
              rows={[...rows.slice(0, 15), ...dead.filter((one) => rows.indexOf(one) > 14)].map(
                (one) => ({
                  href: hrefOf(`/products/${one.id}`),
                  label: one.product_name,
                  lines: [
                    quantityOf(one.stock_qty, one.unit),
                    isDead(one) && w("not_moved", { date: date(one.last_movement_date!) }),
                  ],
                  text: shortMoney(one.stock_value),
                  cells: [money(one.stock_value)],
                  to: one.stock_value,
                  tone: isDead(one) ? "warn" : "main",
                }),
              )}
            />
          );
        }}
      </ReadCard>
      {low && <ButtonLink href={low} icon="alert" wide>{figureWord("low_stock")}</ButtonLink>}
    </Screen>
  );
}
