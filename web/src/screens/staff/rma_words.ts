import {
  ended,
  rmaStatuses,
  rmaStretches,
  unsettled,
} from "../../../../domain/warranty/rma_words.ts";
import type { Rma } from "../../core/answers.ts";
import { statusWord } from "../../records/mod.ts";
import { w } from "./warranty.tsx";

export const RMAS = "/import-logistics/rmas";

/** Step by step, in the order of the API. */
export const steps = rmaStatuses;

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
  steps.slice(0, -1)[steps.indexOf(status as typeof steps[number]) + 1] as string | undefined;

export const stepsLater = (status: string) =>
  steps.slice(steps.indexOf(status as typeof steps[number]) + 2);

type About = Partial<Rma>;
export const nameOf = (rma: About) =>
  rma.board_type ?? (rma.board_serial_number ? w("board") : rma.machine_model ?? w("machine"));
export const serialOf = (rma: About) => rma.board_serial_number ?? rma.machine_serial_number;

/** What the case is about, in a line. */
export const thingOf = (rma: About) => [nameOf(rma), serialOf(rma)].filter(Boolean).join(" · ");
