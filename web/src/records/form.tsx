import {
  announce,
  Button,
  Chips,
  type ComponentChildren,
  enqueue,
  Field,
  go,
  openForms,
  parseNumber,
  PhotoInput,
  queue,
  readFresh,
  readKept,
  retry,
  Screen,
  type ScreenProps,
  Select,
  Stepper,
  t,
  toast,
  useEffect,
  useSignal,
  type Write,
} from "../kit.ts";
import { enqueueFiles } from "./files.tsx";
import { Pick, type Source } from "./pick.tsx";
import { Suggest } from "./suggest.tsx";
import { takeBack } from "./take_back.ts";

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
  /** of `pick`, the records to choose from */
  from?: Source;
  /** steers the form and is not sent */
  local?: boolean;
  /** how a text is sent, such as a code without its spaces */
  clean?: (text: string) => string;
  /** what is wrong with it, so that it is not sent */
  check?: (text: string) => string | undefined;
  /** what may be wrong with it: told while it is typed, and sent all the same */
  warn?: (text: string) => string | undefined;
}

/** A form, said as data. It always writes into the outbox, so it works without internet. */
export interface FormDef {
  title: () => string;
  /** where it writes; `:id` is filled from the address */
  path: string;
  method?: Write["method"];
  fields: FieldDef[];
  save?: () => string;
  /** how the write is called in the queue */
  name: (body: Record<string, unknown>, values: Values) => string;
  /** the list that shows the new record at once; also where to go after saving */
  list: string;
  /** goes along unseen, such as where the form was opened from */
  also?: (props: ScreenProps) => Record<string, unknown>;
  /** change of a record: the form opens with what this phone knows of it */
  edits?: boolean;
  /** the record that it belongs to, such as the shipment of a cost; it goes back there */
  of?: string;
  /** its address, where that is not LIST/new or LIST/ID/edit */
  screen?: string;
  /** photos become files of the record, which is of this type */
  photosOf?: string;
  photosKind?: string;
  /** more that it opens with; `sent` is the write that is mended */
  prefill?: (props: ScreenProps, sent?: Record<string, unknown>) => Promise<Values>;
  /** sends at once, for an answer that no phone may keep; what it answers are faults of fields */
  send?: (body: Record<string, unknown>) => Promise<Record<string, string>>;
  /** stands over the fields and may fill them in */
  above?: (values: Values, fill: (values: Values) => void) => ComponentChildren;
}

export type Values = Record<string, string>;

export function formScreen(def: FormDef) {
  return function RecordForm(props: ScreenProps) {
    const values = useSignal<Values>(startValues(def, props));
    const photos = useSignal<string[]>([]);
    const errors = useSignal<Record<string, string>>({});
    // mending a refused write keeps its key: a refusal uses none up, and other writes may name it
    const again = queue.value.find((write) => write.key === props.query.get("write"));
    const filled = (template: string) => template.replace(":id", props.params.id ?? "");
    const path = filled(def.path);
    useEffect(() => {
      openForms.value++;
      const put = (known: Values) => values.value = { ...values.value, ...known };
      void fill(def, path, again).then(put).then(() => def.prefill?.(props, again?.body)).then((
        more,
      ) => more && put(more));
      errors.value = faultsOf(again?.problem);
      return () => void openForms.value--;
    }, []);
    const submit = async () => {
      const { body, faults } = readFields(def, values.value);
      errors.value = faults;
      const first = Object.keys(faults)[0];
      if (first) {
        announce(t("check_fields"));
        return document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      }
      const full = { ...body, ...def.also?.(props) };
      if (def.send) return void (errors.value = await def.send(full));
      const title = def.name(full, values.value);
      if (again) {
        if (!await retry(again.key, { body: full, title })) toast(t("too_late"));
        return go("/queue", { replace: true });
      }
      const write = await enqueue({
        method: def.method ?? "POST",
        path,
        body: full,
        photos: def.photosOf ? [] : photos.value,
        title,
        list: def.of ? undefined : def.list,
        record: def.of && filled(def.of),
        form: `#${
          def.screen ? filled(def.screen) : props.params.id ? path + "/edit" : def.list + "/new"
        }`,
      });
      if (def.photosOf) {
        const id = props.params.id ? Number(props.params.id) : `~${write.key}`;
        await enqueueFiles(def.photosOf, id, photos.value, title, def.photosKind);
      }
      go(props.params.id ? `${def.list}/${props.params.id}` : def.list, { replace: true });
      toast(t("saved_here"), { label: t("undo"), run: () => void takeBack(write.key) });
    };
    return (
      <Screen title={def.title()}>
        <form
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {def.above?.(values.value, (more) => values.value = { ...values.value, ...more })}
          {shownOf(def.fields, values.value).filter(({ hide }) => !hide?.(values.value)).map((
            field,
          ) =>
            field.type === "photos"
              ? (
                <PhotoInput
                  key={field.name}
                  label={field.label()}
                  photos={photos.value}
                  onChange={(taken) => photos.value = taken}
                />
              )
              : (
                <OneField
                  key={field.name}
                  def={field}
                  value={values.value[field.name] ?? ""}
                  error={errors.value[field.name]}
                  title={values.value[`${field.name}_title`]}
                  onInput={(value, title) => {
                    values.value = {
                      ...values.value,
                      [field.name]: value,
                      // of what was picked, to be called by before the server knows of it
                      ...title !== undefined && { [`${field.name}_title`]: title },
                    };
                    if (errors.value[field.name]) {
                      const { [field.name]: _gone, ...others } = errors.value;
                      errors.value = others;
                    }
                  }}
                />
              )
          )}
          <div class="pinned">
            <Button type="submit" look="main" icon="check" wide>{def.save?.() ?? t("save")}</Button>
          </div>
        </form>
      </Screen>
    );
  };
}

