import sql, { empty, join, raw } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { count, flag, id, text, word } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { containerNumberFault } from "../imports/container_number.ts";
import { wordList } from "../records/paging.ts";
import { findAlike, findInLetters, type Found } from "./search_finds.ts";
import { type SearchKind, searchKinds, type Source, sources } from "./search_sources.ts";
import { isSearchable, readSearch } from "./search_words.ts";

export const searchQuery = z.object({
  q: field.text(200).refine(isSearchable, "must have at least 2 letters or digits")
    .describe("What is looked for, however it is typed."),
  limit: field.count(1, 200).default(50).describe("How many hits at most."),
  kind: wordList(searchKinds, "Hits of these kinds."),
});

const fields = {
  kind: word(searchKinds, "What kind of record it is.", { example: "shipment" }),
  id: id("The record's id.", { example: 12 }),
  reference_no: text("The number people know it by.", { example: "SHP-2026-000012" }),
  title: text("One line for people.", { example: "SHP-2026-000012 – Hansol" }),
  status: text("How far it is, where it has a status.", { example: "in_transit", nullable: true }),
  matched: text("The field it was found in.", { example: "tracking_number" }),
  matched_value: text("What stands there.", { example: "MSKU9070323" }),
  rank: count(
    "How well it fits: 1 serial, 2 tracking, 3 phone, 4 document number, 5 SKU exactly; 6 prefix, " +
      "7 substring, 8 similar.",
    { example: 2 },
  ),
} as const;

export const searchHit = record("SearchHit", "x", fields);
export type SearchHit = z.output<typeof searchHit.schema>;

/** A hit of a scan, with the way to it. */
export const scanMatch = record("ScanMatch", "x", {
  ...fields,
  exact: flag("Whether the code is what was found, not only a part of it.", { example: true }),
  path: text("Where the pages show it.", { example: "/shipments/12" }),
});

/** What `meta` says of a search. */
export const searchMeta = {
  kinds: z.record(z.string(), z.int()).describe("How many of the hits are of each kind."),
  hint: z.string().optional().describe("What may be wrong with what was asked."),
};

export interface SearchAnswer {
  data: SearchHit[];
  meta: {
    limit: number;
    /** how many of the hits are of each kind */
    kinds: Partial<Record<SearchKind, number>>;
    /** what may be wrong with what was asked */
    hint?: string;
  };
}

/**
 * One box over everything: serials, tracking and container numbers, phones however they are typed,
 * document numbers, SKUs and names, best first. Only kinds and records that the actor may read; what
 * is merely similar only when nothing else is found. Two statements; three of a
 * word that very many records have, or of one that none has.
 * Source: docs/overview.md, "Search".
 *
 * @throws Refusal `forbidden`
 */
export async function search(
  db: Db,
  actor: Actor,
  { q, limit, kind: only }: z.output<typeof searchQuery>,
): Promise<SearchAnswer> {
  allow(actor, "overview.read");
  const asked = readSearch(q);
  const kinds = searchKinds.filter((kind) =>
    may(actor, sources[kind].may) && (only === undefined || only.includes(kind))
  );
  const found = await findInLetters(db, actor, kinds, asked, limit);
  const best = found.length > 0 ? found : await findAlike(db, actor, kinds, asked, limit);
  const hits = await withTitles(db, actor, best.slice(0, limit));
  const hint = containerNumberFault(asked.code);
  return { data: hits, meta: { limit, kinds: countKinds(hits), ...hint && { hint } } };
}

/**
 * What the lists show of the records that are shown.
 * @param unsought the records were not looked for within the actor's reach yet
 */
export async function withTitles(
  db: Db,
  actor: Actor,
  found: Found[],
  unsought = false,
): Promise<SearchHit[]> {
  if (found.length === 0) return [];
  const byKind = Map.groupBy(found, ({ kind }) => kind);
  const parts = [...byKind].map(([kind, hits]) => {
    const { reach, table, shown }: Source = sources[kind];
    const { columns, from, id } = shown(actor);
    const within = unsought && reach
      ? sql`and ${id} in (select t.id from ${raw(table)} t where ${reach(actor)})`
      : empty;
    return sql`
      select ${kind}::text as kind, x.id, x.reference_no, x.title, x.status
      from (select ${columns} from ${from}
        where ${id} = any(${hits.map((hit) => hit.id)}::bigint[]) ${within}) x`;
  });
  const rows = await db.query<
    Pick<SearchHit, "kind" | "id" | "reference_no" | "title" | "status">[]
  >(
    join(parts, " union all "),
  );
  const shown = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return found.flatMap(({ kind, id, matched, matched_value, rank }) => {
    const row = shown.get(`${kind} ${id}`);
    return row ? [{ ...row, matched, matched_value, rank }] : [];
  });
}

function countKinds(hits: SearchHit[]): SearchAnswer["meta"]["kinds"] {
  const counts: SearchAnswer["meta"]["kinds"] = {};
  for (const { kind } of hits) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
