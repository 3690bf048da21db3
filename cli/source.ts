import { z } from "zod";
import { type Actor, allow } from "../domain/access/access.ts";
import type { Database } from "../domain/db/connect.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { findSummary } from "../domain/overview/summary.ts";
import * as field from "../domain/records/fields.ts";
import { parse } from "../domain/records/input.ts";
import { shownOf } from "../domain/records/shown.ts";
import { everyRow, WholeList } from "../domain/records/whole_list.ts";
import {
  readWholeReport,
  type Report,
  type ReportQuery,
  type Whole,
} from "../domain/reports/report.ts";
import type { Listed } from "./listed.ts";

export type Row = Record<string, unknown>;
/** What a list, a record or a report is asked for, as it was typed: by the names of the API. */
export type Asked = Record<string, string | undefined>;

/** Where `list`, `show` and `report` read: the database here, or a server elsewhere. */
export interface Source {
  /** whose rights it reads with */
  role: Actor["role"];
  page(listed: Listed, asked: Asked): Promise<{ data: Row[]; next?: string | null }>;
  /** every row, of one moment */
  whole(listed: Listed, asked: Asked): Promise<Row[]>;
  one(listed: Listed, named: string): Promise<Row>;
  report(report: Report, asked: Asked): Promise<Whole>;
  summary(): Promise<Row>;
}

export function localSource(database: Database, actor: Actor): Source {
  const mayRead = ({ may }: Listed) => {
    if (may !== "signed_in") allow(actor, may);
  };
  const shown = ({ record }: Listed, rows: Row[]) =>
    rows.map((row) => shownOf(record.schema, actor, row) as Row);
  return {
    role: actor.role,
    async page(listed, asked) {
      mayRead(listed);
      const found = await listed.list(database, actor, parse(listed.query, asked) as Row);
      if (Array.isArray(found)) return { data: shown(listed, found) };
      return { data: shown(listed, found.data), next: found.meta.next_cursor };
    },
    async whole(listed, asked) {
      mayRead(listed);
      const query = parse(listed.query, asked) as Row;
      const rows = await inTransaction(database, (tx) =>
        Array.fromAsync(
          everyRow<Row, Row>(
            new WholeList(database, tx),
            query,
            (list, page) => listed.list(list, actor, page),
          ),
        ), { snapshot: true });
      return shown(listed, rows);
    },
    async one(listed, named) {
      mayRead(listed);
      const { detail, read, byText } = listed.show!;
      const id = byText ? named : idFrom(named);
      return shownOf(detail.schema, actor, await read(database, actor, id as never)) as Row;
    },
    report: (report, asked) =>
      readWholeReport(database, actor, report, parse(report.query, asked) as ReportQuery),
    summary: () => findSummary(database, actor) as Promise<unknown> as Promise<Row>,
  };
}

/** @throws Refusal `invalid_fields` */
export function idFrom(named: string): number {
  return parse(z.object({ id: field.id() }), { id: named }).id;
}
