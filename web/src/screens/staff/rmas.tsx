import type { Rma } from "../../core/answers.ts";
import { Code, date, number, t } from "../../kit/mod.ts";
import {
  detailScreen,
  listScreen,
  Papers,
  photosOf,
  StatusBadge,
  statusWord,
} from "../../records/mod.ts";
import { choicesOf } from "../trade/next_step.ts";
import { MessageCard, messageOf } from "./rma_message.tsx";
import {
  filters,
  isOpen,
  nameOf,
  RMAS,
  serialOf,
  stepAfter,
  steps,
  stepsLater,
  thingOf,
} from "./rma_words.ts";
import { serialLink, Verdict, w } from "./warranty.tsx";

export { form } from "./rma_form.tsx";

export const list = listScreen<Rma>({
  title: () => t("rmas"),
  path: RMAS,
  screen: "/rmas",
  icon: "repair",
  search: true,
  filters,
  above: () => <a class="link" href="#/rmas/consignments">{w("consignments")}</a>,
  row: (rma) => ({
    title: rma.customer_name,
    lines: [
      <Thing key="thing" rma={rma} />,
      rma.fault_description,
    ],
    badges: <StatusBadge status={rma.status} />,
  }),
  unsentRow: (body) => ({ title: thingOf(body) }),
  add: { label: () => w("new_rma"), to: "/rmas/new", may: "rmas.create" },
  empty: () => w("no_rmas"),
});

/** What the case is about, its number as such. */
function Thing({ rma }: { rma: Rma }) {
  const number = serialOf(rma);
  return <>{nameOf(rma)} {number && <Code>{number}</Code>}</>;
}

/** From here on there may be another piece than the one that came in. */
const replaced = ["replacement_approved", "return_in_transit", "received_back"];

export const detail = detailScreen<Rma>({
  path: RMAS,
  screen: "/rmas",
  title: (rma) => rma.customer_name ?? thingOf(rma),
  begins: { status: steps[0] },
  status: (rma) => rma.status,
  steps: steps.slice(0, -1),
  contact: (rma) => ({
    phone: rma.customer_phone,
    text: rma.id > 0 ? messageOf(rma, "bn") : undefined,
  }),
  sections: [
    {
      when: (rma) => !!rma.warranty && !!serialOf(rma),
      show: (rma) => <Verdict warranty={rma.warranty} />,
    },
    {
      rows: (rma) => [
        [w("fault"), rma.fault_description],
        [w("machine"), rma.machine_model],
        [
          w("machine_serial"),
          serialLink(rma.machine_serial_number),
        ],
        [w("board"), rma.board_type],
        [
          w("board_serial"),
          serialLink(rma.board_serial_number),
        ],
        [
          w("replacement"),
          serialLink(rma.replacement_serial_number),
        ],
        [w("supplier"), rma.supplier_name],
        [w("phone"), rma.customer_phone && <Code key="code">{rma.customer_phone}</Code>],
        [w("since"), rma.created_at && date(rma.created_at)],
        [
          w("at_supplier"),
          !!rma.days_at_supplier && w("days", { n: number(rma.days_at_supplier) }),
        ],
        [
          w("ticket"),
          rma.service_ticket_id && (
            <a class="link" href={`#/service-tickets/${rma.service_ticket_id}`}>{w("open_it")}</a>
          ),
        ],
      ],
    },
    // its number comes from the server
    { when: (rma) => rma.id > 0, show: (rma) => <MessageCard rma={rma} />, bare: true },
    photosOf("rma"),
    {
      title: () => w("earlier_cases"),
      when: (rma) => !!rma.earlier_cases?.length,
      show: (rma) => (
        <Papers
          screen="/rmas"
          papers={rma.earlier_cases!.map((one) => ({
            ...one,
            about: one.fault_description,
            on: one.created_at,
          }))}
        />
      ),
    },
  ],
  actions: [{
    label: ({ status }) => w("next_step", { step: statusWord(stepAfter(status)!) }),
    look: "main",
    icon: "next",
    may: "rmas.status",
    when: (rma) => isOpen(rma) && stepAfter(rma.status) !== undefined,
    ask: (rma) => [
      {
        name: "replacement_serial_number",
        label: () => w("replacement"),
        hint: () => w("replacement_hint"),
        when: ({ status }) =>
          !rma.replacement_serial_number &&
          replaced.includes(status || stepAfter(rma.status)!),
      },
      {
        name: "note",
        label: () => w("note"),
        type: "suggest",
        sentences: () => [w("note_checked"), w("note_customer_told"), w("note_courier")],
      },
      {
        name: "status",
        label: () => w("other_step"),
        type: "select",
        choices: () => choicesOf(stepsLater(rma.status)),
      },
    ],
    write: (rma, { status = stepAfter(rma.status), ...told }) => ({
      method: "PATCH",
      path: `${RMAS}/${rma.id}/status`,
      body: { status, ...told, expected_status: rma.status },
      title: w("name_move", { number: rma.reference_no, step: statusWord(String(status)) }),
    }),
  }],
});
