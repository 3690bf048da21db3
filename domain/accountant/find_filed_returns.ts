import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { monthOf } from "../business/calendar.ts";
import type { Db } from "../db/connect.ts";
import { atOneMoment } from "../db/one_moment.ts";
import { decimal } from "../money/decimal.ts";
import { anybody } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import vatReturn, { returnSince } from "../reports/vat_return.ts";
import { carried, notesOf, ratesUntil } from "./file_return.ts";
import {
  type FiledReturn,
  filedReturn,
  type FiledReturnDetail,
  type NoteLine,
} from "./filed_return.ts";

const sorts: Sorts = { period: { by: sql`r.period`, type: "date" } };

export const filedReturnQuery = queryOf(recordQuery, { sorts, day: "period" });

/** Returns that were filed, newest first; `from` and `to` at the month's first day. */
export function listFiledReturns(
  db: Db,
  query: z.output<typeof filedReturnQuery>,
): Promise<Page<FiledReturn>> {
  return recordPage<FiledReturn>(db, query, {
    ...filedReturn.listed(anybody),
    from: sql`vat_returns r`,
    id: sql`r.id`,
    sorts,
    where: [
      query.from !== undefined && sql`r.period >= ${query.from}::date`,
      query.to !== undefined && sql`r.period <= ${query.to}::date`,
      matches(query.search, [sql`r.reference_no`, sql`r.submission_number`]),
    ],
  });
}

/** A return as it was filed, beside what the books say by now. @throws Refusal `not_found` */
export async function findFiledReturn(
  db: Db,
  actor: Actor,
  id: number,
): Promise<FiledReturnDetail> {
  return await atOneMoment(db, async (db) => {
    const filed = await readOne<FiledReturn>(
      db,
      sql`select ${filedReturn.columns(anybody)} from vat_returns r where r.id = ${id}`,
      "Return of VAT",
      id,
    );
    const [then, now] = [filed.notes, await notesNow(db, actor, filed)].map((lines) =>
      new Map(lines.map(({ note, vat }) => [note, decimal(String(vat))]))
    );
    const differences = [...new Set([...then.keys(), ...now.keys()])].sort((a, b) => a - b)
      .map((note) => ({ note, filed: then.get(note) ?? null, now: now.get(note) ?? null }))
      .filter(({ filed, now }) => String(filed) !== String(now) && !(filed && now?.eq(filed)));
    return { ...filed, differences };
  });
}

/** The notes by the books now: from what was filed and what came since, where that is known. */
async function notesNow(
  db: Db,
  actor: Actor,
  { id, period }: FiledReturn,
): Promise<Pick<NoteLine, "note" | "vat">[]> {
  const month = monthOf(`${period}-01`);
  const [{ stands }] = await db.query<[{ stands: boolean | null }]>(sql`
    select r.rates = ${ratesUntil(month.to)} as stands from vat_returns r where r.id = ${id}`);
  if (!stands) return (await notesOf(db, actor, month)).notes;
  allow(actor, vatReturn.may);
  return await db.query(sql`
    select g.note, g.vat from ${returnSince(id, month.from)} g where g.note <> all(${carried})`);
}
