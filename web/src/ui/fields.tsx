import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../core/core_words.ts";
import { parseNumber } from "../core/numbers.ts";
import { digits } from "../core/text.ts";
import { Icon, IconButton, once } from "./basics.tsx";
import type { IconName } from "../core/icons.ts";

export interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** told as it is typed, and no error */
  warn?: string;
  value: string;
  required?: boolean;
  onInput: (value: string) => void;
}

/**
 * A form. What is wrong with a field is said by us in the language of the phone, not by the
 * browser.
 */
export function Form(
  { look = "form", onSubmit, children }: {
    look?: "form" | "inline";
    /** what it answers is waited for before it may be sent again */
    onSubmit: () => unknown;
    children: ComponentChildren;
  },
) {
  return (
    <form
      class={look}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        once(event, onSubmit);
      }}
    >
      {children}
    </form>
  );
}

/** A label, its box, and under it what is wrong or may be said. */
export function Labelled(
  { id, label, required, error, hint, children, more }: Partial<FieldProps> & {
    id: string;
    children: ComponentChildren;
    /** between the box and what is said */
    more?: ComponentChildren;
  },
) {
  return (
    <div class="field" data-error={!!error}>
      <label for={id}>
        {label}
        {required && <span aria-hidden="true">&nbsp;*</span>}
      </label>
      <div class="box">{children}</div>
      {more}
      {(error || hint) && <p id={`${id}-told`} class={error ? "error" : "muted"}>{error ?? hint}
      </p>}
    </div>
  );
}

/** For the field itself: that it is wrong, and where that is said. */
export const toldOf = (id: string, { error, hint }: Partial<FieldProps>) => ({
  "aria-invalid": !!error,
  "aria-describedby": error || hint ? `${id}-told` : undefined,
});

export type TextType = "text" | "decimal" | "date" | "time" | "tel" | "email" | "password" | "area";

/** A labelled field; an error stands at it and is read out with it. Numbers take either script. */
export function Field(
  { type = "text", autocomplete, icon, ...field }: FieldProps & {
    type?: TextType;
    autocomplete?: "off" | "username" | "current-password" | "new-password" | "tel" | "name";
    icon?: IconName;
  },
) {
  const id = useId();
  const shared = {
    id,
    name: field.name,
    value: field.value,
    required: field.required,
    ...toldOf(id, field),
    autocomplete: autocomplete ?? "off",
    onInput: (event: { currentTarget: { value: string } }) =>
      field.onInput(event.currentTarget.value),
  };
  return (
    <Labelled
      {...field}
      id={id}
      more={
        <>
          {type === "decimal" && <Understood value={field.value} />}
          {field.warn !== undefined && <p class="warning" role="status">{field.warn}</p>}
        </>
      }
    >
      {icon && <Icon name={icon} />}
      {type === "area" ? <textarea rows={2} {...shared} /> : (
        <input
          {...shared}
          // a number field of the browser drops Bangla digits without a word
          type={(type === "decimal" ? "text" : type) as "text"}
          inputMode={type === "decimal" ? "decimal" as const : undefined}
          // a year of six digits would be none of ours
          max={type === "date" ? "9999-12-31" : undefined}
        />
      )}
    </Labelled>
  );
}

/** What a number in words comes to, such as 2,50,000 for "2.5 lakh". */
function Understood({ value }: { value: string }) {
  const plain = parseNumber(value);
  if (plain === undefined || !/[^\d.\s]/.test(value)) return null;
  return <p class="muted">= {digits(Number(plain).toLocaleString("en-IN"))}</p>;
}

export interface Choice {
  value: string;
  label: string;
}

export function Select({ choices, ...field }: FieldProps & { choices: Choice[] }) {
  const id = useId();
  return (
    <Labelled {...field} id={id}>
      <select
        id={id}
        name={field.name}
        value={field.value}
        {...toldOf(id, field)}
        onChange={(event) => field.onInput(event.currentTarget.value)}
      >
        {!field.required && <option value="">–</option>}
        {choices.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
    </Labelled>
  );
}

/** A choice of few, all seen at once: one tap. */
export function Chips(
  { choices, first, ...field }: FieldProps & {
    choices: Choice[];
    /** that many are seen at first, and the rest on demand */
    first?: number;
  },
) {
  const all = useSignal(false);
  const some = !all.value && first !== undefined && choices.length > first + 1;
  const shown = some
    ? choices.filter(({ value }, at) => at < first || value === field.value)
    : choices;
  return (
    <fieldset class="field chips" data-error={!!field.error}>
      <legend>{field.label}</legend>
      <div>
        {shown.map(({ value, label }) => (
          <label key={value} class="chip">
            <input
              type="radio"
              name={field.name}
              value={value}
              checked={field.value === value}
              onChange={() => field.onInput(value)}
            />
            <span>{label}</span>
          </label>
        ))}
        {some && (
          <button type="button" class="chip quiet" onClick={() => all.value = true}>
            {t("more")} …
          </button>
        )}
      </div>
      {field.error && <p class="error">{field.error}</p>}
    </fieldset>
  );
}

/** A quantity with − and +, and a field for large ones. */
export function Stepper(
  { label, name, value, min = 0, max, raw, error, warn, onChange }: {
    label: string;
    name?: string;
    value: number;
    min?: number;
    max?: number;
    /** what is typed is taken as it is, also below `min`: its form says that it is wrong */
    raw?: boolean;
    error?: string;
    warn?: string;
    onChange: (value: number) => void;
  },
) {
  const id = useId();
  // counts while it is typed, and stays as it is typed until the field is left
  const typed = useSignal<string | undefined>(undefined);
  const set = (next: number) => onChange(Math.max(min, Math.min(max ?? Infinity, next)));
  // beside it, not around it: a box that comes while somebody types would take the focus
  return (
    <>
      <div class="stepper">
        <label for={id}>{label}</label>
        <IconButton icon="minus" label={`${t("less")}: ${label}`} onClick={() => set(value - 1)} />
        <input
          id={id}
          name={name}
          {...toldOf(id, { error })}
          type="text"
          inputMode="decimal"
          value={typed.value ?? digits(String(value))}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            const plain = parseNumber(typed.value);
            if (plain !== undefined) (raw ? onChange : set)(Number(plain));
          }}
          onBlur={() => typed.value = undefined}
        />
        <IconButton icon="plus" label={`${t("plus")}: ${label}`} onClick={() => set(value + 1)} />
      </div>
      {error && <p id={`${id}-told`} class="error">{error}</p>}
      {warn && <p class="warning" role="status">{warn}</p>}
    </>
  );
}