/** What the server said of each field, to stand at it. */
export function faultsOf(problem: Write["problem"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problem?.errors ?? {}).map(([name, faults]) => [name, faults.join(", ")]),
  );
}

export function OneField(
  { def, title, ...rest }: {
    def: FieldDef;
    value: string;
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
  if (type === "select") return <Select {...shared} choices={def.choices!()} />;
  if (type === "chips") return <Chips {...shared} choices={def.choices!()} first={def.first} />;
  if (type === "hidden") return null;
  if (type === "suggest") return <Suggest {...shared} sentences={def.sentences!()} />;
  if (type === "pick") return <Pick {...shared} from={def.from!} title={title} />;
  if (type === "stepper") {
    return (
      <Stepper
        label={shared.label}
        value={Number(rest.value)}
        onChange={(value) => rest.onInput(String(value))}
      />
    );
  }
  return <Field {...shared} type={type as "text"} />;
}

export function startValues(
  def: Pick<FormDef, "fields">,
  { query }: Pick<ScreenProps, "query">,
): Values {
  return Object.fromEntries(
    def.fields.map(({ name, initial }) => [name, query.get(name) ?? initial?.() ?? ""]),
  );
}

/** What the form opens with: the write that is mended, or the record that is changed. */
async function fill(def: FormDef, path: string, again?: Write): Promise<Values> {
  const known = again?.body ??
    // never left empty for want of having been opened: saving would clear what is set
    (def.edits
      ? (await readKept(path) ?? await readFresh(path).catch(() => undefined))?.data as Record<
        string,
        unknown
      >
      : undefined);
  return Object.fromEntries(
    def.fields.flatMap(({ name }) => {
      const value = known?.[name];
      return value === undefined || value === null ? [] : [[name, String(value)]];
    }),
  );
}

export function shownOf(fields: FieldDef[], values: Values): FieldDef[] {
  return fields.filter(({ when }) => when?.(values) ?? true);
}

/** The body to send; what is empty is left out, and cleared where a record is changed. */
export function readFields(def: Pick<FormDef, "fields" | "edits">, values: Values) {
  const body: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const field of shownOf(def.fields, values)) {
    const { name, type, required, asNumber, clean, check } = field;
    if (type === "photos" || field.local) continue;
    const typed = (values[name] ?? "").trim();
    const text = clean?.(typed) ?? typed;
    const fault = text && check?.(text);
    if (fault) faults[name] = fault;
    else if (text === "") {
      if (required) faults[name] = t("required");
      else if (def.edits) body[name] = null;
    } else if (type === "decimal" || type === "stepper") {
      const plain = parseNumber(text);
      if (plain === undefined) faults[name] = t("not_a_number");
      // as text: a decimal is exact on the wire
      else body[name] = plain;
    } else if (type === "pick" || asNumber) {
      // a record that another write has yet to make has no number
      body[name] = text.startsWith("~") ? text : Number(text);
    } else body[name] = text;
  }
  return { body, faults };
}
