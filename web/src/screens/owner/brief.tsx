import { Card, Icon, type IconName, number } from "../../kit/first.ts";
import { type Shown } from "./day_figures.ts";
import { w } from "./today_words.ts";

/** Five sentences for who reads and looks at no chart; each opens what it speaks of. */
export function Brief({ figures, money, rent, days, weeks }: Shown) {
  const yesterday = days.at(-2)!;
  const week = weeks.at(-1)!;
  const late = figures.delayed_shipments;
  const lines: [IconName, string, string][] = [
    [
      "money",
      "/money",
      w("brief_cash", {
        in: money(yesterday.cash_in),
        out: money(yesterday.cash_out),
      }),
    ],
    [
      "chart",
      "/money",
      week.revenue > 0
        ? w("brief_sales", { amount: money(week.revenue), n: number(week.margin_percent ?? 0) })
        : w("brief_no_sales"),
    ],
    ["ship", "/late", late > 0 ? w("brief_late", { n: number(late) }) : w("brief_on_time")],
    [
      "clock",
      "/demurrage",
      rent && rent.rent_until_local > 0
        ? w("brief_rent", {
          today: money(rent.rent_today_local),
          amount: money(rent.rent_until_local),
        })
        : w("brief_no_rent"),
    ],
    [
      "repair",
      "/warranty",
      w("brief_claims", {
        claims: number(figures.open_claims),
        amount: money(figures.open_claim_amount),
        rmas: number(figures.open_rmas),
      }),
    ],
  ];
  return (
    <Card title={w("brief")}>
      <ul class="brief">
        {lines.map(([icon, path, text]) => (
          <li key={icon}>
            <a href={`#${path}`}>
              <Icon name={icon} />
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
