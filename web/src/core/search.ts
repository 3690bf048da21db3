import { db } from "./db.ts";
import { latinDigits } from "./numbers.ts";

/** Text as it is compared: upper case, Latin digits, nothing that stands between letters of a code. */
export function normalised(text: string): string {
  return latinDigits(text).toUpperCase().replace(/[\s\-./()+_]/g, "");
}

/** A phone number as its last ten digits; undefined when the text is none. */
export function phoneDigits(text: string): string | undefined {
  if (!/^[\d০-৯+\s().\/-]+$/.test(text.trim())) return undefined;
  const digits = latinDigits(text).replace(/\D/g, "");
  return digits.length >= 7 ? digits.slice(-10) : undefined;
}

export interface LocalHit {
  path: string;
  id: number;
  title: string;
  reference_no: string;
  status: string | null;
  exact: boolean;
}

type Row = Record<string, unknown> & { id?: number };

/** Whether a record holds what is asked, in any field that is text. */
export function holds(row: Row, asked: string): "exact" | "part" | undefined {
  const wanted = normalised(asked);
  const phone = phoneDigits(asked);
  let part = false;
  for (const value of Object.values(row)) {
    if (typeof value !== "string") continue;
    const there = normalised(value);
    if (there === wanted || phone && phoneDigits(value) === phone) return "exact";
    part ||= there.includes(wanted);
  }
  return part ? "part" : undefined;
}

/** Searches what this phone has read before; exact hits first. */
export async function searchHere(asked: string, most = 30): Promise<LocalHit[]> {
  if (normalised(asked).length < 2) return [];
  const found = new Map<string, LocalHit>();
  const reads = await (await db()).getAll("reads");
  for (const { path, data } of reads) {
    const list = path.split("?")[0].replace(/^\/(import-logistics|sync)(?=\/)/, "");
    if (!/^\/[a-z-]+$/.test(list) || !Array.isArray(data)) continue;
    for (const row of data as Row[]) {
      const how = typeof row.id === "number" ? holds(row, asked) : undefined;
      if (!how) continue;
      found.set(`${list}/${row.id}`, {
        path: `${list}/${row.id}`,
        id: row.id!,
        title: String(row.name ?? row.title ?? row.reference_no ?? row.id),
        reference_no: String(row.reference_no ?? ""),
        status: typeof row.status === "string" ? row.status : null,
        exact: how === "exact",
      });
    }
  }
  return [...found.values()].sort((a, b) => Number(b.exact) - Number(a.exact)).slice(0, most);
}
