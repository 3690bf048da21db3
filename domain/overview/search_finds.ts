import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { type SearchKind, type Source, sources } from "./search_sources.ts";
import {
  type Asked,
  bestMatch,
  closerFirst,
  type FieldKind,
  type Match,
  mostSimilar,
  patternsOf,
  SUBSTRING,
  wordsToCompare,
} from "./search_words.ts";

export type Found = Match & { kind: SearchKind; id: number };

/**
 * So many rows of a word are taken from its index and put in order; of one that stands in more the newest rows are
 * soon found without it. Both by plans that are kept: to plan for the word takes longer than to find it.
 */
const IN_ORDER = 400;

/**
 * What contains it: of each kind the `limit` that are exact, then those that begin so, then the newest; of a word
 * that stands in very many, as many of each.
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
  const closeness = sql`case when t.hits > ${limit} and t.hits < ${IN_ORDER} then
    case when ${like(exact)} then 2 when ${like(prefix)} then 1 else 0 end end`;
  const inOrder = (kind: SearchKind, patterns: string[]): Look => ({
    kind,
    rows: sql`select t.* from (select t.*, count(*) over () as hits
        from (${rowsOf(actor, kind, like(patterns, asAny), sql`limit ${raw(`${IN_ORDER}`)}`)}) t) t
      order by ${closeness} desc, t.id desc limit ${limit}`,
  });
  // `offset 0` keeps the condition out of the order, and so the index of words out of the plan
  const newest = (kind: SearchKind, patterns: string[]): Look => ({
    kind,
    rows: sql`select t.*, 0 as hits
      from (${rowsOf(actor, kind, sql`true`, sql`order by t.id desc offset 0`)}) t
      where ${like(patterns)} limit ${limit}`,
  });
  const matchOf = (fields: Row["fields"], kinds: Record<string, FieldKind>) =>
    bestMatch(asked, fields, kinds);
  const first = await read(db, kinds.map((kind) => inOrder(kind, any)));
  const many = kindsOf(first, tooMany);
  const second = await read(
    db,
    many.flatMap((kind) => [newest(kind, any), inOrder(kind, exact)]),
  );
  const within = kindsOf(
    second,
    ({ kind, fields }) => matchOf(fields, sources[kind].fields)?.rank === SUBSTRING,
  );
  const third = await read(db, within.map((kind) => inOrder(kind, prefix)));
  const fourth = await read(db, [
    ...kindsOf(second, tooMany).map((kind) => newest(kind, exact)),
    ...kindsOf(third, tooMany).map((kind) => newest(kind, prefix)),
  ]);
  const rows = [...first, ...second, ...third].filter((row) => !tooMany(row));
  return ranked(kinds, [...rows, ...fourth], matchOf);
}

const tooMany = ({ hits }: Row) => hits === IN_ORDER;
const kindsOf = (rows: Row[], which: (row: Row) => boolean) => [
  ...new Set(rows.filter(which).map(({ kind }) => kind)),
];

const like = (patterns: string[], one = (pattern: string) => sql`${pattern}`) =>
  sql`(${join(patterns.map((pattern) => sql`t.search_text like ${one(pattern)}`), " or ")})`;

/** As a query, which PostgreSQL plans for as for any other word: with the word it would compare samples of each table. */
const asAny = (word: string) => sql`(select ${word}::text)`;

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
  const likeness = words.map((word) => sql`strict_word_similarity(${word}, t.search_text)`);
  // set for this statement only, and before its rows are looked at
  const alike =
    sql`(select set_config('pg_trgm.strict_word_similarity_threshold', ${LIKENESS}, true))
    is not null and ${join(words.map((word) => sql`${asAny(word)} <<% t.search_text`), " and ")}`;
  const look = (kind: SearchKind): Look => ({
    kind,
    rows: sql`select t.*, 0 as hits
      from (${rowsOf(actor, kind, alike, sql`limit ${raw(`${SIMILAR_COMPARED}`)}`)}) t
      order by ${join(likeness, " + ")} desc, t.id desc limit ${limit}`,
  });
  const matchOf = (fields: Row["fields"], kinds: Record<string, FieldKind>) =>
    mostSimilar(asked, fields, kinds);
  return ranked(named, await read(db, named.map(look)), matchOf);
}

/** The rows of a kind's table, as `t`, that the actor reaches: what they are found by. */
function rowsOf(actor: Actor, kind: SearchKind, where: Sql, which: Sql): Sql {
  const { table, fields, reach }: Source = sources[kind];
  const columns = raw(Object.keys(fields).map((name) => `t.${name}`).join(", "));
  return sql`select t.id, t.search_text, ${columns} from ${raw(table)} t
    where ${where} and ${reach ? reach(actor) : sql`true`} ${which}`;
}

interface Look {
  kind: SearchKind;
  /** each with an id, what it is found by, and of how many `hits` it is one, where those are counted */
  rows: Sql;
}

interface Row {
  kind: SearchKind;
  id: number;
  hits: number;
  fields: Record<string, string | null>;
}

/** One statement of all looks. */
async function read(db: Db, looks: Look[]): Promise<Row[]> {
  if (looks.length === 0) return [];
  const parts = looks.map(({ kind, rows }) => {
    const pairs = Object.keys(sources[kind].fields).map((name) => `'${name}', t.${name}`);
    return sql`(select ${raw(`'${kind}'`)} as kind, t.id, t.hits,
      json_build_object(${raw(pairs.join(", "))})::text as fields from (${rows}) t)`;
  });
  const rows = await db.query<(Omit<Row, "fields"> & { fields: string })[]>(
    join(parts, " union all "),
  );
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) }));
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
    const best = match(fields, sources[kind].fields);
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
