import sql, { join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { atOneMoment } from "../db/one_moment.ts";
import { type JsonText, jsonValues } from "../db/wire.ts";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { syncMeta } from "../phones/sync.ts";
import { goesOn, thisDatabase } from "../phones/sync_token.ts";
import { writeOpaque } from "../records/opaque.ts";
import { wordList } from "../records/paging.ts";
import { atMost } from "../records/list_statement.ts";
import { type ChangedKind, changedKindNames, changedKinds } from "./changed_kinds.ts";
import { type ChangeToken, kindsText, readToken } from "./change_token.ts";

export const changesQuery = z.object({
  since: field.text(8000).optional()
    .describe("What the last answer said as next_since; left out, everything comes."),
  kinds: wordList(changedKindNames, "Only records of these kinds."),
  limit: field.count(1, 200).default(100).describe("How many records at most."),
});

/** A record that is new or has changed, whole, told apart by its kind. */
export const change = z.discriminatedUnion(
  "kind",
  changedKinds.map(({ kind, record }) =>
    z.object({
      kind: z.literal(kind).describe("What it is."),
      id: answer.id.describe("The record's id.").meta({ examples: [12] }),
      record: record.schema.describe("The record as it is now, with its rows."),
    }).meta({ id: `Changed_${kind}`.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()) })
  ) as never,
);

/** What `meta` says of a round. */
export const changesMeta = {
  ...syncMeta,
  full: z.boolean().describe("Whether this round brings everything, not only what has changed."),
};

export interface Changes {
  data: JsonText;
  meta: { limit: number; full: boolean; has_more: boolean; next_since: string };
}

interface Page {
  db: string;
  snapshot: string;
  known: boolean;
  found: { kind_no: number; id: number }[];
}

/**
 * What is new or has changed since the token: each record once a round, as it is now, with its rows, of
 * the kinds that the actor may read. Two statements of one moment.
 *
 * Nothing is missed and nothing comes for nothing, in whatever order transactions commit: a token holds
 * PostgreSQL's snapshot, and a change is new when its transaction is not within it.
 *
 * @throws Refusal `invalid_fields` on `since` and `kinds`
 */
export async function findChanges(
  db: Db,
  actor: Actor,
  { since, kinds, limit }: z.output<typeof changesQuery>,
): Promise<Changes> {
  const named = kindsText(kinds);
  const given = since === undefined ? undefined : readToken(since, named);
  const asked = changedKinds.map((kind, no) => ({ kind, no }))
    .filter(({ kind }) => may(actor, kind.may) && (!kinds || kinds.includes(kind.kind)));
  return await atOneMoment(db, async (db) => {
    const anew: ChangeToken = {
      db: "",
      user: actor.userId,
      role: actor.role,
      kinds: named,
      day: actor.today,
      since: null,
    };
    let token = given && goesOn(given, actor) ? given : anew;
    let page = await readPage(db, actor, asked, token, limit);
    if (token !== anew && (page.db !== token.db || !page.known)) { // another database, or an older one
      token = anew;
      page = await readPage(db, actor, asked, token, limit);
    }
    const shown = page.found.slice(0, limit);
    const data = await readRecords(db, actor, shown);
    const has_more = page.found.length > limit;
    const { kind_no, id } = shown.at(-1) ?? { kind_no: 0, id: 0 };
    const until = token.until ?? page.snapshot;
    const { after: _, until: __, ...round } = token;
    const next: ChangeToken = has_more
      ? { ...round, db: page.db, until, after: [kind_no, id] }
      : { ...round, db: page.db, day: token.until ? token.day : actor.today, since: until };
    return {
      data,
      meta: { limit, full: token.since === null, has_more, next_since: writeOpaque(next) },
    };
  });
}

async function readPage(
  db: Db,
  actor: Actor,
  asked: { kind: ChangedKind; no: number }[],
  token: ChangeToken,
  limit: number,
): Promise<Page> {
  const [kindNo, afterId] = token.after ?? [0, 0];
  const parts = asked.filter(({ no }) => no >= kindNo).map(({ kind, no }) => {
    const beyond = no === kindNo ? afterId : 0;
    const reached = kind.reach
      ? sql`and exists (select from ${kind.from} where ${kind.id} = k.id and ${kind.reach(actor)})`
      : sql``;
    const ids = token.since === null
      ? sql`select k.id from ${raw(kind.table)} k where k.id > ${beyond} ${reached}`
      : sql`select k.id from (select distinct c.record_id as id from record_changes c
          where c.kind = ${kind.kind} and c.record_id > ${beyond} and ${isNew(token)}) k
        where true ${reached}`;
    return sql`(select ${no}::integer as kind_no, id
      from (${ids} order by k.id ${atMost(limit + 1)}) ids)`;
  });
  const found = parts.length === 0
    ? sql`select 0 as kind_no, 0::bigint as id where false`
    : join(parts, " union all ");
  const [page] = await db.query<[Page]>(sql`
    with found as (select kind_no, id from (${found}) parts order by kind_no, id
      ${atMost(limit + 1)})
    select ${thisDatabase} as db,
      pg_current_snapshot()::text as snapshot,
      pg_snapshot_xmin(${token.since ?? "1:1:"}::pg_snapshot)
        <= pg_snapshot_xmax(pg_current_snapshot()) as known,
      (select coalesce(json_agg(json_build_object('kind_no', kind_no, 'id', id)
        order by kind_no, id), '[]'::json) from found) as found`);
  return page;
}

/** SQL: changes `c` that the last round has not seen and this one does. */
function isNew({ since, until }: ChangeToken): Sql {
  return sql`c.changed_in >= pg_snapshot_xmin(${since}::pg_snapshot)
    and not pg_visible_in_snapshot(c.changed_in, ${since}::pg_snapshot)
    and pg_visible_in_snapshot(c.changed_in, ${
    until === undefined ? sql`pg_current_snapshot()` : sql`${until}::pg_snapshot`
  })`;
}

/** A list of them, in the order of `shown`; one statement of the kinds that are among them. */
async function readRecords(db: Db, actor: Actor, shown: Page["found"]): Promise<JsonText> {
  if (shown.length === 0) return jsonValues([]);
  const parts = [...Map.groupBy(shown, ({ kind_no }) => kind_no)].map(([no, found]) => {
    const { kind, record, from, id } = changedKinds[no];
    const ids = found.map((each) => each.id);
    return sql`select ${no}::integer as kind_no, w.id,
        json_build_object('kind', ${kind}::text, 'id', w.id, 'record', row_to_json(r)) as changed
      from unnest(${ids}::bigint[]) as w (id)
      cross join lateral (select ${record.columnsInJson(actor)} from ${from} where ${id} = w.id) r`;
  });
  const { rows } = await db.texts(sql`
    select changed from (${join(parts, " union all ")}) parts order by kind_no, id`);
  return jsonValues(rows);
}
