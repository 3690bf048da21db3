import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { PLANNED_ANEW } from "../db/statements.ts";
import { type SearchKind, type Source, sources } from "./search_sources.ts";
import {
  type Asked,
  bestMatch,
  closerFirst,
  type FieldKind,
  type Match,
  mostSimilar,
  patternsOf,
  wordsToCompare,
} from "./search_words.ts";

/** A way to look through a table: which rows, how many of them, and which of those are best. */
interface Look {
  where: Sql;
  first: Sql;
  best?: Sql;
}

export type Found = Match & { kind: SearchKind; id: number };

/**
 * What contains it, newest first; of kinds that have `limit` of those, exact finds and those that begin so
 * by themselves, so that nothing newer crowds them out.
 */
export async function findInLetters(
  db: Db,
  actor: Actor,
  kinds: SearchKind[],
  asked: Asked,
  limit: number,
): Promise<Found[]> {
  const { any, prefix, exact } = patternsOf(asked);
  if (any.length === 0) return [];
  const look = (patterns: string[]): Look => ({
    where: sql`(${join(patterns.map((pattern) => sql`t.search_text like ${pattern}`), " or ")})`,
    first: sql`order by t.id desc limit ${limit}`,
  });
  const rows = await read(db, actor, kinds, [look(any)]);
  const full = kinds.filter((kind) => rows.filter((row) => row.kind === kind).length === limit);
  const closer = await read(db, actor, full, [look(prefix), look(exact)]);
  return ranked(kinds, [...rows, ...closer], (fields, kinds) => bestMatch(asked, fields, kinds));
}

const LIKENESS = "0.4"; // a letter missing from a word of six; PostgreSQL's own 0.5 does not find that
/** How many similar names are compared: it takes long, and of more than these any will do. */
const SIMILAR_COMPARED = 500;

/**
 * Names with a word like each of the longer words that were asked for: misspelt ones are found so.
 */
export async function findAlike(
  db: Db,
  actor: Actor,
  kinds: SearchKind[],
  asked: Asked,
  limit: number,
): Promise<Found[]> {
  const words = wordsToCompare(asked);
  if (words.length === 0) return [];
  const named = kinds.filter((kind) =>
    Object.values<string>(sources[kind].fields).includes("name")
  );
  // a word as a query: PostgreSQL would compare it with a hundred samples of each table for its plan
  const wanted = words.map((word) => sql`(select ${word}::text)`);
  const likeness = words.map((word) => sql`strict_word_similarity(${word}, t.search_text)`);
  const look: Look = {
    // set for this statement only, and before its rows are looked at
    where: sql`(select set_config('pg_trgm.strict_word_similarity_threshold', ${LIKENESS}, true))
      is not null and ${join(wanted.map((word) => sql`${word} <<% t.search_text`), " and ")}`,
    first: sql`limit ${raw(`${SIMILAR_COMPARED}`)}`,
    best: sql`order by ${join(likeness, " + ")} desc, t.id desc limit ${limit}`,
  };
  const rows = await read(db, actor, named, [look], empty);
  return ranked(named, rows, (fields, kinds) => mostSimilar(asked, fields, kinds));
}

interface Row {
  kind: SearchKind;
  id: number;
  /** what stands in each field that is searched, as JSON */
  fields: string;
}

async function read(
  db: Db,
  actor: Actor,
  kinds: SearchKind[],
  looks: Look[],
  planned = sql`where ${PLANNED_ANEW}`,
): Promise<Row[]> {
  const parts = kinds.flatMap((kind) => {
    const { table, fields, reach }: Source = sources[kind];
    const names = Object.keys(fields);
    const pairs = raw(names.map((name) => `'${name}', t.${name}`).join(", "));
    return looks.map(({ where, first, best }) =>
      sql`
      (select ${raw(`'${kind}'`)} as kind, t.id, json_build_object(${pairs})::text as fields
        from (select t.id, t.search_text, ${raw(names.map((name) => `t.${name}`).join(", "))}
          from ${raw(table)} t where ${where} and ${reach ? reach(actor) : sql`true`} ${first}) t
        ${best ?? empty})`
    );
  });
  if (parts.length === 0) return [];
  return await db.query<Row[]>(
    sql`select kind, id, fields from (${join(parts, " union all ")}) found ${planned}`,
  );
}

/** The best match of each row, in the order of an answer. */
function ranked(
  kinds: SearchKind[],
  rows: Row[],
  match: (
    fields: Record<string, string | null>,
    kinds: Record<string, FieldKind>,
  ) => Match | undefined,
): Found[] {
  const found = new Map<string, Found | undefined>();
  for (const { kind, id, fields } of rows) {
    const key = `${kind} ${id}`;
    if (found.has(key)) continue;
    const best = match(JSON.parse(fields), sources[kind].fields);
    found.set(key, best && { kind, id, ...best });
  }
  return inTurns([...found.values()].filter((one) => one !== undefined), kinds);
}

/** Best first; of equally good finds each kind in turn, so that one with many does not hide the rest. */
function inTurns(found: Found[], kinds: SearchKind[]): Found[] {
  const places = new Map<string, number>();
  return found.toSorted((a, b) => closerFirst(a, b) || b.id - a.id)
    .map((hit) => {
      const key = `${hit.kind} ${hit.rank}`;
      const place = places.get(key) ?? 0;
      places.set(key, place + 1);
      return { hit, place, kind: kinds.indexOf(hit.kind) };
    })
    .toSorted((a, b) => a.hit.rank - b.hit.rank || a.place - b.place || a.kind - b.kind)
    .map(({ hit }) => hit);
}
