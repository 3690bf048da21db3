import {
  announce,
  Button,
  type ComponentChildren,
  enqueueAll,
  Form,
  Gone,
  may,
  NotHere,
  onward,
  PhotoInput,
  place,
  queue,
  readHere,
  retry,
  Screen,
  type ScreenProps,
  toast,
  useEffect,
  useRef,
  useSignal,
  type Write,
} from "../kit/mod.ts";
import { makers } from "./address.ts";
import {
  type FieldDef,
  labelsOf,
  OneField,
  readFields,
  shownOf,
  startValues,
  type Values,
  valuesOf,
} from "./fields.tsx";
import { filesOf } from "./files.tsx";
import { useTyped } from "./left_form.ts";
import { faultsOf, Refused } from "./refusals.tsx";
import { saySaved } from "./take_back.ts";
import { rt } from "./words.ts";

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
  /** the body as it is sent, where that is not the fields alone */
  shape?: (body: Record<string, unknown>, values: Values) => Record<string, unknown>;
  /** goes along unseen, such as where the form was opened from */
  also?: (props: ScreenProps) => Record<string, unknown>;
  /** change of a record: the form opens with what this phone knows of it, and sends what was changed */
  edits?: boolean;
  /** the record that it belongs to, such as the shipment of a cost; it goes back there */
  of?: string;
  /** where it goes back to, where that is neither */
  back?: (query: URLSearchParams) => string | false;
  /** its address, where that is not LIST/new or LIST/ID/edit */
  screen?: string;
  /** photos become files of the record, which is of this type */
  photosOf?: string;
  photosKind?: string;
  /** more that it opens with; what was typed before it was sent goes before it */
  prefill?: (props: ScreenProps) => Promise<Values>;
  /** sends at once, for an answer that no phone may keep; what it answers are faults of fields */
  send?: (body: Record<string, unknown>) => Promise<Record<string, string>>;
  /** stands over the fields and may fill them in */
  above?: (
    values: Values,
    fill: (values: Values) => void,
    props: ScreenProps,
  ) => ComponentChildren;
}

