import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { flag, id, instant, shaped, text } from "../records/kinds.ts";
import { listPage, listQuery, type Page } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { goesOn } from "./sessions.ts";

/** A login that goes on, as its user sees it. Source: docs/roles.md, "Sessions". */
export const session = record(
  "Session",
  "s",
  everybody({
    id: id("The session.", { example: 31 }),
    device: shaped(
      z.record(z.string(), z.unknown()).nullable(),
      "The device, as it described itself.",
      { example: { name: "Office phone" } },
    ),
    address: text("Where the login came from.", { example: "103.4.145.2", nullable: true }),
    created_at: instant("When it began.", { example: "2026-03-02T04:15:00.000Z" }),
    expires_at: instant("When it ends, unless it is refreshed.", {
      example: "2026-04-01T04:15:00.000Z",
    }),
    is_current: flag("Whether it is the one that asks.", { example: true, sql: "around" }),
  }),
);
export type Session = z.output<typeof session.schema>;

export const sessionSorts: Sorts = { created_at: { by: sql`s.created_at`, type: "timestamptz" } };
export const sessionQuery = queryOf(
  listQuery.pick({ limit: true, cursor: true, sort: true, include_total: true }),
  { sorts: sessionSorts },
);

/** One's own sessions that go on, newest first. */
export async function listSessions(
  db: Db,
  actor: Actor,
  current: number,
  query: z.output<typeof sessionQuery>,
): Promise<Page<Session>> {
  const page = await listPage<Session>(db, query, {
    ...session.listed(actor),
    from: sql`sessions s`,
    id: sql`s.id`,
    sorts: sessionSorts,
    where: [sql`s.user_id = ${actor.userId}`, goesOn],
  });
  return { ...page, data: page.data.map((row) => ({ ...row, is_current: row.id === current })) };
}
