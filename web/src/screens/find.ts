import { ApiError, call, hrefOf, NoAnswer, searchHere, words } from "../kit.ts";
import { en } from "../strings/find.en.ts";

export const f = words(en, () => import("../strings/find.bn.ts"));

/** A hit of GET /search. */
export interface Hit {
  kind: string;
  id: number;
  reference_no: string;
  title: string;
  status: string | null;
  matched_value: string;
  rank: number;
}

/** Where each kind is shown; a kind without a screen on this page is listed but opens nothing. */
const screens: Record<string, string> = {
  customer: "/customers",
  product: "/products",
  shipment: "/shipments",
  receipt: "/receipts",
  discrepancy: "/discrepancies",
  rma: "/rmas",
  service_ticket: "/service-tickets",
  task: "/tasks",
  invoice: "/invoices",
  payment: "/payments",
  supplier: "/suppliers",
  lc_tt: "/lc-tt",
  machine: "/machines",
};

export function hitHref(kind: string, id: number | string): string | undefined {
  return screens[kind] && hrefOf(`${screens[kind]}/${id}`);
}

export function kindWord(kind: string): string {
  return kind in en ? f(kind as keyof typeof en) : kind.replaceAll("_", " ");
}

export interface Finding {
  hits: {
    key: string;
    kind?: string;
    href?: string;
    title: string;
    note: string;
    status: string | null;
  }[];
  hint?: string;
  /** the server was not reached */
  hereOnly: boolean;
}

/** Asks the server; without it, what this phone has read before. */
export async function find(asked: string): Promise<Finding> {
  try {
    const { data, meta } = await call<Hit[]>(`/search?limit=50&q=${encodeURIComponent(asked)}`);
    return {
      hereOnly: false,
      hint: meta?.hint as string | undefined,
      hits: data.map((hit) => ({
        key: `${hit.kind}/${hit.id}`,
        kind: hit.kind,
        href: hitHref(hit.kind, hit.id),
        title: hit.title,
        note: hit.matched_value === hit.title
          ? hit.reference_no
          : `${hit.reference_no} · ${hit.matched_value}`,
        status: hit.status,
      })),
    };
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 422) {
      return { hits: [], hereOnly: false };
    }
    if (!(error instanceof NoAnswer) && !(error instanceof ApiError)) throw error;
    const local = await searchHere(asked);
    return {
      hereOnly: true,
      hits: local.map((hit) => ({
        key: hit.path,
        href: hrefOf(hit.path),
        title: hit.title,
        note: hit.reference_no,
        status: hit.status,
      })),
    };
  }
}
