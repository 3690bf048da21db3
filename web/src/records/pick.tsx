import type { Customer } from "../core/answers.ts";
import {
  Button,
  type Choice,
  Code,
  type FieldProps,
  Icon,
  Labelled,
  may,
  queue,
  searchHere,
  toldOf,
  useEffect,
  useId,
  useRead,
  useRef,
  useSignal,
} from "../kit/mod.ts";
import { rt } from "./words.ts";

/** Records of a list of which one is chosen, such as the customer of a ticket. */
export interface Source {
  path: string;
  query?: string;
  /** of chips: what each record is called and sent as, null where it is none to choose */
  // deno-lint-ignore no-explicit-any -- each list has rows of its own
  choice?: (row: any, values: Record<string, string>) => Choice | null;
  /** of a pick: what a record is called where that is not its title */
  // deno-lint-ignore no-explicit-any -- each list has rows of its own
  name?: (row: any) => string;
  /** what stands below the name of a record that is offered, where that is not its phone or number */
  // deno-lint-ignore no-explicit-any -- each list has rows of its own
  line?: (row: any) => string;
  /** of chips: nothing is asked where this phone knows of no two */
  several?: boolean;
}

/** Whatever is picked has a line of its own, and some have a phone. */
type Row = Pick<Customer, "id" | "title" | "reference_no"> & Partial<Pick<Customer, "phone">>;

const SHOWN = 5;
/** How many a list has offered, since the page was opened. */
const offered = new Map<string, number>();

/**
 * Finds a record by typing a part of it; the latest ones are there to tap. Enter takes the first that was
 * found, the arrows lead to the others. Also without internet.
 */
export function Pick(
  { from, onInput, title, typed: onlyTyped, ...field }: Omit<FieldProps, "onInput"> & {
    from: Source;
    /** of the one chosen, as far as it is known already */
    title?: string;
    /** nothing is offered before something is typed */
    typed?: boolean;
    onInput: (value: string, title: string) => void;
  },
) {
  const id = useId();
  const asked = useSignal("");
  const typed = useLater(asked.value.trim());
  const here = useSignal<Row[]>([]);
  const list = `${from.path}?limit=${SHOWN}${from.query ? `&${from.query}` : ""}`;
  const search = typed.length > 1 ? `&search=${encodeURIComponent(typed)}` : "";
  const offers = !onlyTyped || !!search;
  const found = useRead<Row[]>(field.value || !offers ? undefined : list + search);
  const read = found.value;
  const chosen = useRead<Row>(field.value ? `${from.path}/${field.value}` : undefined).value.data;
  // one that is not sent yet is called as its write says
  const unsent = queue.value.find(({ key }) => field.value === `~${key}`);
  const nameOf = (row: Row) => from.name?.(row) ?? row.title;
  const called = (chosen && nameOf(chosen)) ?? unsent?.body.name as string | undefined ??
    unsent?.title;
  useEffect(() => {
    if (called && !title) onInput(field.value, called);
  }, [called]);
  useEffect(() => {
    if (!read.stale || !search) return void (here.value = []);
    void searchHere(typed).then((hits) =>
      here.value = hits.filter(({ path }) => path.startsWith(`${from.path}/`)).slice(0, SHOWN)
    );
  }, [typed, read.stale]);
  const rows = here.value.length ? here.value : offers ? read.data ?? [] : [];
  // what stands below stays where it is while they come, and while one types
  const room = useRef(offered.get(list) ?? SHOWN).current;
  if (read.data && !read.loading && !search) offered.set(list, read.data.length);
  const holds = offers && (read.loading || rows.length > 0 || !!typed);
  const whole = useRef<HTMLDivElement>(null);
  /** Enter was pressed and what was typed is still looked for */
  const entered = useSignal(false);
  const byKey = useRef(false);
  const under = (row: Row) => {
    const number = row.phone ?? numberOf(row);
    return from.line?.(row) ?? (number && <Code>{number}</Code>);
  };
  const choose = (row: Row) => {
    asked.value = "";
    onInput(String(row.id), nameOf(row));
  };
  useEffect(() => {
    const settled = typed === asked.value.trim() && !found.value.loading;
    if (!entered.value || !settled || !rows[0]) return;
    entered.value = false;
    byKey.current = true;
    choose(rows[0]);
  });
  useEffect(() => {
    // what had the focus is gone, and the next field is one Tab from here
    if (byKey.current) whole.current?.querySelector<HTMLElement>("input, button")?.focus();
    byKey.current = false;
  }, [field.value]);
  if (field.value) {
    return (
      <div class="field" ref={whole}>
        <span class="strong">{field.label}</span>
        <div class="picked">
          <span class="grow strong">{called ?? title ?? rt("loading_one")}</span>
          <Button look="quiet" onClick={() => onInput("", "")}>{rt("another")}</Button>
        </div>
      </div>
    );
  }
  return (
    <div class="field" ref={whole} onKeyDown={toNext}>
      <Labelled {...field} id={id}>
        <Icon name="search" />
        <input
          id={id}
          name={field.name}
          type="search"
          autocomplete="off"
          placeholder={rt("part_of")}
          {...toldOf(id, field)}
          value={asked.value}
          onInput={(event) => {
            entered.value = false;
            asked.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.isComposing || !asked.value.trim()) return;
            event.preventDefault();
            entered.value = true;
          }}
        />
      </Labelled>
      <div>
        <ul class="list" aria-label={field.label}>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                class="row"
                onClick={({ detail }) => {
                  byKey.current = detail === 0;
                  choose(row);
                }}
              >
                <span class="grow">
                  <span class="row-title">{nameOf(row)}</span>
                  {under(row) && <span class="muted">{under(row)}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {typed && !read.loading && rows.length === 0 && (
          <p class="muted">
            {rt("nothing_filtered")}
            {from.path === "/customers" && !may("customers.write") && `. ${rt("who_adds")}`}
          </p>
        )}
        {holds &&
          Array.from(
            { length: Math.max(0, room - rows.length) },
            (_, row) => <div key={row} class="room" />,
          )}
      </div>
    </div>
  );
}

/** Its number, where its name does not say it already. */
const numberOf = ({ title, reference_no }: Row) =>
  title.includes(reference_no) ? undefined : reference_no;

/** The arrows go through the field and what it offers. */
function toNext(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const all = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("input, button"),
  ];
  const next = by && all[all.indexOf(document.activeElement as HTMLElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** What is typed, once the fingers rest. */
function useLater(text: string): string {
  const later = useSignal(text);
  useEffect(() => {
    const timer = setTimeout(() => later.value = text, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return later.value;
}
