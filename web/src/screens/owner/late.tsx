import { Rows } from "../../charts/rows.tsx";
import {
  ButtonLink,
  CallLinks,
  Card,
  Code,
  date,
  dhakaDate,
  Figure,
  go,
  hrefOf,
  List,
  number,
  readState,
  Row,
  Screen,
  type ScreenProps,
  Sheet,
  useRead,
} from "../../kit.ts";
import { statusWord } from "../../records/mod.ts";
import { w } from "./imports_words.ts";

interface Shipment {
  id: number;
  reference_no: string;
  status: string;
  supplier_id: number;
  supplier_name: string;
  tracking_number: string | null;
  eta_chittagong: string;
}

const DAY_MS = 86_400_000;

/** What is past its day at Chittagong, the longest first, and whom to ring up about it. */
export function Late({ query }: ScreenProps) {
  const read = useRead<Shipment[]>("/import-logistics/shipments?delayed=true&limit=200").value;
  const { instead, over } = readState(read);
  const today = Date.parse(dhakaDate());
  const rows = (read.data ?? []).map((one) => ({
    ...one,
    days: Math.round((today - Date.parse(one.eta_chittagong)) / DAY_MS),
  })).sort((a, b) => b.days - a.days);
  const asked = rows.find(({ id }) => id === Number(query.get("open")));
  return (
    <Screen title={w("late")}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="card">{w("late_none")}</p> : (
        <>
          <Card>
            <Figure
              sentence={w("late_text", { n: number(rows.length), days: number(rows[0].days) })}
              columns={[w("shipment"), w("days_late")]}
              rows={rows.map((one) => [one.reference_no, number(one.days)])}
            >
              <Rows
                dots
                rows={rows.slice(0, 12).map((one) => ({
                  label: `${one.reference_no} · ${one.supplier_name}`,
                  text: w("days", { n: number(one.days) }),
                  to: one.days,
                  tone: "bad",
                }))}
              />
            </Figure>
          </Card>
          <List label={w("late")}>
            {rows.map((one) => (
              <Row
                key={one.id}
                href={`#/late?open=${one.id}`}
                icon="ship"
                title={one.supplier_name}
                lines={[
                  `${one.reference_no} · ${statusWord(one.status)}`,
                  w("eta", { date: date(one.eta_chittagong) }),
                ]}
                side={w("days", { n: number(one.days) })}
              />
            ))}
          </List>
        </>
      ))}
      {asked && <Ask shipment={asked} />}
    </Screen>
  );
}

function Ask({ shipment }: { shipment: Shipment }) {
  const read = useRead<{ phone: string | null }>(`/suppliers/${shipment.supplier_id}`).value;
  const { reference_no, tracking_number, eta_chittagong } = shipment;
  return (
    <Sheet title={shipment.supplier_name} onClose={() => go("/late", { replace: true })}>
      <p>
        <Code>{reference_no}</Code> · {statusWord(shipment.status)}
      </p>
      {tracking_number && (
        <p>
          <Code>{tracking_number}</Code>
        </p>
      )}
      <p class="muted">{w("eta", { date: date(eta_chittagong) })}</p>
      {readState(read).instead}
      <CallLinks
        phone={read.data?.phone}
        text={w("ask", { no: tracking_number ?? reference_no, date: eta_chittagong })}
      />
      {read.data && !read.data.phone && <p class="muted">{w("no_phone")}</p>}
      {hrefOf(`/shipments/${shipment.id}`) && (
        <ButtonLink href={`#/shipments/${shipment.id}`} wide>{w("open_shipment")}</ButtonLink>
      )}
    </Sheet>
  );
}
