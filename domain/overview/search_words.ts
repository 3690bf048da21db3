import { latinDigits, phoneDigits, phoneSearch } from "../records/phone_number.ts";

/**
 * How what is asked is compared with what is there. migrations/0012_search.sql keeps records in the
 * same form, so both change together. Source: docs/overview.md, "Search".
 */

/** What a field holds. Codes are compared without what people put between their letters. */
export type FieldKind = "serial" | "tracking" | "phone" | "document" | "sku" | "name";

/**
 * Ranks of finds, 1 is the best: exact ones by the kind of field; then 6 begins so, 7 contains it,
 * 8 is similar.
 */
export const exactRanks = { serial: 1, tracking: 2, phone: 3, document: 4, sku: 5, name: 6 };
const PREFIX = 6;
const SUBSTRING = 7;
export const SIMILAR = 8;

const SHORTEST_PHONE_DIGITS = 3;

/** A search as it is compared: as words, as a code, and as the inner digits of a phone number. */
export interface Asked {
  text: string;
  code: string;
  phone?: string;
  /** what a field of each kind may have in it */
  sought: Record<FieldKind, string[]>;
}

export function readSearch(q: string): Asked {
  const text = wordsOf(q.replace(/[\s|]+/g, " ").trim());
  const code = codeOf(text);
  const digits = phoneSearch(q);
  const phone = digits && digits.length >= SHORTEST_PHONE_DIGITS ? digits : undefined;
  const [codes, phones] = [code, phone].map((one) => one ? [one] : []);
  // as it was asked for; a code such as that of a model, also without what stands between its letters
  const name = [...text ? [text] : [], .../\d/.test(code) ? codes : []];
  const sought = {
    serial: codes,
    tracking: codes,
    document: codes,
    sku: codes,
    phone: phones,
    name,
  };
  return { text, code, phone, sought };
}

/** Whether there is enough in it to look for: two letters or digits. */
export function isSearchable(q: string): boolean {
  return (q.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0) >= 2;
}

function wordsOf(text: string): string {
  return latinDigits(text).toUpperCase();
}

function codeOf(text: string): string {
  return wordsOf(text).replace(/[ \-./_]/g, "");
}

/**
 * LIKE patterns of each closeness, for a text of such fields whose parts stand between bars; `any` finds what one
 * of the others does.
 */
export function patternsOf(asked: Asked, kinds: FieldKind[]) {
  const escaped = (parts: (string | undefined)[]) =>
    [...new Set(parts)].filter((part) => part !== undefined && part.length >= 2)
      .map((part) => part!.replace(/[\\%_]/g, "\\$&"));
  const names = kinds.includes("name") ? asked.sought.name : [];
  const words = escaped(names);
  const parts = escaped([...names, asked.code, kinds.includes("phone") ? asked.phone : undefined]);
  const beginning = (part: string) => [
    `%|${part}%`,
    ...words.includes(part) ? [`% ${part}%`] : [],
  ];
  return {
    // without three letters in a row there is nothing in the index to look up
    any: widest(
      parts.flatMap((part) => /[\p{L}\p{M}\p{N}]{3}/u.test(part) ? [`%${part}%`] : beginning(part)),
    ),
    prefix: parts.flatMap(beginning),
    exact: parts.map((part) => `%|${part}|%`),
  };
}

/** What has `INV-` in it has `INV` too, and a phone number its last digits. */
const widest = (patterns: string[]) =>
  patterns.filter((one) =>
    !patterns.some((other) => other !== one && one.includes(other.slice(1, -1)))
  );

const WORDS_COMPARED = 5;

/**
 * The words of a name that may be misspelt: the longer ones where there are any. Codes and numbers are
 * not compared: each of them is like its neighbours.
 */
export function wordsToCompare({ text }: Asked): string[] {
  const words = text.split(" ").filter((word) => /[\p{L}\p{M}]{3}/u.test(word) && !/\d/.test(word));
  const long = words.filter((word) => word.length >= 5);
  return (long.length > 0 ? long : words).slice(0, WORDS_COMPARED);
}

export interface Match {
  /** the field's name */
  matched: string;
  /** what stands in the field */
  matched_value: string;
  rank: number;
  /** letters that the field has beyond what was asked */
  excess: number;
}

/** A field that a record is found by: its name, of what kind it is, and what stands in it. */
export type Field = [name: string, kind: FieldKind, value: string | null];

/** Where a record was found best, of its fields; undefined when in none. */
export function bestMatch(asked: Asked, fields: Field[]): Match | undefined {
  let best: Match | undefined;
  for (const [matched, kind, value] of fields) {
    const found = value ? compare(asked, kind, value) : undefined;
    if (!found) continue;
    const match = { matched, matched_value: value!, ...found };
    if (!best || closerFirst(match, best) < 0) best = match;
  }
  return best;
}

/** As the patterns of `patternsOf` say it: 2 exact, 1 begins so, 0 contains it, -1 is nothing of the kind. */
export function closenessOf(match: Match | undefined): number {
  if (!match) return -1;
  return match.excess === 0 ? 2 : match.rank === SUBSTRING ? 0 : 1;
}

export function closerFirst(a: Match, b: Match): number {
  return a.rank - b.rank || a.excess - b.excess;
}

function compare(asked: Asked, kind: FieldKind, value: string) {
  const there = kind === "phone"
    ? phoneDigits(value)
    : kind === "name"
    ? wordsOf(value)
    : codeOf(value);
  const wanted = there && asked.sought[kind].find((one) => there.includes(one));
  if (!wanted) return undefined;
  const excess = there.length - wanted.length;
  if (excess === 0) return { rank: exactRanks[kind], excess };
  const begins = there.startsWith(wanted) || kind === "name" && there.includes(` ${wanted}`);
  return { rank: begins ? PREFIX : SUBSTRING, excess };
}

/** The name most like what was asked, where nothing is found in so many letters. */
export function mostSimilar(asked: Asked, fields: Field[]): Match | undefined {
  const wanted = threes(asked.text);
  const matches = fields.flatMap(([matched, kind, value]) => {
    if (kind !== "name" || value === null) return [];
    const missing = wanted.size - threes(wordsOf(value)).intersection(wanted).size;
    return [{ matched, matched_value: value, rank: SIMILAR, excess: missing }];
  });
  return matches.toSorted(closerFirst)[0];
}

function threes(text: string): Set<string> {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)));
}
