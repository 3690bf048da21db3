import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import type { Db, Tx } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { flag, id, word } from "../records/kinds.ts";
import { atMost } from "../records/list_statement.ts";
import { record } from "../records/record.ts";
import { searchKinds } from "../overview/search_sources.ts";
import { keptOn, type SyncKind } from "./sync_kind.ts";
import { syncKinds } from "./sync_kinds.ts";
import {
  goesOn,
  readToken,
  type SyncToken,
  thisDatabase,
  TOKEN_DAYS,
  writeToken,
} from "./sync_token.ts";

export const syncQuery = z.object({
  since: field.text(2000).optional()
    .describe("What the last round answered as next_since; left out, everything comes."),
  limit: field.count(1, 500).default(200).describe("How many records at most."),
});

/** A record as a phone's lists need it, or that it is gone from what the caller may have. */
export const syncedRecord = record("SyncedRecord", "t", {
  kind: word(searchKinds, "What it is.", { example: "shipment" }),
  id: id("The record's id.", { example: 12 }),
  gone: flag("That it is no longer the caller's to have: it has no other fields then.", {
    example: true,
    sometimes: true,
  }),
}).schema.loose().meta({ id: "SyncedRecord" });
type SyncedRecord = z.output<typeof syncedRecord>;

/** What `meta` says of a round. */
export const syncMeta = {
  full: z.boolean().describe(
    "Whether this brings everything: what it does not name is to be thrown away.",
  ),
  has_more: z.boolean().describe("Whether to ask again at once with next_since."),
  next_since: z.string().describe("Sent as since, it brings what has changed after this."),
};

export interface Sync {
  data: SyncedRecord[];
  meta: {
    limit: number;
    /** the round brings everything: what it does not name is to be thrown away */
    full: boolean;
    /** ask again at once with `next_since` */
    has_more: boolean;
    next_since: string;
  };
}

/**
 * What a phone needs to work without a network, and from then on what has changed since: records within
 * the caller's reach, finished ones for 90 days, with `gone` for what has left it. One statement a page.
 *
 * Nothing is missed, in whatever order transactions commit: each change carries the number of its
 * transaction, and the next round begins at the oldest one that was still running when this one began
 * (the snapshot's xmin). What ends meanwhile therefore comes again or comes later, never not at all.
 * A row may so come twice. Without changes the answer, token included, is the same to the byte.
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `since`
 */
export async function sync(
  db: Db,
  actor: Actor,
  { since, limit }: z.output<typeof syncQuery>,
): Promise<Sync> {
  allow(actor, "overview.read");
  const given = since === undefined ? undefined : readToken(since);
  const begun = given && goesOn(given, actor) ? given : undefined;
  if (begun) {
    const page = await readPage(db, actor, begun, limit);
    if (page.db === begun.db && page.known) return answerWith(actor, begun, page, limit, since!);
  }
  const anew: SyncToken = {
    db: "",
    user: actor.userId,
    role: actor.role,
    day: actor.today,
    since: null,
  };
  const page = await readPage(db, actor, anew, limit);
  return answerWith(actor, { ...anew, db: page.db }, page, limit);
}

interface Page {
  /** names the database whose transactions are counted */
  db: string;
  /** the oldest transaction that is still running */
  horizon: string;
  /** false: the token names a transaction that this database has not seen yet */
  known: boolean;
  rows: { kind_no: number; id: number; row: Record<string, unknown> | null }[];
}

