import type { Shipment, Supplier } from "../../core/answers.ts";
import { Rows } from "../../charts/rows.tsx";
import {
  ButtonLink,
  CallLinks,
  Code,
  date,
  dhakaDate,
  go,
  hrefOf,
  number,
  readState,
  Screen,
  type ScreenProps,
  Sheet,
  t,
  useRead,
} from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { w } from "./imports_words.ts";
import { ReadCard } from "./read_card.tsx";

const DAY_MS = 86_400_000;

/** What is past its day at Chittagong, the longest first, and whom to ring up about it. */
export function Late({ query }: ScreenProps) {
  const today = Date.parse(dhakaDate());
  return (
    <Screen title={w("late")}>
      <ReadCard<Shipment>
        none={w("late_none")}
        path="/import-logistics/shipments?delayed=true&limit=200"
      >
        {(all) => {
          const rows = all.map((one) => ({
            ...one,
            eta: one.eta_chittagong!,
            days: Math.round((today - Date.parse(one.eta_chittagong!)) / DAY_MS),
          })).sort((a, b) => b.days - a.days);
          const asked = rows.find(({ id }) => id === Number(query.get("open")));
          return rows.length > 0 && (
            <>
              <Rows
                sentence={w("late_text", { n: number(rows.length), days: number(rows[0].days) })}
                heads={[t("suppliers"), w("shipment"), w("days_late")]}
                dots
                label={w("late")}
                rows={rows.map((one) => ({
                  href: `#/late?open=${one.id}`,
                  label: one.supplier_name,
                  lines: [
                    `${one.reference_no} · ${statusWord(one.status)}`,
                    w("eta", { date: date(one.eta) }),
                  ],
                  text: w("days", { n: number(one.days) }),
                  cells: [one.reference_no, number(one.days)],
                  to: one.days,
                  tone: "bad",
                }))}
              />
              {asked && <Ask shipment={asked} />}
            </>
          );
        }}
      </ReadCard>
    </Screen>
  );
}

function Ask({ shipment }: { shipment: Shipment & { eta: string } }) {
  const read = useRead<Supplier>(`/suppliers/${shipment.supplier_id}`).value;
  const { id, reference_no, tracking_number, eta } = shipment;
  const link = hrefOf(`/shipments/${id}`);
  return (
    <Sheet title={shipment.supplier_name} onClose={() => go("/late", { replace: true })}>
      <p>
        <Code>{reference_no}</Code> · {statusWord(shipment.status)}
      </p>
      {tracking_number && <Code>{tracking_number}</Code>}
      <p class="muted">{w("eta", { date: date(eta) })}</p>
      {readState(read).instead}
      <CallLinks
        phone={read.data?.phone}
        text={w("ask", { no: tracking_number ?? reference_no, date: eta })}
      />
      {read.data && !read.data.phone && <p class="muted">{w("no_phone")}</p>}
      {link && <ButtonLink href={link} wide>{w("open_shipment")}</ButtonLink>}
    </Sheet>
  );
}
