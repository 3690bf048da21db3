import sql, { type Sql } from "sql-template-tag";
import type { Actor, Permission } from "../access/access.ts";
import { startOfDay } from "../business/business.ts";
import { addDays } from "../business/calendar.ts";
import type { SearchKind } from "../overview/search_sources.ts";

/** How long what is finished stays on a phone. Source: docs/phones.md, "Sync". */
const KEPT_DAYS = 90;

export interface SyncKind {
  kind: SearchKind;
  may: Permission;
  table: string;
  /** whose the rows are, of the table as `t`; absent: everyone's who may read the kind */
  reach?: (actor: Actor) => Sql;
  /** work that is not finished, of the table as `t`; the rest goes after its time. Absent: all stays */
  open?: Sql;
  /**
   * what lists on a phone show; a name of another record in it (the customer's) may be out of date,
   * since the row comes again only when it changes itself
   */
  columns: (actor: Actor) => Sql;
  from: Sql;
  /** the table's id in `from`; default `t.id` */
  id?: Sql;
}

/** Of the row `t`: whether it belongs on a phone on that day. */
export function keptOn({ open }: SyncKind, day: string): Sql {
  if (!open) return sql`true`;
  return sql`(${open} or t.updated_at >= ${startOfDay(addDays(day, -KEPT_DAYS))}::timestamptz)`;
}
