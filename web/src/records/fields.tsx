import {
  Chips,
  type ComponentChildren,
  Field,
  number,
  parseNumber,
  type ScreenProps,
  Select,
  Stepper,
} from "../kit/mod.ts";
import { Choose } from "./choose.tsx";
import { kindFault, longest } from "./field_faults.ts";
import type { FormDef } from "./form.tsx";
import { Pick, type Source } from "./pick.tsx";
import { statusWord } from "./statuses.ts";
import { Suggest } from "./suggest.tsx";
import { rt } from "./words.ts";

export interface FieldDef {
  name: string;
  label: () => string;
  type?:
    | "text"
    | "area"
    | "decimal"
    | "date"
    | "time"
    | "tel"
    | "email"
    | "select"
    | "chips"
    | "stepper"
    | "suggest"
    | "pick"
    | "hidden"
    | "photos";
  required?: boolean;
  hint?: () => string;
  choices?: () => { value: string; label: string }[];
  /** what it is when the form opens; else from the address or the record */
  initial?: () => string;
  /** sent as a whole number, such as the id of a customer */
  asNumber?: boolean;
  /** shown, and sent, only while this is true of what is entered */
  when?: (values: Values) => boolean;
  /** not shown while this is true, but sent */
  hide?: (values: Values) => boolean;
  /** of chips, how many are seen at first */
  first?: number;
  /** of `suggest`, what is usually said */
  sentences?: () => string[];
  /** of `pick`, and of `chips` that are no fixed words: the records to choose from */
  from?: Source;
  /** steers the form and is not sent */
  local?: boolean;
  /** of a number, that it may be below nought */
  signed?: boolean;
  /** of a text, how many letters the server takes, where that is not usual */
  max?: number;
  /** how a text is sent, such as a code without its spaces */
  clean?: (text: string) => string;
  /** what is wrong with it beside what else is entered, so that it is not sent */
  check?: (text: string, values: Values) => string | undefined;
  /** what may be wrong with it: told while it is typed, and sent all the same */
  warn?: (text: string) => string | undefined;
  /** draws itself */
  own?: (field: OwnField) => ComponentChildren;
}

/** A field as one that draws itself is given it. */
export interface OwnField {
  label: string;
  value: string;
  values?: Values;
  error?: string;
  onInput: (value: string) => void;
}

/** How urgent a task or a ticket is. */
export const priority = (label: () => string): FieldDef => ({
  name: "priority",
  label,
  type: "chips",
  initial: () => "normal",
  choices: () =>
    ["low", "normal", "high", "urgent"].map((value) => ({ value, label: statusWord(value) })),
});

/** Yes or no, as chips. */
export const yesNo = (name: string, label: () => string, initial?: "true" | "false"): FieldDef => ({
  name,
  label,
  type: "chips",
  initial: initial && (() => initial),
  choices: () =>
    (["true", "false"] as const).map((value) => ({
      value,
      label: rt(value === "true" ? "yes" : "no"),
    })),
});

export type Values = Record<string, string>;

export function OneField(
  { def, title, values, ...rest }: {
    def: FieldDef;
    value: string;
    /** what else is entered */
    values?: Values;
    error?: string;
    title?: string;
    onInput: (value: string, title?: string) => void;
  },
) {
  const { name, required, type = "text" } = def;
  const shared = {
    name,
    required,
    label: def.label(),
    hint: def.hint?.(),
    warn: def.warn && (def.warn(rest.value) ?? ""),
    ...rest,
  };
  if (def.own) return def.own({ ...shared, values });
  if (type === "select") return <Select {...shared} choices={def.choices!()} />;
  if (type === "chips" && def.from) {
    return <Choose {...shared} from={def.from} first={def.first} values={values} />;
  }
  if (type === "chips") return <Chips {...shared} choices={def.choices!()} first={def.first} />;
  if (type === "hidden") return null;
  if (type === "suggest") return <Suggest {...shared} sentences={def.sentences!()} />;
  if (type === "pick") return <Pick {...shared} from={def.from!} title={title} />;
  if (type === "stepper") {
    return (
      <Stepper
        {...shared}
        raw
        value={Number(rest.value)}
        onChange={(value) => rest.onInput(String(value))}
      />
    );
  }
  return <Field {...shared} type={type as "text"} />;
}

/** What fields are called: name → label. */
export const labelsOf = (fields: FieldDef[]) =>
  Object.fromEntries(fields.map(({ name, label }) => [name, label()]));

export function startValues(
  def: Pick<FormDef, "fields">,
  { query }: Pick<ScreenProps, "query">,
): Values {
  return Object.fromEntries(
    def.fields.map(({ name, initial }) => [name, query.get(name) ?? initial?.() ?? ""]),
  );
}

/** What of a record, or of the body of a write, stands in the fields; what is cleared is empty. */
export function valuesOf(fields: FieldDef[], known: Record<string, unknown> = {}): Values {
  return Object.fromEntries(
    fields.flatMap(({ name }) => name in known ? [[name, String(known[name] ?? "")]] : []),
  );
}

/** The id of a record that was chosen; one that another write has yet to make is `~KEY`. */
export const idOf = (chosen: string) => chosen.startsWith("~") ? chosen : Number(chosen);

export function shownOf(fields: FieldDef[], values: Values): FieldDef[] {
  return fields.filter(({ when }) => when?.(values) ?? true);
}

/** The body to send; what is empty is left out, and cleared where a record is changed. */
export function readFields(def: Pick<FormDef, "fields" | "edits">, values: Values) {
  const body: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const field of shownOf(def.fields, values)) {
    const { name, type, required, asNumber, clean, check } = field;
    if (type === "photos") continue;
    const typed = (values[name] ?? "").trim();
    const text = clean?.(typed) ?? typed;
    const wrong = text && !field.local && kindFault(field, text);
    const fault = wrong
      ? rt(wrong, { n: number(longest(field)), m: number(text.length) })
      : text && check?.(text, values);
    if (fault) faults[name] = fault;
    else if (field.local) continue;
    else if (text === "") {
      if (required) faults[name] = rt("required");
      else if (def.edits) body[name] = null;
    } else if (type === "decimal" || type === "stepper") {
      // as text: a decimal is exact on the wire
      body[name] = parseNumber(text);
    } else if (type === "pick" || asNumber) {
      body[name] = idOf(text);
    } else body[name] = text;
  }
  return { body, faults };
}
