import type { Life, Scan } from "../../core/answers.ts";
import {
  ButtonLink,
  CallLinks,
  Card,
  Code,
  type ComponentChildren,
  date,
  may,
  money,
  readState,
  Screen,
  type ScreenProps,
  t,
  useRead,
} from "../../kit/mod.ts";
import { Facts, StatusBadge, SuggestLinks } from "../../records/mod.ts";
import { faults } from "./rma_form.tsx";
import { OpenCases } from "./rma_message.tsx";
import { isOpen } from "./rma_words.ts";
import { Events, Parts, Repairs } from "./serial_papers.tsx";
import { serialLink, Verdict, w } from "./warranty.tsx";

/** Everything about one machine or board: import, sale, warranty, repairs, and what to do next. */
export function Passport({ params }: ScreenProps) {
  const code = encodeURIComponent(params.serial);
  const read = useRead<Life>(`/serials/${code}`).value;
  // who has it, also for those who may not see invoices; the forms open with it, without internet too
  const piece = useRead<Scan>(`/scan/${code}`).value.data?.serial;
  const life = read.data;
  const { instead, over } = readState(read);
  const unknown = read.problem?.status === 404;
  const phone = life?.invoice?.customer_phone ?? piece?.customer_phone;
  return (
    <Screen
      title={life?.product?.name ?? piece?.machine_model ?? w("machine")}
      sub={<Code>{life?.serial ?? params.serial}</Code>}
      pinned={(life || unknown) && <NewPapers code={code} life={life} />}
    >
      {over}
      {unknown ? <Card title={w("unknown_serial")}>{w("unknown_text")}</Card> : instead}
      {life && (
        <>
          <p class="badges">
            <StatusBadge status={life.status} />
          </p>
          {life.status !== "in_stock" && (
            <Card>
              <Verdict warranty={life.warranty} />
              {may("rmas.create") && (
                <SuggestLinks
                  label={w("new_rma_with")}
                  sentences={faults()}
                  to={(fault) => `#/rmas/new?serial=${code}&fault_description=${fault}`}
                />
              )}
            </Card>
          )}
          <Owner life={life} piece={piece} />
          <CallLinks phone={phone} />
          <OpenCases
            cases={life.rmas.filter(isOpen).slice(0, 1).map((rma) => ({
              ...rma,
              customer_name: piece?.customer_name ?? undefined,
              customer_phone: phone,
              machine_model: life.product?.name,
              machine_serial_number: life.serial,
            }))}
          />
          <Repairs
            title={t("rmas")}
            screen="/rmas"
            papers={life.rmas.map((rma) => ({ ...rma, about: rma.fault_description }))}
          />
          <Repairs
            title={t("tickets")}
            screen="/service-tickets"
            papers={life.tickets.map((one) => ({ ...one, about: one.problem_description }))}
          />
          <Parts life={life} />
          <ButtonLink href={`#/products/labels?serials=${code}%0A`} icon="paper">
            {w("label")}
          </ButtonLink>
          <Events life={life} />
        </>
      )}
    </Screen>
  );
}

function NewPapers({ code, life }: { code: string; life?: Life }) {
  const link = (to: string, label: string, look: "main" | "plain") => (
    <ButtonLink href={`#/${to}/new?serial=${code}`} icon="plus" look={look}>{label}</ButtonLink>
  );
  const sells = life?.status === "in_stock" && may("invoices.write");
  return (
    <div class="reach">
      {sells && link("invoices", w("invoice"), "main")}
      {may("rmas.create") && link("rmas", w("rma"), sells ? "plain" : "main")}
      {!sells && may("tickets.create") && link("service-tickets", w("ticket"), "plain")}
    </div>
  );
}

function Owner({ life, piece }: { life: Life; piece?: Scan["serial"] }) {
  const { invoice, shipment, receipt, replaces, replaced_by } = life;
  const customer = invoice ?? piece;
  const cost = shipment?.landed_unit_cost ?? invoice?.cost;
  return (
    <Card>
      <Facts
        rows={[
          [
            w("customer"),
            customer?.customer_name &&
            (customer.customer_id
              ? go(`customers/${customer.customer_id}`, customer.customer_name)
              : customer.customer_name),
          ],
          [
            w("sale"),
            invoice && go(
              `invoices/${invoice.id}`,
              `${invoice.reference_no}, ${date(invoice.invoice_date)}`,
            ),
          ],
          [w("supplier"), shipment?.supplier_name ?? piece?.supplier_name],
          [w("shipment"), shipment && go(`shipments/${shipment.id}`, shipment.reference_no)],
          [
            w("came_in"),
            receipt && [date(receipt.received_date), receipt.bin_location].filter(Boolean)
              .join(", "),
          ],
          [w("price"), invoice && money(invoice.net_price)],
          [w("landed_cost"), isKnown(cost) && money(cost)],
          [w("margin"), isKnown(invoice?.margin) && money(invoice.margin)],
          [w("replaces"), serialLink(replaces?.serial)],
          [w("replaced_by"), serialLink(replaced_by?.serial)],
        ]}
      />
    </Card>
  );
}

const isKnown = (amount?: number | null): amount is number => typeof amount === "number";

function go(path: string, text: ComponentChildren) {
  return <a class="link" href={`#/${path}`}>{text}</a>;
}
