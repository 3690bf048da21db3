import {
  ended,
  rmaStatuses,
  rmaStretches,
  unsettled,
} from "../../../../domain/warranty/rma_words.ts";
import { statusWord } from "../../records/mod.ts";
import type { Case } from "./rma_message.tsx";
import { w, type Warranty } from "./warranty.tsx";

export const RMAS = "/import-logistics/rmas";

/** Step by step, in the order of the API. */
export const steps = rmaStatuses;

export interface Rma extends Case {
  id: number;
  customer_id: number | null;
  supplier_name: string | null;
  fault_description: string;
  replacement_serial_number: string | null;
  quantity: number | string;
  created_at: string;
  service_ticket_id: number | null;
  days_at_supplier?: number | null;
  turnaround_days?: number;
  warranty?: Warranty;
  earlier_cases?: {
    id: number;
    reference_no: string;
    status: string;
    fault_description: string;
    created_at: string;
  }[];
}

const part = (status: string) => ({ label: () => statusWord(status), query: `status=${status}` });
const group = (name: keyof typeof rmaStretches) => ({
  label: () => w(name),
  query: `status=${rmaStretches[name]}`,
  parts: rmaStretches[name].map(part),
});

export const filters = [
  { label: () => w("open"), query: `status=${unsettled}` },
  { label: () => w("mine"), query: `created_by=me&status=${unsettled}` },
  group("with_us"),
  group("at_supplier"),
  group("coming_back"),
  group("done"),
];

export const isOpen = ({ status }: { status: string }) => !ended.includes(status);

/** The step after; a delivered case is closed, and nothing is cancelled by going on. */
export const stepAfter = (status: string) =>
  steps.slice(0, 12)[steps.indexOf(status as typeof steps[number]) + 1] as string | undefined;

export const stepsLater = (status: string) =>
  steps.slice(steps.indexOf(status as typeof steps[number]) + 2);

type About = Partial<Case>;
export const nameOf = (rma: About) =>
  rma.board_type ?? (rma.board_serial_number ? w("board") : rma.machine_model ?? w("machine"));
export const serialOf = (rma: About) => rma.board_serial_number ?? rma.machine_serial_number;

/** What the case is about, in a line. */
export const thingOf = (rma: About) => [nameOf(rma), serialOf(rma)].filter(Boolean).join(" · ");
