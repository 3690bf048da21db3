import {
  ApiError,
  Badge,
  Button,
  call,
  CallLinks,
  Field,
  go,
  may,
  NoAnswer,
  openForms,
  Screen,
  Select,
  sentCount,
  Sheet,
  t,
  toast,
  useEffect,
  user,
  useSignal,
} from "../../kit.ts";
import { detailScreen, formScreen, listScreen } from "../../records/mod.ts";
import { w } from "./people.tsx";

interface User {
  id: number;
  name: string;
  reference_no: string;
  role: Role;
  email: string | null;
  phone: string | null;
  employee_code: string | null;
  department: string | null;
  designation: string | null;
  active: boolean;
  must_change_password: boolean;
  generated_password?: string;
}

const roles = [
  "owner",
  "admin",
  "manager",
  "accounts",
  "sales",
  "service_manager",
  "engineer",
  "store",
  "office_staff",
] as const;
type Role = typeof roles[number];

const State = ({ active }: { active: boolean }) => (
  <p class="badges">
    <Badge tone={active ? "good" : "calm"}>{w(active ? "active" : "inactive")}</Badge>
  </p>
);

export const list = listScreen<User>({
  title: () => t("users"),
  path: "/users",
  screen: "/users",
  icon: "people",
  query: "sort=name",
  search: true,
  filters: [
    { label: () => w("active"), query: "active=true" },
    { label: () => w("inactive"), query: "active=false" },
    { label: () => w("all"), query: "" },
  ],
  row: (one) => ({
    title: one.name,
    lines: [w(one.role), one.phone ?? one.email ?? one.employee_code ?? undefined],
    badges: !one.active && <Badge>{w("inactive")}</Badge>,
  }),
  add: { label: () => w("new_user"), to: "/users/new", may: "users.write" },
});

const mayEdit = (one: User) =>
  may("users.write") &&
  (may("users.write_admins") || one.role !== "owner" && one.role !== "admin");

export const detail = detailScreen<User>({
  path: "/users",
  screen: "/users",
  title: (one) => one.name,
  sections: [
    { show: (one) => <State active={one.active} /> },
    {
      rows: (one) => [
        [w("role"), one.role && w(one.role)],
        [w("phone"), one.phone],
        [w("email"), one.email],
        [w("code"), one.employee_code],
        [w("department"), one.department],
        [w("designation"), one.designation],
        one.must_change_password && [w("password"), w("must_change")],
      ],
    },
    { when: (one) => !!one.phone, show: (one) => <CallLinks phone={one.phone} /> },
    {
      when: (one) => mayEdit(one) && one.id !== user.value?.id,
      show: (one) => <Reset one={one} />,
    },
  ],
  actions: [
    {
      label: () => w("edit_user"),
      icon: "edit",
      look: "main",
      when: mayEdit,
      to: (one) => `/users/${one.id}/edit`,
    },
    {
      label: (one) => w(one.active ? "deactivate" : "activate"),
      when: (one) => mayEdit(one) && one.id !== user.value?.id,
      write: (one) => ({
        method: "PUT",
        path: `/users/${one.id}`,
        body: { active: !one.active },
        title: w(one.active ? "deactivated" : "activated", { name: one.name }),
      }),
    },
  ],
});

const roleChoices = () => roles.map((value) => ({ value, label: w(value) }));

export const edit = formScreen({
  title: () => w("edit_user"),
  path: "/users/:id",
  method: "PUT",
  list: "/users",
  edits: true,
  name: (body) => w("changed", { name: String(body.name) }),
  fields: [
    { name: "name", label: () => w("name"), required: true },
    { name: "role", label: () => w("role"), type: "select", required: true, choices: roleChoices },
    { name: "phone", label: () => w("phone"), type: "tel" },
    { name: "email", label: () => w("email"), type: "email" },
    { name: "employee_code", label: () => w("code") },
    { name: "department", label: () => w("department") },
    { name: "designation", label: () => w("designation") },
  ],
});

/** The password that the server made, once; it is in no store of this phone. */
function Secret({ one, onClose }: { one: User; onClose: () => void }) {
  const password = one.generated_password;
  const copy = async () => {
    await navigator.clipboard.writeText(password!);
    toast(w("copied"));
  };
  return (
    <Sheet title={w("password_title", { name: one.name })} onClose={onClose}>
      {password ? <code class="secret" translate={false}>{password}</code> : <p>{w("lost")}</p>}
      {password && <p class="muted">{w("password_text")}</p>}
      {password && <Button look="main" wide onClick={() => void copy()}>{w("copy")}</Button>}
    </Sheet>
  );
}

function Reset({ one }: { one: User }) {
  const sure = useSignal(false);
  const done = useSignal<User | undefined>(undefined);
  const fault = useSignal("");
  const reset = async () => {
    try {
      // not through the queue: the answer holds a password, and must be seen by who asked for it
      const { data } = await call<User>(`/users/${one.id}/reset-password`, {
        method: "POST",
        body: {},
      });
      sure.value = false;
      done.value = data;
      sentCount.value++;
    } catch (error) {
      fault.value = error instanceof NoAnswer ? w("online_only") : (error as Error).message;
    }
  };
  return (
    <>
      <Button wide onClick={() => sure.value = true}>{w("reset")}</Button>
      {sure.value && (
        <Sheet
          title={w("reset_sure", { name: one.name })}
          onClose={() => sure.value = false}
        >
          <p class="muted">{w("reset_text")}</p>
          {fault.value && <p class="error" role="alert">{fault.value}</p>}
          <Button look="danger" wide onClick={() => void reset()}>{w("reset")}</Button>
        </Sheet>
      )}
      {done.value && <Secret one={done.value} onClose={() => done.value = undefined} />}
    </>
  );
}

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
      const faults = error instanceof ApiError ? error.problem.errors ?? {} : {};
      errors.value = Object.fromEntries(
        Object.entries(faults).map(([name, all]) => [name, all.join(", ")]),
      );
      if (Object.keys(faults).length > 0) return;
      fault.value = error instanceof NoAnswer ? w("online_only") : (error as Error).message;
    }
  };
  return (
    <Screen title={w("new_user")}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
      </form>
      {done.value && (
        <Secret
          one={done.value}
          onClose={() => go(`/users/${done.value!.id}`, { replace: true })}
        />
      )}
    </Screen>
  );
}
