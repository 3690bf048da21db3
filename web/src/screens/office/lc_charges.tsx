import type { LcTt } from "../../core/answers.ts";
import {
  Badge,
  ButtonLink,
  Card,
  date,
  EmptyState,
  List,
  may,
  money,
  queue,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit/mod.ts";
import { Facts, paperOf, Unsent } from "../../records/mod.ts";
import { isWord, o } from "./words.ts";

interface Charge {
  key: string;
  on: string;
  what: string;
  /** where it went */
  to: string;
  href?: string;
  amount: number;
  reversed?: boolean;
}

/** What shipments bear of the charges, and what went to the bank charges, in the order of its days. */
function chargesOf({ charge_costs = [], charges_spent = [] }: LcTt): Charge[] {
  const borne = charge_costs.map((cost): Charge => ({
    key: `cost ${cost.id}`,
    on: cost.entry_date,
    what: isWord(cost.cost_head) ? o(cost.cost_head) : cost.cost_head,
    to: cost.reference_no,
    href: `#/shipments/${cost.shipment_id}`,
    amount: cost.local_amount,
    reversed: cost.reversed,
  }));
  const spent = charges_spent.map((line): Charge => ({
    key: `line ${line.id}`,
    on: line.entry_date,
    what: line.narration || o("bank_charge"),
    to: [o("as_expense"), line.source_reference_no].filter(Boolean).join(" · "),
    href: paperOf(line.source_type, line.source_id),
    amount: line.amount,
  }));
  return [...borne, ...spent].toSorted((a, b) => a.on.localeCompare(b.on));
}

/** What the bank took for an LC or TT, and what it keeps of ours. */
export function LcCharges({ params: { id } }: ScreenProps) {
  const read = useRead<LcTt>(`/lc-tt/${id}`).value;
  const { instead, over } = readState(read);
  const lc = read.data;
  const charges = lc ? chargesOf(lc) : [];
  const waiting = queue.value.filter(({ path }) => path === `/lc-tt/${id}/charges`);
  return (
    <Screen title={o("lc_charges")} sub={lc?.supplier_name}>
      {over}
      {instead ?? (
        <>
          {charges.length + waiting.length === 0
            ? <EmptyState icon="money" title={o("no_charges")} />
            : (
              <div class="in-order">
                <List label={o("lc_charges")}>
                  {charges.map(({ key, on, what, to, href, amount, reversed }) => (
                    <Row
                      key={key}
                      href={href}
                      title={what}
                      lines={[date(on), to]}
                      badges={reversed && <Badge>{o("charge_back")}</Badge>}
                      side={money(amount)}
                    />
                  ))}
                  {waiting.map((write) => (
                    <Row
                      key={write.key}
                      href="#/queue"
                      title={write.title}
                      badges={<Unsent writes={[write]} />}
                    />
                  ))}
                </List>
              </div>
            )}
          <Card>
            <Facts
              rows={[
                [o("charges_sum"), money(lc!.charges_booked ?? 0)],
                [o("charges_agreed"), !!lc!.charges && money(lc!.charges)],
                [o("margin_kept"), !!lc!.margin_held && money(lc!.margin_held)],
              ]}
            />
          </Card>
          {may("costs.write") && (
            <div class="actions">
              <ButtonLink href={`#/lc-tt/${id}/charges/new`} icon="money" wide>
                {o("new_charge")}
              </ButtonLink>
              <ButtonLink href={`#/lc-tt/${id}/margin/new`} icon="bank" wide>
                {o("margin_moved")}
              </ButtonLink>
            </div>
          )}
        </>
      )}
    </Screen>
  );
}
