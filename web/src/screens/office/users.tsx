import {
  Badge,
  Button,
  call,
  may,
  NoAnswer,
  sentCount,
  Sheet,
  t,
  user,
  useSignal,
} from "../../kit/mod.ts";
import { detailScreen, formScreen, listScreen, statusWord } from "../../records/mod.ts";
import { w } from "./user_words.ts";
import { Secret } from "./secret.tsx";
import type { User } from "../../core/answers.ts";
import { userFields } from "./user.ts";

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
    lines: [statusWord(one.role), one.phone ?? one.email ?? one.employee_code ?? undefined],
    badges: !one.active && <Badge>{w("inactive")}</Badge>,
  }),
  above: () => <a class="link" href="#/users/webhooks">{w("webhooks")}</a>,
  add: { label: () => w("new_user"), to: "/users/new", may: "users.write" },
});

const mayEdit = (one: User) =>
  may("users.write") &&
  (may("users.write_admins") || one.role !== "owner" && one.role !== "admin");

const mayStop = (one: User) => mayEdit(one) && one.id !== user.value?.id;

export const detail = detailScreen<User>({
  path: "/users",
  screen: "/users",
  title: (one) => one.name,
  sections: [
    {
      rows: (one) => [
        [w("state"), w(one.active ? "active" : "inactive")],
        [w("role"), one.role && statusWord(one.role)],
        [w("phone"), one.phone],
        [w("email"), one.email],
        [w("code"), one.employee_code],
        [w("department"), one.department],
        [w("designation"), one.designation],
        one.must_change_password && [w("password"), w("must_change")],
      ],
    },
    {
      bare: true,
      when: mayStop,
      show: (one) => <Reset one={one} />,
    },
  ],
  contact: ({ phone }) => ({ phone }),
  actions: [
    { label: () => w("tokens"), to: (one) => `/users/${one.id}/tokens` },
    {
      label: () => w("edit_user"),
      icon: "edit",
      look: "main",
      when: mayEdit,
      to: (one) => `/users/${one.id}/edit`,
    },
    {
      label: (one) => w(one.active ? "deactivate" : "activate"),
      when: mayStop,
      write: (one) => ({
        method: "PUT",
        path: `/users/${one.id}`,
        body: { active: !one.active },
        title: w(one.active ? "deactivated" : "activated", { name: one.name }),
      }),
    },
  ],
});

export const edit = formScreen({
  title: () => w("edit_user"),
  path: "/users/:id",
  method: "PUT",
  list: "/users",
  edits: true,
  name: (body) => w("changed", { name: String(body.name) }),
  fields: userFields,
});

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
          <Button look="danger" wide onClick={reset}>{w("reset")}</Button>
        </Sheet>
      )}
      {done.value && <Secret one={done.value} onClose={() => done.value = undefined} />}
    </>
  );
}
