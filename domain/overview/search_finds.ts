import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { PLANNED_ANEW } from "../db/statements.ts";
import { type SearchKind, type Source, sources } from "./search_sources.ts";
import {
  type Asked,
  bestMatch,
  closenessOf,
  closerFirst,
  type Field,
  type Match,
  mostSimilar,
  patternsOf,
  wordsToCompare,
} from "./search_words.ts";

export type Found = Match & { kind: SearchKind; id: number };

/**
 * So many rows of a word are taken from its index and put in order, by a plan that is kept: to plan for the word
 * takes longer than to find it.
 */
const IN_ORDER = 400;

function ofEach<T>(made: (source: Source) => T): Record<SearchKind, T> {
  const all = Object.entries(sources).map(([kind, source]) => [kind, made(source)]);
  return Object.fromEntries(all);
}

/** Whether a record is found by names and by phones, on which it depends how it is looked for. */
const foundBy = ofEach(({ fields }) => {
  const all = Object.values(fields);
  return (["name", "phone"] as const).filter((each) => all.includes(each));
});

const fieldsOf = ofEach(({ fields }) => Object.entries(fields));

/** Columns for what stands in a record's fields, as many of each kind. */
const places = Array.from(
  { length: Math.max(...Object.values(fieldsOf).map((fields) => fields.length)) },
  (_, at) => `f${at}` as const,
);
const inPlaces = ofEach(({ fields }) => {
  const names = Object.keys(fields);
  return raw(
    places.map((place, at) => `${at < names.length ? `t.${names[at]}` : "null"}::text as ${place}`)
      .join(", "),
  );
});

/**
 * What contains it: of each kind the `limit` that are exact, then those that begin so, then the newest. Where more
 * rows have the word, or the index takes them for closer than they are, the newest `limit` of each closeness.
 */
export async function findInLetters(
  db: Db,
  actor: Actor,
  kinds: SearchKind[],
  asked: Asked,
  limit: number,
): Promise<Found[]> {
  const made: Record<string, Sought> = {};
  const sought = (kind: SearchKind) =>
    made[foundBy[kind].join()] ??= soughtAs(patternsOf(asked, foundBy[kind]), limit);
  const inOrder = (kind: SearchKind): Look => {
    const { some, closeness } = sought(kind);
    return {
      kind,
      rows: sql`select t.*, ${closeness} as closeness
        from (select t.*, count(*) over () as hits
          from (${rowsOf(actor, kind, some, sql`limit ${raw(`${IN_ORDER}`)}`)}) t) t
        order by closeness desc, t.id desc limit ${limit}`,
    };
  };
  const newest = (kind: SearchKind): Look[] =>
    sought(kind).each.map((each) => ({
      kind,
      rows: sql`select t.*, 0 as hits, null::integer as closeness
        from (${rowsOf(actor, kind, each, sql`order by t.id desc limit ${limit}`)}) t`,
    }));
  const match: Judge = (fields) => bestMatch(asked, fields);
  const looks = kinds.filter((kind) => sought(kind).each.length > 0).map(inOrder);
  const rows = await read(db, looks, match);
  const again = new Set(
    rows.filter(({ hits, closeness, match }) =>
      hits === IN_ORDER || closeness !== null && closeness > closenessOf(match)
    ).map(({ kind }) => kind),
  );
  // whether the index or the order of rows is shorter depends on the word
  const others = await read(db, [...again].flatMap(newest), match, sql`where ${PLANNED_ANEW}`);
  return ranked(kinds, [...rows.filter(({ kind }) => !again.has(kind)), ...others]);
}

/** What rows are looked for by; several kinds of record by the same. */
interface Sought {
  some: Sql;
  /** 2 where it is exact, 1 where it begins so; null where that does not matter */
  closeness: Sql;
  /** of each closeness by itself; none where there is too little to look for */
  each: Sql[];
}

function soughtAs(patterns: ReturnType<typeof patternsOf>, limit: number): Sought {
  if (patterns.any.length === 0) return { some: sql`false`, closeness: sql`null`, each: [] };
  const [prefix, exact] = [like(patterns.prefix), like(patterns.exact)];
  return {
    some: like(patterns.any, asAny),
    closeness: sql`case when t.hits > ${limit} and t.hits < ${IN_ORDER} then
      case when ${exact} then 2 when ${prefix} then 1 else 0 end end`,
    each: [like(patterns.any), prefix, exact],
  };
}

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
  const named = kinds.filter((kind) => foundBy[kind].includes("name"));
  const likeness = words.map((word) => sql`strict_word_similarity(${word}, t.search_text)`);
  // set for this statement only, and before its rows are looked at
  const alike =
    sql`(select set_config('pg_trgm.strict_word_similarity_threshold', ${LIKENESS}, true))
    is not null and ${join(words.map((word) => sql`${asAny(word)} <<% t.search_text`), " and ")}`;
  const look = (kind: SearchKind): Look => ({
    kind,
    rows: sql`select t.*, 0 as hits, null::integer as closeness
      from (${rowsOf(actor, kind, alike, sql`limit ${raw(`${SIMILAR_COMPARED}`)}`)}) t
      order by ${join(likeness, " + ")} desc, t.id desc limit ${limit}`,
  });
  return ranked(
    named,
    await read(db, named.map(look), (fields) => mostSimilar(asked, fields)),
  );
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
  /** each with an id, what it is found by, of how many `hits` it is one, and its `closeness` */
  rows: Sql;
}

interface Row {
  kind: SearchKind;
  id: number;
  /** 0 where they are not counted */
  hits: number;
  /** as the index takes it; null where all rows are here, or it does not matter */
  closeness: number | null;
  /** undefined where nothing of it is */
  match: Match | undefined;
}

/** Where in its fields a record was found. */
type Judge = (fields: Field[]) => Match | undefined;

/** One statement of all looks. */
async function read(db: Db, looks: Look[], judge: Judge, planned = empty): Promise<Row[]> {
  if (looks.length === 0) return [];
  const parts = looks.map(({ kind, rows }) =>
    sql`(select ${raw(`'${kind}'`)} as kind, t.id, t.hits, t.closeness, ${inPlaces[kind]}
      from (${rows}) t)`
  );
  type Read = Omit<Row, "match"> & { [place: `f${number}`]: string | null };
  const rows = await db.query<Read[]>(
    sql`select kind, id, hits, closeness, ${raw(places.join(", "))}
      from (${join(parts, " union all ")}) found ${planned}`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    hits: row.hits,
    closeness: row.closeness,
    match: judge(fieldsOf[row.kind].map(([name, kind], at) => [name, kind, row[places[at]]])),
  }));
}

/** The best match of each row, in the order of an answer. */
function ranked(kinds: SearchKind[], rows: Row[]): Found[] {
  const found = new Map<string, Found>();
  for (const { kind, id, match } of rows) {
    if (match) found.set(`${kind} ${id}`, { kind, id, ...match });
  }
  return inTurns([...found.values()], kinds);
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
