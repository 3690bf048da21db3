import type { Debtor } from "../../core/answers.ts";
import { Keys } from "../../charts/keys.tsx";
import type { Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import {
  ButtonLink,
  CallLinks,
  Figure,
  go,
  hrefOf,
  List,
  money,
  Row,
  Sheet,
  shortMoney,
} from "../../kit/mod.ts";
import { w } from "./money_words.ts";
import { ReadCard } from "./read_card.tsx";

const ages = ["not_due", "d0_30", "d31_60", "d61_90", "d90_plus"] as const;
const tones: Shade[] = ["ok", "main", "calm", "warn", "bad"];
type Ages = Pick<Debtor, typeof ages[number]>;

/** What he owes; what he has paid in advance stands beside it. */
const owed = (by: Ages) => ages.reduce((sum, age) => sum + by[age], 0);

/** How old it is what customers owe, and whom to ring up. */
export function Ageing({ open }: { open: number }) {
  return (
    <ReadCard<Debtor>
      title={w("ageing")}
      none={w("nobody_owes")}
      path="/reports/customer-ageing?sort=-balance&limit=50"
    >
      {(all, meta) => {
        const totals = meta.totals as Ages | undefined;
        const rows = all.filter((one) => owed(one) > 0).sort((a, b) => owed(b) - owed(a));
        const asked = rows.find(({ id }) => id === open);
        const customer = asked && hrefOf(`/customers/${asked.id}`);
        return totals && rows.length > 0 && (
          <>
            <Figure
              sentence={w("ageing_text", {
                all: shortMoney(owed(totals)),
                late: shortMoney(totals.d31_60 + totals.d61_90 + totals.d90_plus),
              })}
              columns={[w("age"), w("amount")]}
              rows={ages.map((age) => [w(age), money(totals[age])])}
            >
              <Stack parts={ages.map((age, at) => ({ value: totals[age], tone: tones[at] }))} />
              <Keys names={ages.map((age) => w(age))} tones={tones} />
            </Figure>
            <List label={w("ageing")}>
              {rows.slice(0, 10).map((one) => (
                <Row
                  key={one.id}
                  href={`#/money?customer=${one.id}`}
                  title={one.title}
                  lines={[
                    one.d90_plus > 0 && w("since", { amount: shortMoney(one.d90_plus) }),
                    one.on_account > 0 && w("advance", { amount: shortMoney(one.on_account) }),
                  ]}
                  side={shortMoney(owed(one))}
                />
              ))}
            </List>
            {asked && (
              <Sheet title={asked.title} onClose={() => go("/money", { replace: true })}>
                <p class="strong">{money(asked.balance)}</p>
                <CallLinks
                  phone={asked.phone}
                  text={w("reminder", { name: asked.title, amount: money(asked.balance) })}
                />
                {customer && <ButtonLink href={customer} wide>{w("customer")}</ButtonLink>}
              </Sheet>
            )}
          </>
        );
      }}
    </ReadCard>
  );
}
