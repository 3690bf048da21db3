import sql, { raw, type Sql } from "sql-template-tag";
import { count, id, instant, type Options, type Reader, text } from "./kinds.ts";

interface CommonOptions {
  /** the two lines by which people know a record, as examples */
  example: { reference_no: string; title: string };
  title: Sql;
  /** what the id is, where it is not the record's own */
  id?: { says: string; sql?: Sql };
  /** default: the table's own column */
  reference_no?: Sql;
}

/** What every record begins with: its id, its number and one line for people. */
export function named({ example, title, id: of, reference_no }: CommonOptions) {
  return {
    id: id(of?.says ?? "The record's id.", { example: 12, seenBy: "everybody", sql: of?.sql }),
    reference_no: text("The number people know it by.", {
      example: example.reference_no,
      seenBy: "everybody",
      sql: reference_no,
    }),
    title: text("One line for people.", {
      example: example.title,
      seenBy: "everybody",
      sql: title,
    }),
  };
}

/** How the name of a user is read; `as` is what statements call him, and `by` the column that says who. */
export function userName(
  as: string,
  by: (table: string) => Sql,
): Required<Pick<Options<string>, "sql" | "listed">> {
  const name = sql([`${as}.name`]);
  const his = (table: string) => sql`${raw(as)}.id = ${by(table)}`;
  return {
    sql: (_: Reader, table: string) =>
      sql`(select ${name} from users ${raw(as)} where ${his(table)})`,
    listed: (table) => ({
      sql: name,
      join: sql` left join users ${raw(as)} on ${his(table)}`,
    }),
  };
}

/** What every record ends with: when it was made and changed, by whom, and how often. */
export function stamps(
  { created_at, updated_at, created_by, created_by_name, version }: {
    created_at?: Sql;
    updated_at?: Sql;
    created_by?: Sql;
    created_by_name?: Sql;
    version?: Sql;
  } = {},
) {
  return {
    created_at: instant("When it was recorded.", {
      example: "2026-03-02T04:15:00.000Z",
      seenBy: "everybody",
      sql: created_at,
    }),
    updated_at: instant("When it was last changed.", {
      example: "2026-03-02T04:15:00.000Z",
      seenBy: "everybody",
      sql: updated_at,
    }),
    created_by: id("The user who recorded it; null for the system.", {
      example: 3,
      nullable: true,
      seenBy: "everybody",
      sql: created_by,
    }),
    created_by_name: text("His name.", {
      example: "Karim Ahmed",
      nullable: true,
      seenBy: "everybody",
      ...created_by_name
        ? { sql: created_by_name }
        : userName("maker", (table) => created_by ?? raw(`${table}.created_by`)),
    }),
    version: count("Counts its changes, from 1; If-Match names it.", {
      example: 1,
      seenBy: "everybody",
      sql: version,
    }),
  };
}

/** The stamps of a row that never changes; `created_by_name` where the tables that it is read from have its maker too. */
export function unchanging(table: string, created_by_name?: Sql) {
  const [at, created_by] = [sql([`${table}.created_at`]), sql([`${table}.created_by`])];
  return stamps({ created_at: at, updated_at: at, created_by, created_by_name, version: sql`1` });
}