function answerWith(
  actor: Actor,
  token: SyncToken,
  page: Page,
  limit: number,
  since?: string,
): Sync {
  const has_more = page.rows.length > limit;
  const shown = page.rows.slice(0, limit);
  const last = shown.at(-1);
  const horizon = token.horizon ?? page.horizon;
  const day = token.horizon === undefined ? actor.today : token.day;
  const next: SyncToken = has_more && last
    ? { ...token, horizon, after: [last.kind_no, last.id] }
    : { db: token.db, user: token.user, role: token.role, day, since: horizon };
  const unchanged = shown.length === 0 && token.horizon === undefined && since !== undefined;
  return {
    data: shown.map(({ kind_no, id, row }) => {
      const { kind } = syncKinds[kind_no];
      return row === null ? { kind, id, gone: true } : { kind, ...row, id };
    }),
    meta: {
      limit,
      full: token.since === null,
      has_more,
      next_since: unchanged ? since : writeToken(next),
    },
  };
}

async function readPage(db: Db, actor: Actor, token: SyncToken, limit: number): Promise<Page> {
  const [kindNo, afterId] = token.after ?? [0, 0];
  const asked = syncKinds.map((kind, no) => ({ kind, no }))
    .filter(({ kind, no }) => may(actor, kind.may) && no >= kindNo);
  const parts = asked.map(({ kind, no }) => {
    const beyond = no === kindNo ? afterId : 0;
    const ids = token.since === null
      ? everything(actor, kind, beyond, limit)
      : changes(actor, kind, token, beyond, limit);
    return sql`(select ${no}::integer as kind_no, id, here from (${ids}) ids)`;
  });
  const rows = asked.map(({ kind, no }) =>
    sql`when ${no} then (select row_to_json(r)
      from (select ${kind.columns(actor)} from ${kind.from} where ${
      kind.id ?? sql`t.id`
    } = page.id) r)`
  );
  const [page] = await db.query<[Page]>(sql`
    with page as (select kind_no, id, here from (${join(parts, " union all ")}) parts
      order by kind_no, id ${atMost(limit + 1)})
    select ${thisDatabase} as db,
      pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      ${token.since ?? "0"}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known,
      (select coalesce(json_agg(json_build_object('kind_no', kind_no, 'id', id,
          'row', case when here then case kind_no ${join(rows, " ")} end end)
          order by kind_no, id), '[]'::json) from page) as rows`);
  return page;
}

/** The rows of a kind that are the actor's today. */
function everything(actor: Actor, kind: SyncKind, beyond: number, limit: number): Sql {
  return sql`select t.id, true as here from ${raw(kind.table)} t
    where t.id > ${beyond} and ${isHis(actor, kind)} order by t.id ${atMost(limit + 1)}`;
}

function isHis(actor: Actor, kind: SyncKind): Sql {
  return sql`${kind.reach?.(actor) ?? sql`true`} and ${keptOn(kind, actor.today)}`;
}

/** Rows of a kind that have changed and are his, were taken from him, or whose time on a phone is over. */
function changes(
  actor: Actor,
  kind: SyncKind,
  token: SyncToken,
  beyond: number,
  limit: number,
): Sql {
  const table = raw(kind.table);
  const changed = sql`c.changed_in >= ${token.since}::xid8 and c.kind = ${kind.kind}
    and c.record_id > ${beyond}`;
  const taken = kind.reach
    ? sql`union select t.id, false from record_changes c join ${table} t on t.id = c.record_id
      where ${changed} and c.left_user_id = ${actor.userId} and not (${isHis(actor, kind)})`
    : empty;
  const isOver = kind.open && token.day < actor.today
    ? sql`union select t.id, false from ${table} t where t.id > ${beyond}
      and ${kind.reach?.(actor) ?? sql`true`} and ${keptOn(kind, token.day)}
      and not ${keptOn(kind, actor.today)}`
    : empty;
  return sql`select t.id, true as here from ${table} t
    where t.id in (select c.record_id from record_changes c where ${changed})
      and ${isHis(actor, kind)}
    ${taken} ${isOver} order by id ${atMost(limit + 1)}`;
}

/** Forgets changes that no token can ask for any more; called by the server now and then. */
export async function forgetOldChanges(tx: Tx): Promise<void> {
  await tx.query(sql`delete from record_changes
    where changed_at < now() - make_interval(days => ${TOKEN_DAYS + 30})`);
}
