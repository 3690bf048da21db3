import type { z } from "zod";
import { heading } from "../domain/records/heading.ts";
import { cellOf } from "../domain/records/list_file.ts";
import { unwrap } from "../domain/records/input.ts";
import {
  type Command,
  type Option,
  type Outcome,
  type RecordsContext,
  UsageError,
} from "./command.ts";
import type { Listed } from "./listed.ts";
import { listedRecords } from "./listed_records.ts";
import type { Row } from "./source.ts";
import { shown as cell, table } from "./table.ts";

const fieldsOption: Option = {
  name: "fields",
  value: "NAMES",
  help: "only these fields, several with commas",
};
const allOption: Option = { name: "all", help: "every row, not a page" };

/** `list RECORD` and `show RECORD ID` of every list and detail of the API. */
export const recordCommands: Command[] = listedRecords.flatMap((record) => {
  const options = optionsOf(record);
  const list: Command = {
    name: `list ${record.name}`,
    summary: `List ${inWords(record)}, a page or all.`,
    examples: ["", " --all --json"].map((form) => `deno task cli list ${record.name}${form}`),
    options: [fieldsOption, allOption, ...options],
    needs: "records",
    run: (context) => listOf(context, record, options),
  };
  if (!record.show) return [list];
  const wanted = record.show.byText ? "SERIAL" : "ID";
  const show: Command = {
    name: `show ${record.name}`,
    summary: `Show one of ${inWords(record)} with all that belongs to it.`,
    arguments: wanted,
    examples: [`deno task cli show ${record.name} ${record.show.byText ? "SN-1001" : "1"}`],
    options: [fieldsOption],
    needs: "records",
    run: (context) => showOf(context, record, wanted),
  };
  return [list, show];
});

function inWords({ name }: Listed): string {
  return name === "lc-tt" ? "LCs and TTs" : name.replaceAll("-", " ");
}

/** The list's own query parameters as options: `customer_id` is `--customer ID`. */
function optionsOf({ query }: Listed): (Option & { param: string })[] {
  const { shape } = unwrap(query) as z.ZodObject<Record<string, z.ZodType>>;
  // the audit log has both: record and record_id
  const short = (param: string) => {
    const word = param.replace(/_id$/, "");
    return (word in shape ? param : word).replaceAll("_", "-");
  };
  return Object.entries(shape)
    .filter(([param]) => param !== "include_total")
    .map(([param, schema]) => {
      const { type, format, enum: words } = unwrap(schema).meta()?.override as Row ?? {};
      const plain = (words as unknown[] | undefined)?.filter((word) => !`${word}`.startsWith("-"));
      const kind = type === "boolean" ? "true|false" : plain?.join("|");
      return {
        param,
        name: short(param),
        value: kind ?? (type === "integer" ? "N" : format === "date" ? "DATE" : "TEXT"),
        help: (schema.description ?? "").replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())
          .replace(/\.$/, ""),
      };
    });
}

async function listOf(
  context: RecordsContext,
  listed: Listed,
  options: { name: string; param: string }[],
): Promise<Outcome> {
  const { args, source, options: given } = context;
  if (args.length > 0) throw new UsageError("A list takes options only.");
  if (given.all !== undefined && (given.limit ?? given.cursor) !== undefined) {
    throw new UsageError("--all goes without --limit and --cursor.");
  }
  const seen = listed.record.seenBy(source);
  const asked = Object.fromEntries(options.map(({ name, param }) => [param, given[name]]));
  const fields = fieldsOf(given.fields, seen);
  const { data, next } = given.all === undefined
    ? await source.page(listed, asked)
    : { data: await source.whole(listed, asked), next: null };
  return {
    data: fields ? data.map((row) => only(row, fields)) : data,
    text: tableOf(fields ?? usual(listed, seen), data),
    warnings: next ? [`there are more rows: --all, or go on with --cursor ${next}`] : [],
  };
}

async function showOf(context: RecordsContext, listed: Listed, wanted: string): Promise<Outcome> {
  const { args, source, options } = context;
  if (args.length !== 1) throw new UsageError(`Say which one: ${wanted}.`);
  const found = await source.one(listed, args[0]);
  const names = fieldsOf(options.fields, Object.keys(found));
  const record = names ? only(found, names) : found;
  return { data: record, text: textOf(record) };
}

/** The fields asked for, @throws UsageError naming those that are not there for this reader */
function fieldsOf(asked: string | undefined, known: string[]): string[] | undefined {
  const names = asked?.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`Unknown field ${unknown.join(", ")}. There are: ${known.join(", ")}`);
  }
  return names;
}

function only(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** What people look for first, where there is no room for all: what it is, its status, its money. */
function usual({ record }: Listed, seen: string[]): string[] {
  const plain = seen.filter((name) => !["many", "one"].includes(record.fields[name].kind));
  const chosen = plain.filter((name) =>
    ["id", "reference_no", "title", "status"].includes(name) || record.fields[name].kind === "money"
  );
  return (chosen.length > 2 ? chosen : plain).slice(0, 8);
}

function tableOf(columns: string[], rows: Row[]): string {
  return table(columns, rows.map((row) => mapped(only(row, columns))));
}

function mapped(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]));
}

/** A line for each field, then a table for each list inside. */
function textOf(record: Row): string {
  const isList = (value: unknown): value is Row[] =>
    Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
  const entries = Object.entries(record);
  const plain = entries.filter(([, value]) => !isList(value));
  const width = Math.max(0, ...plain.map(([name]) => heading(name).length)) + 1;
  const lines = plain.map(([name, value]) =>
    `${`${heading(name)}:`.padEnd(width)} ${cell(cellOf(value))}`.trimEnd()
  );
  const lists = entries.flatMap(([name, value]) =>
    isList(value) ? [`\n${heading(name)}\n${tableOf(Object.keys(value[0]), value)}`] : []
  );
  return [...lines, ...lists].join("\n");
}
