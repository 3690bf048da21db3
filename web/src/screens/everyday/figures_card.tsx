import type { Dashboard } from "../../core/answers.ts";
import { hrefOf, may, number, readState, shortMoney, Tile, useRead } from "../../kit/mod.ts";
import { type FigureName, figureWord } from "./figure_words.ts";
import { MyTickets } from "./my_tickets.tsx";

/** What of Home comes after Home itself is there: nobody waits for it. */
export function HomeLater() {
  const figures = <FiguresCard />;
  return may("tickets.write") ? <MyTickets>{figures}</MyTickets> : figures;
}

/** The figures of the role, each a way to what it is made of. */
export function FiguresCard() {
  const read = useRead<Dashboard>("/dashboard").value;
  const { instead, over } = readState(read);
  const figures = read.data ? figuresOf(read.data) : [];
  return (
    <section>
      <h2 class="eyebrow">{figureWord("at_a_glance")}</h2>
      {over}
      {instead ?? (
        <div class="tiles figures">
          {figures.map(({ name, text, link, tone }) => (
            <Tile
              key={name}
              href={hrefOf(link)}
              label={[
                figureWord(name),
                /due$|sales$/.test(name) && (
                  <span key="how" class="line">
                    {figureWord(/due$/.test(name) ? "gross" : "with_vat")}
                  </span>
                ),
              ]}
              value={text}
              tone={tone}
            />
          ))}
        </div>
      )}
    </section>
  );
}

const amounts = /sales|due$|collection|receivables|value|amount/;
const worrying: Record<string, "warn" | "bad"> = {
  overdue_tasks: "bad",
  overdue_receivables: "bad",
  delayed_shipments: "bad",
  low_stock: "warn",
  pending_receipts: "warn",
};

interface DayFigure {
  name: FigureName;
  text: string;
  link?: string;
  tone?: "warn" | "bad";
}

/** The figures in the order the server gives them, as text for this phone. */
function figuresOf(dashboard: Dashboard): DayFigure[] {
  return Object.entries(dashboard).flatMap(([name, value]) => {
    if (typeof value !== "number") return [];
    const text = amounts.test(name) ? shortMoney(value, dashboard.local_currency) : number(value);
    return [{
      name: name as FigureName,
      text,
      link: dashboard.links[name],
      tone: value > 0 ? worrying[name] : undefined,
    }];
  });
}
