import { isNoRoom } from "../core/no_room.ts";
import { announce, Button, Form, place, Sheet, useSignal } from "../kit/mod.ts";
import { type FieldDef, OneField, readFields, shownOf, startValues } from "./fields.tsx";
import { rt } from "./words.ts";

/** A few questions in a sheet, then the one button that does it; the sheet is closed once that is done. */
export function Ask(
  { title, say, fields, onConfirm, onClose }: {
    title: string;
    say?: string;
    fields: FieldDef[];
    onConfirm: (answers: Record<string, unknown>) => unknown;
    onClose: () => void;
  },
) {
  const values = useSignal(startValues({ fields }, { query: new URLSearchParams() }));
  const errors = useSignal<Record<string, string>>({});
  const full = useSignal(false);
  const submit = async () => {
    const { body, faults } = readFields({ fields }, values.value);
    errors.value = faults;
    const [first] = Object.keys(faults);
    if (first) {
      announce(rt("check_fields"));
      return document.querySelector<HTMLElement>(`dialog [name="${first}"]`)?.focus();
    }
    full.value = false;
    try {
      await onConfirm(body);
    } catch (fault) {
      if (!isNoRoom(fault)) throw fault;
      return void (full.value = true);
    }
    await place.value.shown;
    onClose();
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        {say && <p>{say}</p>}
        {shownOf(fields, values.value).map((field) => (
          <OneField
            key={field.name}
            def={field}
            value={values.value[field.name] ?? ""}
            values={values.value}
            error={errors.value[field.name]}
            onInput={(value) => values.value = { ...values.value, [field.name]: value }}
          />
        ))}
        {full.value && <p class="error" role="alert">{rt("not_kept")}</p>}
        <Button type="submit" look="main" icon="check" wide>{rt("confirm")}</Button>
      </Form>
    </Sheet>
  );
}
