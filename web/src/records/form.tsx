import {
  announce,
  Button,
  Chips,
  enqueue,
  Field,
  go,
  openForms,
  parseNumber,
  PhotoInput,
  queue,
  readKept,
  retry,
  Screen,
  type ScreenProps,
  Select,
  t,
  toast,
  useEffect,
  useSignal,
  type Write,
} from "../kit.ts";
import { takeBack } from "./detail.tsx";

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
    | "photos";
  required?: boolean;
  hint?: () => string;
  choices?: () => { value: string; label: string }[];
  /** what it is when the form opens; else from the address or the record */
  initial?: () => string;
  /** sent as a whole number, such as the id of a customer */
  asNumber?: boolean;
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
  name: (body: Record<string, unknown>) => string;
  /** the list that shows the new record at once; also where to go after saving */
  list: string;
  /** goes along unseen, such as where the form was opened from */
  also?: (props: ScreenProps) => Record<string, unknown>;
  /** change of a record: the form opens with what this phone knows of it */
  edits?: boolean;
}

type Values = Record<string, string>;

export function formScreen(def: FormDef) {
  return function RecordForm(props: ScreenProps) {
    const values = useSignal<Values>(startValues(def, props));
    const photos = useSignal<string[]>([]);
    const errors = useSignal<Record<string, string>>({});
    // mending a refused write keeps its key: a refusal uses none up, and other writes may name it
    const again = queue.value.find((write) => write.key === props.query.get("write"));
    const path = def.path.replace(":id", props.params.id ?? "");
    useEffect(() => {
      openForms.value++;
      void fill(def, path, again).then((known) => values.value = { ...values.value, ...known });
      return () => void openForms.value--;
    }, []);
    const submit = async () => {
      const { body, faults } = read(def, values.value);
      errors.value = faults;
      const first = Object.keys(faults)[0];
      if (first) {
        announce(t("check_fields"));
        return document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      }
      const full = { ...body, ...def.also?.(props) };
      const title = def.name(full);
      if (again) {
        await retry(again.key, { body: full, title });
        return go("/queue", { replace: true });
      }
      const write = await enqueue({
        method: def.method ?? "POST",
        path,
        body: full,
        photos: photos.value,
        title,
        list: def.list,
        form: `#${props.params.id ? path + "/edit" : def.list + "/new"}`,
      });
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
          {def.fields.map((field) =>
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
                  onInput={(value) => {
                    values.value = { ...values.value, [field.name]: value };
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

function OneField(
  { def, ...rest }: { def: FieldDef; value: string; error?: string; onInput: (v: string) => void },
) {
  const { name, required, type = "text" } = def;
  const shared = { name, required, label: def.label(), hint: def.hint?.(), ...rest };
  if (type === "select") return <Select {...shared} choices={def.choices!()} />;
  if (type === "chips") return <Chips {...shared} choices={def.choices!()} />;
  return <Field {...shared} type={type as "text"} />;
}

function startValues(def: FormDef, { query }: ScreenProps): Values {
  return Object.fromEntries(
    def.fields.map(({ name, initial }) => [name, query.get(name) ?? initial?.() ?? ""]),
  );
}

/** What the form opens with: the write that is mended, or the record that is changed. */
async function fill(def: FormDef, path: string, again?: Write): Promise<Values> {
  const known = again?.body ??
    (def.edits ? (await readKept(path))?.data as Record<string, unknown> : undefined);
  return Object.fromEntries(
    def.fields.flatMap(({ name }) => {
      const value = known?.[name];
      return value === undefined || value === null ? [] : [[name, String(value)]];
    }),
  );
}

/** The body to send; what is empty is left out, and cleared where a record is changed. */
function read(def: FormDef, values: Values) {
  const body: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const { name, type, required, asNumber } of def.fields) {
    if (type === "photos") continue;
    const text = (values[name] ?? "").trim();
    if (text === "") {
      if (required) faults[name] = t("required");
      else if (def.edits) body[name] = null;
    } else if (type === "decimal") {
      const plain = parseNumber(text);
      if (plain === undefined) faults[name] = t("not_a_number");
      // as text: a decimal is exact on the wire
      else body[name] = plain;
    } else body[name] = asNumber ? Number(text) : text;
  }
  return { body, faults };
}
