import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allowFields, may, type Permission, type Rights } from "../access/access.ts";
import { instantText } from "../db/instant.ts";
import type { Field, Reader, Seen } from "./kinds.ts";
import { remembered } from "./remembered.ts";
import { answerOf, changeOf, entryOf, objectOf, requestSchema } from "./record_schemas.ts";

/**
 * A record is said once. Each field stands in its definition with its kind, a sentence, an example,
 * who sees it and how it is entered; the columns of a SELECT for a role, the schema and documentation
 * of answers, entries and changes, and the columns of inserts and files are read from there.
 *
 * It is no query builder: joins and conditions are SQL, written where they are used.
 */
export type Fields = Record<string, Field>;

type Of<F> = F extends Field<infer Out, infer O> ? { out: Out; options: O } : never;
type Opt<F> = Of<F>["options"];
type Nullable<O> = O extends { nullable: infer N } ? N : O extends { entry: "optional" } ? true
: false;
type Shown<F> = Nullable<Opt<F>> extends true ? z.ZodNullable<z.ZodType<Of<F>["out"]>>
  : z.ZodType<Of<F>["out"]>;
/** A field that not everybody sees, or that is not always there, is optional in a row. */
type AnswerShape<F extends Fields> = {
  [Name in keyof F as Opt<F[Name]> extends { seenBy: "nobody" } ? never : Name]:
    Opt<F[Name]> extends { seenBy: Permission } | { sometimes: true }
      ? z.ZodOptional<Shown<F[Name]>>
      : Shown<F[Name]>;
};
type Entered<F> = Opt<F> extends { entry: "required" } ? z.ZodType<Of<F>["out"]>
  : Opt<F> extends { entry: "optional" } ? z.ZodOptional<z.ZodType<Of<F>["out"]>>
  : z.ZodDefault<z.ZodType<Of<F>["out"]>>;
type EntryShape<F extends Fields> = {
  [
    Name in keyof F as Opt<F[Name]> extends { change: "only" } ? never
      : Opt<F[Name]> extends { entry: unknown } ? Name
      : never
  ]: Entered<F[Name]>;
};
type ChangeShape<F extends Fields> = {
  [
    Name in keyof F as Opt<F[Name]> extends { change: false } ? never
      : Opt<F[Name]> extends { entry: unknown } ? Name
      : never
  ]: Opt<F[Name]> extends { entry: "required" } | { change: "kept" }
    ? z.ZodOptional<z.ZodType<Of<F[Name]>["out"]>>
    : z.ZodOptional<z.ZodNullable<z.ZodType<Of<F[Name]>["out"]>>>;
};

type Money = Field<unknown, unknown, "money">;
type SaidOf<F> = Opt<F> extends { seenBy: Seen } ? F : { options: { seenBy: Seen } };
/** Records that hold money say of every field who sees it. */
type Said<F> = true extends { [N in keyof F]: F[N] extends Money ? true : false }[keyof F]
  ? { [N in keyof F]: SaidOf<F[N]> }
  : unknown;
/** Money says so itself, whatever is said of the fields around it. */
type MoneySaid<F> = { [N in keyof F]: F[N] extends Money ? SaidOf<F[N]> : F[N] };

/** An entered field that is read by SQL of its own says whether it is stored. */
type StoredSaid<F> = {
  [N in keyof F]: Opt<F[N]> extends { entry: unknown; sql: unknown }
    ? Opt<F[N]> extends { stored: boolean } ? F[N] : { options: { stored: boolean } }
    : F[N];
};

