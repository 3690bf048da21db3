import { type Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import {
  ButtonLink,
  CallLinks,
  Card,
  Figure,
  go,
  hrefOf,
  List,
  money,
  readState,
  Row,
  Sheet,
  shortMoney,
  useRead,
} from "../../kit.ts";
import { w } from "./money_words.ts";

const ages: ["not_due" | "d0_30" | "d31_60" | "d61_90" | "d90_plus", Shade][] = [
  ["not_due", "ok"],
  ["d0_30", "main"],
  ["d31_60", "calm"],
  ["d61_90", "warn"],
  ["d90_plus", "bad"],
];
type Ages = Record<typeof ages[number][0] | "balance", number>;
type Debtor = Ages & { id: number; title: string; reference_no: string; phone: string | null };

/** How old it is what customers owe, and whom to ring up. */
export function Ageing({ open }: { open: number }) {
  const read = useRead<Debtor[]>("/reports/customer-ageing?sort=-balance&limit=50").value;
  const { instead, over } = readState(read);
  const totals = read.meta?.totals as Ages | undefined;
  const rows = read.data?.filter(({ balance }) => balance > 0) ?? [];
  const asked = rows.find(({ id }) => id === open);
  const late = totals ? totals.d31_60 + totals.d61_90 + totals.d90_plus : 0;
  return (
    <Card title={w("ageing")}>
      {over}
      {instead ?? (rows.length === 0 || !totals ? <p class="muted">{w("nobody_owes")}</p> : (
        <>
          <Figure
            sentence={w("ageing_text", { all: shortMoney(totals.balance), late: shortMoney(late) })}
            columns={[w("age"), w("amount")]}
            rows={ages.map(([age]) => [w(age), money(totals[age])])}
          >
            <Stack parts={ages.map(([age, tone]) => ({ value: totals[age], tone }))} />
            <p class="keys">
              {ages.map(([age, tone]) => <span key={age} class={`key ${tone}`}>{w(age)}</span>)}
            </p>
          </Figure>
          <List label={w("ageing")}>
            {rows.slice(0, 10).map((one) => (
              <Row
                key={one.id}
                href={`#/money?customer=${one.id}`}
                title={one.title}
                lines={[one.d90_plus > 0 && w("since", { amount: shortMoney(one.d90_plus) })]}
                side={shortMoney(one.balance)}
              />
            ))}
          </List>
        </>
      ))}
      {asked && (
        <Sheet title={asked.title} onClose={() => go("/money", { replace: true })}>
          <p class="strong">{money(asked.balance)}</p>
          <CallLinks
            phone={asked.phone}
            text={w("reminder", { name: asked.title, amount: money(asked.balance) })}
          />
          {hrefOf(`/customers/${asked.id}`) && (
            <ButtonLink href={`#/customers/${asked.id}`} wide>{w("customer")}</ButtonLink>
          )}
        </Sheet>
      )}
    </Card>
  );
}
