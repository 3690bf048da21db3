/** What the pages' addresses call the kinds: `#/tickets/12`. Source: docs/phones.md, "Addresses". */
const words = {
  rma: "rmas",
  service_ticket: "tickets",
  shipment: "shipments",
  customer: "customers",
  product: "products",
  invoice: "invoices",
  payment: "payments",
  supplier: "suppliers",
  issued_cheque: "supplier-cheques",
  lc_tt: "lc-tt",
  receipt: "receipts",
  discrepancy: "claims",
  task: "tasks",
  user: "users",
};

/** What has an address by its id; a serial's is by itself, `serialPath`. */
export type RecordKind = keyof typeof words;

const kinds = new Map([
  ...Object.entries(words).map(([kind, word]) => [word, kind as RecordKind] as const),
  ["service-tickets", "service_ticket" as const],
  ["discrepancies", "discrepancy" as const],
]);

/** Where the pages show a record: `#/shipments/12`. */
export function pagePath(kind: RecordKind, id: number): string {
  return `#/${words[kind]}/${id}`;
}

/** Where the pages show the life of a machine or board. */
export function serialPath(serial: string): string {
  return `#/serials/${encodeURIComponent(serial)}`;
}

/** What a link of ours means, as printed on labels and sent in messages. */
export type Link = { code: string } | { kind: RecordKind; id: number };

/**
 * Reads a link of ours, whole or from its `#` on: `https://…/mobile#/shipments/12`, `#s=CODE`.
 * Undefined for anything else.
 */
export function readLink(text: string): Link | undefined {
  const hash = text.indexOf("#");
  if (hash < 0 || !/^(https?:\/\/[^#]*|\/?(admin-)?mobile\/?)?$/i.test(text.slice(0, hash))) {
    return undefined;
  }
  const route = text.slice(hash + 1);
  const coded = /^(?:s=|\/serials\/|\/scan\?code=)(.+)$/s.exec(route)?.[1];
  if (coded !== undefined) return { code: decoded(coded).trim() };
  const [, word, id] = /^\/([a-z-]+)\/([1-9]\d{0,15})(?:[/?].*)?$/.exec(route) ?? [];
  const kind = word === undefined ? undefined : kinds.get(word);
  return kind && Number.isSafeInteger(Number(id)) ? { kind, id: Number(id) } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