export interface RecordOf<F extends Fields> {
  name: string;
  /** what SELECTs call its table */
  table: string;
  fields: F;
  /** an answer; `z.output<typeof product.schema>` is the type of a row */
  schema: z.ZodObject<AnswerShape<F>>;
  /** what a POST takes */
  entry: z.ZodObject<EntryShape<F>>;
  /** what a PUT or PATCH takes: every field may be left out, null clears it */
  changes: z.ZodObject<ChangeShape<F>>;
  /** what a cleared field becomes, where that is not null */
  whenCleared: { [Name in keyof F]?: unknown };
  /** the columns of a SELECT for this reader, all or `only` some: what he does not see is not there */
  columns(reader: Reader, only?: readonly (keyof F)[]): Sql;
  /** the same of a row that PostgreSQL turns into JSON, which writes instants in another way than answers do */
  columnsInJson(reader: Reader, only?: readonly (keyof F)[]): Sql;
  /** the columns of a list, and the joins behind its `from` in which some of them stand */
  listed(reader: Reader): { columns: Sql; joins: Sql };
  /** the SQL of one field */
  column(reader: Reader, name: keyof F): Sql;
  /** names of the fields this reader sees that the statement around a page puts in, behind a comma */
  around(reader: Reader): Sql;
  /** names of the fields this reader sees */
  seenBy(reader: Rights): string[];
  /** what this reader sees of a row that a verb read whole for itself */
  shownTo<Row extends object>(reader: Rights, row: Row): Row;
  /** some of its fields as a record without a name, to stand inside others */
  part<N extends keyof F>(names: readonly N[]): RecordOf<Pick<F, N>>;
  /** names of the entered fields that are columns of the table */
  stored: Sql;
  /** rows to insert, typed, as `from ${product.rows(entries)}`: the stored fields and `more` columns */
  rows(entries: readonly object[], more?: Record<string, string>): Sql;
  /** @throws Refusal `forbidden_fields` for what this actor may not enter */
  allowEntry(actor: Actor, sent: object): void;
  /**
   * What somebody does not see he does not overwrite either, though he may say it of a new one.
   * @throws Refusal `forbidden_fields` for what this actor may not enter or see
   */
  allowChange(actor: Actor, sent: object): void;
}

const defined = new Map<string, RecordOf<Fields>>();

/** A record by its name in the documentation. */
export function recordNamed(name: string): RecordOf<Fields> | undefined {
  return defined.get(name);
}

/**
 * Says of many fields that everybody sees them: every reader of the record. A field that has its own
 * word keeps it, and money must have one, so that a cost is never shown because nothing was said of it.
 */
export function everybody<F extends Fields>(fields: F & MoneySaid<F>): {
  [N in keyof F]: Opt<F[N]> extends { seenBy: Seen } ? F[N]
    : Field<Of<F[N]>["out"], Opt<F[N]> & { seenBy: "everybody" }, F[N]["kind"]>;
} {
  return Object.fromEntries(
    Object.entries(fields as Fields).map(([name, each]) => [name, {
      ...each,
      options: { seenBy: "everybody", ...each.options },
    }]),
  ) as never;
}

/**
 * Defines a record: its name in the documentation, the name of its table in the SELECTs that read it,
 * and its fields in the order of answers and files.
 */
