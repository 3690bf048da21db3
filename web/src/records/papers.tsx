import {
  Badge,
  Code,
  type ComponentChildren,
  date,
  hrefOf,
  List,
  number,
  Row,
} from "../kit/mod.ts";
import { statusTone, statusWord } from "./statuses.ts";

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{statusWord(status)}</Badge>;
}

/** "2 pcs"; units have words too, as statuses have. */
export const quantityOf = (quantity: number | string, unit?: string | null) =>
  [number(quantity), unit && statusWord(unit)].filter(Boolean).join(" ");

/** One of the records that belong to another. */
export interface Paper {
  id: number;
  reference_no?: string;
  status?: string;
  /** what it is about; without it, its number */
  about?: ComponentChildren;
  /** its day */
  on?: string;
  more?: ComponentChildren;
  side?: ComponentChildren;
}

/** Each of them a way to its own screen, such as /rmas/7. */
export function Papers({ screen, papers }: { screen: string; papers: readonly Paper[] }) {
  return (
    <List>
      {papers.map(({ id, reference_no, status, about, on, more, side }) => (
        <Row
          key={id}
          href={`#${screen}/${id}`}
          title={about ?? <Code>{reference_no}</Code>}
          lines={[[about && reference_no, on && date(on)].filter(Boolean).join(" · "), more]}
          badges={status && <StatusBadge status={status} />}
          side={side}
        />
      ))}
    </List>
  );
}

/** The screens of the documents that the journal names. */
const screens: Record<string, string> = {
  invoice: "/invoices",
  payment: "/payments",
  receipt: "/receipts",
  shipment: "/shipments",
  discrepancy: "/discrepancies",
  lc_tt: "/lc-tt",
  ticket: "/service-tickets",
  rma: "/rmas",
  customer: "/customers",
  credit_note: "/credit-notes",
  expense: "/expenses",
  transfer: "/accounts/transfers",
};

/** Where the document behind an entry of the journal is shown. */
export const paperOf = (type: string, id: number | null): string | undefined =>
  id && screens[type] ? hrefOf(`${screens[type]}/${id}`) : undefined;
