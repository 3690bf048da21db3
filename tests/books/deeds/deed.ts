import sql, { raw } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../../../domain/access/access.ts";
import type { Tx } from "../../../domain/db/connect.ts";
import { Refusal } from "../../../domain/errors.ts";
import { parse } from "../../../domain/records/input.ts";
import { actorWith, type Json } from "../../support/app.ts";

export const owner = actorWith("owner");

export const day = (ago: number) =>
  Temporal.PlainDate.from(owner.today).subtract({ days: ago }).toString();

/** How a deed is done: on which of the documents there are, how much, how long ago. */
export interface How {
  which: number;
  much: number;
  ago: number;
}

export type Act = (tx: Tx, actor: Actor, how: How) => Promise<unknown>;

/** The id of one of a table's rows, or a refusal where there is none. */
export async function one(tx: Tx, table: string, which: number, where = "true"): Promise<number> {
  const rows = await tx.query<{ id: number }[]>(sql`
    select id from ${raw(table)} t where ${raw(where)} order by id desc`);
  if (rows.length === 0) throw new Refusal("not_found", "nothing of this kind is there yet");
  return rows[which % rows.length].id;
}

export const amount = (much: number) => (much * 7.3 + 0.01).toFixed(2);

/** A reversal, on a day of its own or today. */
export function undoing<S extends z.ZodType>(schema: S, { much, ago }: How): z.output<S> {
  return parse(schema, { reason: "wrong", ...much % 2 === 1 && { date: day(ago) } } as Json);
}