export function record<const F extends Fields>(
  name: string,
  table: string,
  fields: F & Said<F> & StoredSaid<F>,
): RecordOf<F> {
  const all = Object.entries(fields as Fields);
  const shown = all.filter(([, { options }]) => options.seenBy !== "nobody");
  const entered = all.filter(([, { options }]) => options.entry !== undefined);
  const stored = entered.filter(([, { options: { sql, stored = !sql, seenBy } }]) =>
    stored && seenBy !== "nobody"
  );
  const guarded = Map.groupBy(
    entered.filter(([, { options }]) => options.setBy),
    ([, { options }]) => options.setBy!,
  );
  const hidden = Map.groupBy(
    entered.filter(([, { options: { seenBy } }]) => isPermission(seenBy)),
    ([, { options }]) => options.seenBy as Permission,
  );
  const visible = (rights: Rights) =>
    shown.filter(([, { options: { seenBy } }]) => !isPermission(seenBy) || may(rights, seenBy));
  const columnsBy = (as: (field: Field, column: Sql) => Sql) =>
    remembered((reader, only) =>
      join(
        visible(reader).filter(([n, { options }]) =>
          (!only || only.includes(n)) && options.sql !== "around" &&
          (!options.sometimes || options.sql)
        ).map(([n, each]) => sql`${as(each, columnOf(table, n, each, reader))} as ${raw(n)}`),
      )
    );
  const listedColumns = columnsBy(({ options }, column) => options.listed?.(table).sql ?? column);
  const joins = remembered((reader) =>
    join(visible(reader).map(([, { options }]) => options.listed?.(table).join ?? empty), "")
  );
  const schema = objectOf(shown, answerOf);
  const made = {
    name,
    table,
    fields,
    schema: name === "" ? schema : schema.meta({ id: name }),
    entry: requestSchema(entered.filter(([, each]) => each.options.change !== "only"), entryOf),
    changes: requestSchema(entered.filter(([, each]) => each.options.change !== false), changeOf),
    whenCleared: Object.fromEntries(
      entered.flatMap(([n, { options: { entry } }]) =>
        typeof entry === "object" ? [[n, entry.default]] : []
      ),
    ),
    columns: columnsBy((_, column) => column),
    listed: (reader: Reader) => ({ columns: listedColumns(reader), joins: joins(reader) }),
    columnsInJson: columnsBy(({ kind }, column) =>
      kind === "instant" ? instantText(column) : column
    ),
    column: (reader: Reader, name: string) =>
      columnOf(table, name, (fields as Fields)[name], reader),
    around: (reader: Reader) =>
      raw(
        visible(reader).filter(([, { options }]) => options.sql === "around")
          .map(([n]) => `, ${n}`).join(""),
      ),
    seenBy: (reader: Reader) => visible(reader).map(([n]) => n),
    shownTo: (reader: Reader, row: Record<string, unknown>) =>
      Object.fromEntries(
        visible(reader).filter(([n]) => n in row).map(([n, { shownTo }]) => [
          n,
          shownTo ? shownWithin(row[n], (each) => shownTo(reader, each)) : row[n],
        ]),
      ),
    part: (names: string[]) =>
      record("", table, Object.fromEntries(names.map((n) => [n, (fields as Fields)[n]])) as never),
    stored: raw(stored.map(([n]) => n).join(", ")),
    rows: (entries: readonly object[], more: Record<string, string> = {}) => {
      const types = [...stored.map(([n, each]) => [n, each.sqlType]), ...Object.entries(more)];
      // nothing else is sent: an entry may hold a password
      const sent = (entries as Record<string, unknown>[]).map((entry) =>
        Object.fromEntries(types.map(([n]) => [n, entry[n]]))
      );
      return sql`jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as (${
        raw(types.map(([n, type]) => `${n} ${type}`).join(", "))
      })`;
    },
    allowEntry(actor: Actor, sent: object) {
      allowEach(guarded, actor, sent);
    },
    allowChange(actor: Actor, sent: object) {
      allowEach(guarded, actor, sent);
      allowEach(hidden, actor, sent);
    },
  };
  if (name !== "") defined.set(name, made as unknown as RecordOf<Fields>);
  return made as unknown as RecordOf<F>;
}

function isPermission(seenBy: Seen | undefined): seenBy is Permission {
  return seenBy !== undefined && seenBy !== "everybody" && seenBy !== "nobody";
}

function allowEach(by: Map<Permission, [string, Field][]>, actor: Actor, sent: object): void {
  for (const [permission, fields] of by) {
    allowFields(actor, permission, sent as Record<string, unknown>, fields.map(([n]) => n));
  }
}

/** What is embedded, one row or many, each as `shown`. */
function shownWithin(embedded: unknown, shown: (row: object) => object): unknown {
  if (Array.isArray(embedded)) return embedded.map((row) => shown(row));
  return embedded ? shown(embedded) : embedded;
}

function columnOf(table: string, name: string, field: Field, reader: Reader): Sql {
  const { sql: given = raw(`${table}.${name}`) } = field.options;
  if (given === "around") return raw(name);
  return typeof given === "function" ? given(reader, table) : given;
}
