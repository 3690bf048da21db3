import type { Customer } from "../core/answers.ts";
import {
  Button,
  type Choice,
  Code,
  type FieldProps,
  Icon,
  Labelled,
  queue,
  searchHere,
  toldOf,
  useEffect,
  useId,
  useRead,
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
  /** what stands below the name of a record that is offered, where that is not its phone or number */
  // deno-lint-ignore no-explicit-any -- each list has rows of its own
  line?: (row: any) => string;
  /** of chips: nothing is asked where this phone knows of no two */
  several?: boolean;
}

/** Whatever is picked has a line of its own, and some have a phone. */
type Row = Pick<Customer, "id" | "title" | "reference_no"> & Partial<Pick<Customer, "phone">>;

const SHOWN = 5;

/** Finds a record by typing a part of it; the latest ones are there to tap. Also without internet. */
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
  const read =
    useRead<Row[]>(field.value || onlyTyped && !search ? undefined : list + search).value;
  const chosen = useRead<Row>(field.value ? `${from.path}/${field.value}` : undefined).value.data;
  // one that is not sent yet is called as its write says
  const unsent = queue.value.find(({ key }) => field.value === `~${key}`)?.body.name;
  const called = chosen?.title ?? unsent as string | undefined;
  useEffect(() => {
    if (called && !title) onInput(field.value, called);
  }, [called]);
  useEffect(() => {
    if (!read.stale || !search) return void (here.value = []);
    void searchHere(typed).then((hits) =>
      here.value = hits.filter(({ path }) => path.startsWith(`${from.path}/`)).slice(0, SHOWN)
    );
  }, [typed, read.stale]);
  if (field.value) {
    return (
      <div class="field">
        <span class="strong">{field.label}</span>
        <div class="picked">
          <span class="grow strong">{called ?? title ?? rt("loading_one")}</span>
          <Button look="quiet" onClick={() => onInput("", "")}>{rt("another")}</Button>
        </div>
      </div>
    );
  }
  const rows = here.value.length ? here.value : onlyTyped && !search ? [] : read.data ?? [];
  return (
    <div class="field">
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
          onInput={(event) => asked.value = event.currentTarget.value}
        />
      </Labelled>
      <ul class="list" aria-label={field.label}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" class="row" onClick={() => onInput(String(row.id), row.title)}>
              <span class="grow">
                <span class="row-title">{row.title}</span>
                <span class="muted">
                  {from.line?.(row) ?? <Code>{row.phone ?? numberOf(row)}</Code>}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {typed && !read.loading && rows.length === 0 && <p class="muted">{rt("nothing_filtered")}</p>}
    </div>
  );
}

/** Its number, where its name does not say it already. */
const numberOf = ({ title, reference_no }: Row) =>
  title.includes(reference_no) ? undefined : reference_no;

/** What is typed, once the fingers rest. */
function useLater(text: string): string {
  const later = useSignal(text);
  useEffect(() => {
    const timer = setTimeout(() => later.value = text, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return later.value;
}
