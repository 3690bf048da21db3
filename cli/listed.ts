import type { z } from "zod";
import type { Actor, Permission } from "../domain/access/access.ts";
import type { Database } from "../domain/db/connect.ts";
import type { Page } from "../domain/records/paging.ts";
import type { Fields, RecordOf } from "../domain/records/record.ts";

type Row = Record<string, unknown>;

/** A list of the API and, where there is one, its detail, by the verbs of domain that answer both. */
export interface Listed {
  /** the last word of its path: `lc-tt` */
  name: string;
  /** below the root of the API */
  path: string;
  may: Permission | "signed_in";
  query: z.ZodObject;
  record: RecordOf<Fields>;
  list(db: Database, actor: Actor, query: Row): Promise<Page<Row> | Row[]>;
  show?: {
    detail: { schema: z.ZodObject };
    /** by its id; a serial by itself */
    read(db: Database, actor: Actor, id: never): Promise<object>;
    byText: boolean;
    /** what its path has behind the id */
    behind: string;
  };
}

/** Lists whose path has more before their name. */
const under: Record<string, string> = {
  acknowledged: "/approvals",
  requests: "/approvals",
  "stock-movements": "/products",
  transfers: "/accounts",
  ...Object.fromEntries(
    [
      ...["bills-of-entry", "customs-tariffs", "customs-terms", "demurrage", "demurrage-tariffs"],
      ...["discrepancies", "receipts", "rmas", "shipments", "supplier-ledger", "supplier-returns"],
    ].map((name) => [name, "/import-logistics"]),
  ),
};

/** Keeps the types of the record's own query and row inside, and shows every list as one kind outside. */
export function listed<Query extends z.ZodObject, F extends Fields, Id = number>(
  name: string,
  may: Listed["may"],
  query: Query,
  record: RecordOf<F>,
  list: (db: Database, actor: Actor, query: z.output<Query>) => Promise<unknown>,
  detail?: { schema: z.ZodType },
  read?: (db: Database, actor: Actor, id: Id) => Promise<unknown>,
  byText = false,
): Listed {
  const show = read && { detail, read, byText, behind: name === "uploads" ? "/meta" : "" };
  return {
    name,
    path: `${under[name] ?? ""}/${name}`,
    may,
    query,
    record,
    list,
    show,
  } as unknown as Listed;
}
