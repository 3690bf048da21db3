import type { Scan, SearchHit } from "../../core/answers.ts";
import {
  ApiError,
  call,
  hrefOf,
  may,
  NoAnswer,
  normalised,
  readFresh,
  readKept,
  searchHere,
} from "../../kit/mod.ts";

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
  serial: "/serials",
};

function kindOf(path: string): string | undefined {
  const list = path.replace("/import-logistics", "").replace(/\/\d+$/, "");
  return Object.keys(screens).find((kind) => screens[kind] === list);
}

export function hitHref(kind: string, id: number | string): string | undefined {
  return screens[kind] && hrefOf(`${screens[kind]}/${id}`);
}

/** Steps of a shipment at which its goods may stand at the door. */
const ARRIVING = "customs_cleared local_transport warehouse_received qc_pending".split(" ");

/**
 * What a scan opens: for who counts goods, a shipment that may be at the door is opened to be received;
 * else the record's own screen.
 */
export function opens(
  kind: string | undefined,
  id: number | undefined,
  status: string | null | undefined,
): string | undefined {
  if (!kind || id === undefined) return undefined;
  if (kind === "shipment" && may("receipts.create") && status && ARRIVING.includes(status)) {
    const href = hrefOf(`/receive/${id}?scan`);
    if (href) return href;
  }
  return hitHref(kind, id);
}

/** Where a scanned code leads; undefined: it may be several things, which the search shows. */
function scannedHref({ kind, id, path, matches, serial }: Scan): string | undefined {
  if (kind && id !== null) {
    const match = matches.find((one) => one.kind === kind && one.id === id);
    return opens(kind, id, match?.status);
  }
  if (kind !== "serial") return undefined;
  const product = serial?.product_id;
  return hrefOf(path?.slice(1)) ??
    (product
      ? hrefOf(`/products/${product}?serial=${encodeURIComponent(serial.serial_number)}`)
      : undefined);
}

/**
 * What a code opens: at once where this phone knows what it is, else what the server says of it; without
 * that, the only thing here that has it. Undefined: it may be several things, which the search shows.
 */
export async function codeHref(code: string): Promise<string | undefined> {
  const here = await searchHere(code);
  const exact = here.filter((hit) => hit.exact);
  const only = (hits: typeof here) => {
    const [hit] = hits.length === 1 ? hits : [];
    return hit && (opens(kindOf(hit.path), hit.id, hit.status) ?? hrefOf(hit.path));
  };
  // papers about a serial have it too, but it is none of them
  const known = exact.filter(({ path, reference_no }) =>
    /^.(product|shipment)s/.test(path) || normalised(reference_no) === normalised(code)
  );
  if (exact.length === 1 && known.length === 1) return only(known);
  const path = `/scan/${encodeURIComponent(code)}`;
  const kept = (await readKept(path))?.data as Scan | undefined;
  if (kept?.kind === "serial") return scannedHref(kept);
  try {
    return scannedHref((await readFresh(path)).data as Scan);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    if (!(error instanceof NoAnswer)) throw error;
    return only(exact.length ? exact : here);
  }
}

export interface Finding {
  hits: {
    key: string;
    kind?: string;
    id?: number;
    exact?: boolean;
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
    const { data, meta } = await call<SearchHit[]>(
      `/search?limit=50&q=${encodeURIComponent(asked)}`,
    );
    return {
      hereOnly: false,
      hint: meta?.hint as string | undefined,
      hits: data.map((hit) => ({
        key: `${hit.kind}/${hit.id}`,
        kind: hit.kind,
        id: hit.id,
        href: hitHref(
          hit.kind,
          hit.kind === "serial" ? encodeURIComponent(hit.reference_no) : hit.id,
        ),
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
        kind: kindOf(hit.path),
        id: hit.id,
        exact: hit.exact,
        href: hrefOf(hit.path),
        title: hit.title,
        note: hit.reference_no,
        status: hit.status,
      })),
    };
  }
}