export function formScreen(def: FormDef) {
  return function RecordForm(props: ScreenProps) {
    /** what it opens with, without what a person has entered */
    const base = useRef(startValues(def, props));
    const typed = useTyped(() => values.value, !!def.send, () => values.value = base.current);
    const values = useSignal<Values>({ ...base.current, ...typed.kept });
    const errors = useSignal<Record<string, string>>({});
    // mending a refused write keeps its key: a refusal uses none up, and other writes may name it
    const found = queue.value.find((write) => write.key === props.query.get("write"));
    // kept, because it may go out while it is being mended: it would be entered a second time
    const mended = useRef(found);
    const again = mended.current ??= found;
    const opened = useRef<Values>({});
    // a body may be made of what was typed, which is not to be had back from it
    const sent = { ...valuesOf(def.fields, again?.body), ...again?.typed };
    /** ids of photos are kept among the values, so that a form that was left has them again */
    const photos = values.value.photos?.split(",").filter(Boolean) ?? [];
    /** what the record to be changed is called; null: it is not there; undefined: it did not come */
    const called = useSignal<string | null | undefined>("\u00a0");
    const filled = (template: string) =>
      template.replace(/:(\w+)/g, (_, name) => props.params[name] ?? "");
    const path = filled(def.path);
    const placeOf = () =>
      def.back?.(props.query) || (props.params.id ? `${def.list}/${props.params.id}` : def.list);
    useEffect(() => {
      const put = (known: Values) => values.value = { ...values.value, ...known, ...typed.own() };
      const open = async () => {
        // a record that this phone has not read yet is read first: saving an empty form would clear it
        // what belongs to another record is read with it, and its `prefill` finds it there
        const known = def.edits && !def.of
          ? await readHere<Record<string, unknown> & { title: string }>(path)
          : undefined;
        opened.current = valuesOf(def.fields, known ?? undefined);
        if (known) called.value = known.title ?? "";
        else if (def.edits && !def.prefill && !again && !path.includes("~")) called.value = known;
        put({ ...opened.current, ...sent });
        const more = await def.prefill?.(props);
        if (def.edits) opened.current = { ...opened.current, ...more };
        base.current = { ...base.current, ...opened.current, ...more, ...sent };
        put({ ...more, ...sent });
      };
      void open();
      errors.value = faultsOf(again?.problem);
    }, []);
    const submit = async () => {
      const goOn = onward();
      const { body, faults } = readFields(def, values.value);
      errors.value = faults;
      const first = Object.keys(faults)[0];
      if (first) {
        announce(rt("check_fields"));
        return document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      }
      const told = { ...body, ...def.also?.(props) };
      const full = def.shape?.(told, values.value) ?? told;
      if (def.edits) dropUnchanged(full, values.value, opened.current);
      typed.saved();
      if (def.edits && Object.keys(full).length === 0) return goOn(placeOf());
      if (def.send) return void (errors.value = await def.send(full));
      const title = def.name({ ...body, ...full }, values.value);
      const said = {
        body: full,
        title,
        names: namesOf(def.fields, values.value),
        typed: { ...values.value, photos: "" }, // files of their own
        labels: labelsOf(def.fields),
      };
      const files = (key: string) => {
        const id = props.params.id ? Number(props.params.id) : `~${key}`;
        return def.photosOf ? filesOf(def.photosOf, id, photos, title, def.photosKind) : [];
      };
      if (again) {
        if (photos.length > 0) await enqueueAll(files(again.key));
        if (!await retry(again.key, said)) toast(rt("too_late"));
        return goOn("/queue");
      }
      const key = crypto.randomUUID();
      const [write] = await enqueueAll([{
        key,
        method: def.method ?? "POST",
        path,
        ...said,
        list: def.of ? undefined : def.list,
        record: def.of && filled(def.of),
        form: `#${
          def.screen ? filled(def.screen) : props.params.id ? path + "/edit" : def.list + "/new"
        }`,
      }, ...files(key)]);
      goOn(placeOf());
      saySaved(write);
    };
    if (called.value === null || !may(makers.get(place.value.path))) return <Gone />;
    if (called.value === undefined) return <NotHere />;
    return (
      <Screen title={def.title()} sub={def.edits && called.value}>
        <Form onSubmit={submit}>
          {again?.problem && (
            <p class="notice card">
              <Refused {...again} />
            </p>
          )}
          {def.above?.(values.value, (more) => values.value = { ...values.value, ...more }, props)}
          {shownOf(def.fields, values.value).filter(({ hide }) => !hide?.(values.value)).map((
            field,
          ) =>
            field.type === "photos"
              ? (
                <PhotoInput
                  key={field.name}
                  label={field.label()}
                  photos={photos}
                  onChange={(taken) => {
                    typed.add("photos");
                    values.value = { ...values.value, photos: taken.join() };
                  }}
                />
              )
              : (
                <OneField
                  key={field.name}
                  def={field}
                  value={values.value[field.name] ?? ""}
                  values={values.value}
                  error={errors.value[field.name]}
                  title={values.value[`${field.name}_title`]}
                  onInput={(value, title) => {
                    typed.add(field.name);
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
            <Button type="submit" look="main" icon="check" wide>
              {def.save?.() ?? rt("save")}
            </Button>
          </div>
        </Form>
      </Screen>
    );
  };
}

/** What the records are called that were picked: of `customer_id` the `customer_name`. */
const namesOf = (fields: FieldDef[], values: Values) =>
  Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const title = type === "pick" && values[`${name}_title`];
      return title ? [[name.replace(/_id$/, "_name"), title]] : [];
    }),
  );

/** Leaves what somebody else may have changed meanwhile as it is: only what was changed here is sent. */
function dropUnchanged(body: Record<string, unknown>, values: Values, opened: Values): void {
  for (const name of Object.keys(body)) {
    if ((values[name] ?? "") === (opened[name] ?? "")) delete body[name];
  }
}
