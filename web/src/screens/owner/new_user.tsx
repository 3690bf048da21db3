import {
  ApiError,
  Button,
  call,
  Field,
  Form,
  go,
  NoAnswer,
  openForms,
  Screen,
  Select,
  sentCount,
  useEffect,
  useSignal,
} from "../../kit.ts";
import { faultsOf } from "../../records/mod.ts";
import { w } from "./people.tsx";
import { Secret } from "./secret.tsx";
import { roleChoices, type User } from "./user.ts";

const newFields = [
  ["name", "name", "text"],
  ["phone", "phone", "tel"],
  ["email", "email", "email"],
  ["employee_code", "code", "text"],
  ["department", "department", "text"],
  ["designation", "designation", "text"],
] as const;

/** A user needs the server at once: it makes the password that is shown here and nowhere else. */
export function NewUser() {
  const values = useSignal<Record<string, string>>({ role: "engineer" });
  const errors = useSignal<Record<string, string>>({});
  const fault = useSignal("");
  const done = useSignal<User | undefined>(undefined);
  const key = useSignal(crypto.randomUUID());
  useEffect(() => {
    openForms.value++;
    return () => void openForms.value--;
  }, []);
  const set = (name: string) => (value: string) =>
    values.value = { ...values.value, [name]: value };
  const save = async () => {
    errors.value = {};
    fault.value = "";
    try {
      const { data } = await call<User>("/users", {
        method: "POST",
        body: values.value,
        headers: { "idempotency-key": key.value },
      });
      done.value = data;
      sentCount.value++;
    } catch (error) {
      errors.value = error instanceof ApiError ? faultsOf(error.problem) : {};
      if (Object.keys(errors.value).length > 0) return;
      fault.value = error instanceof NoAnswer ? w("online_only") : (error as Error).message;
    }
  };
  return (
    <Screen title={w("new_user")}>
      <Form onSubmit={save}>
        {newFields.map(([name, label, type]) => (
          <Field
            key={name}
            name={name}
            type={type}
            label={w(label)}
            required={name === "name"}
            hint={name === "phone" ? w("code_hint") : undefined}
            value={values.value[name] ?? ""}
            error={errors.value[name]}
            onInput={set(name)}
          />
        ))}
        <Select
          name="role"
          label={w("role")}
          required
          value={values.value.role}
          error={errors.value.role}
          choices={roleChoices()}
          onInput={set("role")}
        />
        {fault.value && <p class="error" role="alert">{fault.value}</p>}
        <div class="pinned">
          <Button type="submit" look="main" icon="check" wide>{w("create")}</Button>
        </div>
      </Form>
      {done.value && (
        <Secret
          one={done.value}
          onClose={() => go(`/users/${done.value!.id}`, { replace: true })}
        />
      )}
    </Screen>
  );
}
