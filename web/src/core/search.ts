import type { Synced } from "./answers.ts";
import { db } from "./db.ts";
import { latinDigits } from "./numbers.ts";
import { lastReadAt } from "./reads.ts";

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

type Row = Partial<Synced>;

/** A record as it is searched: every text of it between line ends, and its phone numbers. */
interface Entry extends Omit<LocalHit, "exact"> {
  texts: string;
  phones: string[];
}

// made of all that is kept, which takes a slow phone a while: kept until something is read anew
let index: { at: number; entries: Entry[] } | undefined;

async function entries(): Promise<Entry[]> {
  const at = lastReadAt.value;
  if (index?.at === at) return index.entries;
  const made = new Map<string, Entry>();
  for (const { path, data } of await (await db()).getAll("reads")) {
    const list = path.split("?")[0].replace(/^\/(import-logistics|sync)(?=\/)/, "");
    if (!/^\/[a-z-]+$/.test(list) || !Array.isArray(data)) continue;
    for (const row of data as Row[]) {
      if (typeof row.id === "number") made.set(`${list}/${row.id}`, entryOf(list, row));
    }
  }
  index = { at, entries: [...made.values()] };
  return index.entries;
}

function entryOf(list: string, row: Row): Entry {
  const texts = Object.values(row).filter((value) => typeof value === "string");
  return {
    path: `${list}/${row.id}`,
    id: row.id!,
    title: String(row.name ?? row.title ?? row.reference_no ?? row.id),
    reference_no: String(row.reference_no ?? ""),
    status: typeof row.status === "string" ? row.status : null,
    texts: `\n${texts.map(normalised).join("\n")}\n`,
    phones: texts.flatMap((text) => phoneDigits(text) ?? []),
  };
}

/** Searches what this phone has read before; exact hits first. */
export async function searchHere(asked: string, most = 30): Promise<LocalHit[]> {
  const wanted = normalised(asked);
  const start = performance.now();
  // also where nothing is asked yet: the next question is answered sooner
  const all = await entries();
  if (wanted.length < 2) return [];
  const phone = phoneDigits(asked);
  const whole = `\n${wanted}\n`;
  const exact = ({ texts, phones }: Entry) =>
    texts.includes(whole) || phone !== undefined && phones.includes(phone);
  const hits = all
    .filter((entry) => entry.texts.includes(wanted) || phone !== undefined && exact(entry))
    .map((entry) => ({ ...entry, exact: exact(entry) }))
    .sort((a, b) => Number(b.exact) - Number(a.exact));
  performance.measure("search here", { start });
  return hits.slice(0, most);
}
