import type { Approval, Debtor, LcTt, Payment, Rent, Supplier } from "../../core/answers.ts";
import {
  addDays,
  date,
  dhakaDate,
  may,
  money,
  number,
  Screen,
  t,
  user,
  useRead,
} from "../../kit/mod.ts";
import { Reminded, type Reminder } from "./reminded.tsx";
import { english, r } from "./reminder_words.ts";

/** How many days before its day something is reminded of. */
const CHEQUE_DAYS = 7;
const LC_DAYS = 14;
const FREE_DAYS = 3;

/** Whom a supplier's type calls an agent who clears goods at the port. */
const AGENT = /c\s*(&|and|n|-)?\s*f\b|clearing|agent|সিএ|এজেন্ট/i;

/** What is due to be said, to whom, and in which words: one tap opens WhatsApp with them. */
export function Reminders() {
  return (
    <Screen title={t("reminders")}>
      <p class="muted">{r("text")}</p>
      {may("payments.read") && <Cheques />}
      {may("invoices.read") && <Overdue />}
      {may("costs.read") && <Lcs />}
      {may("costs.read") && <FreeDays />}
      {may("users.read") && <Decisions />}
    </Screen>
  );
}

function Cheques() {
  const until = addDays(dhakaDate(), CHEQUE_DAYS);
  const read = useRead<Payment[]>(
    `/payments?cheque_due_by=${until}&sort=cheque_date&limit=100`,
  ).value;
  return (
    <Reminded<Payment>
      title={r("cheques")}
      read={read}
      of={({ id, customer_id, customer_name, cheque_number, cheque_date, amount }): Reminder => ({
        id: `payments/${id}`,
        href: `#/payments/${id}`,
        title: customer_name ?? "",
        lines: [`${cheque_number ?? ""} · ${date(cheque_date!)}`],
        side: money(amount),
        to: `/customers/${customer_id}`,
        message: r("cheque_text", {
          name: customer_name ?? "",
          no: cheque_number ?? "",
          date: date(cheque_date!),
          amount: money(amount),
        }),
      })}
    />
  );
}

/** What is past its day; what is not due yet is no matter of a reminder. */
const late = ({ d0_30, d31_60, d61_90, d90_plus }: Debtor) => d0_30 + d31_60 + d61_90 + d90_plus;

function Overdue() {
  const read = useRead<Debtor[]>("/reports/customer-ageing?sort=-balance&limit=50").value;
  return (
    <Reminded<Debtor>
      title={r("overdue")}
      read={read}
      when={(one) => late(one) > 0}
      of={(one) => ({
        id: `customers/${one.id}`,
        href: `#/customers/${one.id}`,
        title: one.title,
        lines: [],
        side: money(late(one)),
        phone: one.phone,
        message: r("overdue_text", { name: one.title, amount: money(late(one)) }),
      })}
    />
  );
}

function Lcs() {
  const read = useRead<LcTt[]>(
    `/lc-tt?expiring_within=${LC_DAYS}&sort=expiry_date&limit=100`,
  ).value;
  return (
    <Reminded<LcTt>
      title={r("lcs")}
      read={read}
      of={({ id, reference_no, reference_number, supplier_id, supplier_name, ...lc }) => ({
        id: `lc-tt/${id}`,
        href: `#/lc-tt/${id}`,
        title: reference_number ?? reference_no,
        lines: [supplier_name, r("expires", { date: date(lc.expiry_date!) })],
        side: money(lc.amount, lc.currency),
        to: `/suppliers/${supplier_id}`,
        // whoever exports to us reads English
        message: english("lc_text", {
          name: supplier_name ?? "",
          no: reference_number ?? reference_no,
          date: lc.expiry_date!,
          amount: `${lc.currency} ${lc.amount}`,
        }),
      })}
    />
  );
}

function FreeDays() {
  const read = useRead<Rent[]>("/import-logistics/demurrage").value;
  const suppliers = useRead<Supplier[]>("/suppliers?active=true&limit=200").value;
  const agent = suppliers.data?.find(({ supplier_type }) => AGENT.test(supplier_type ?? ""));
  return (
    <Reminded<Rent>
      title={r("free_days")}
      read={read}
      when={({ free_days_left, gate_out_on }) =>
        gate_out_on === null && free_days_left !== null && free_days_left <= FREE_DAYS}
      of={({ id, container_number, shipment_id, shipment_reference_no, ...rent }) => {
        const [left, over] = [rent.free_days_left ?? 0, rent.days_over ?? 0];
        const last = date(addDays(dhakaDate(), left));
        return {
          id: `containers/${id}`,
          href: `#/shipments/${shipment_id}`,
          title: container_number,
          lines: [
            shipment_reference_no,
            over > 0 ? r("days_over", { n: number(over) }) : r("days_left", { n: number(left) }),
          ],
          phone: agent && (agent.whatsapp ?? agent.phone),
          whom: agent?.name,
          message: over > 0
            ? r("over_text", { no: container_number, n: number(over) })
            : r("free_text", { no: container_number, date: last }),
        };
      }}
    />
  );
}

function Decisions() {
  const read = useRead<Approval[]>("/approvals?limit=50").value;
  return (
    <Reminded<Approval>
      title={r("decisions")}
      read={read}
      when={({ created_by }) => created_by !== null && created_by !== user.value?.id}
      of={({ kind, id, reference_no, title, created_by, created_by_name, ...one }) => ({
        id: `${kind}/${id}`,
        href: "#/approve",
        title,
        lines: [r("made_by", { name: created_by_name ?? "" })],
        to: `/users/${created_by}`,
        message: r("decision_text", {
          name: created_by_name ?? "",
          no: reference_no,
          date: date(one.waiting_since.slice(0, 10)),
        }),
      })}
    />
  );
}
