import {
  ApiError,
  Button,
  changePassword,
  Field,
  Form,
  go,
  NoAnswer,
  Screen,
  type Screens,
  t,
  toast,
  user,
  useSignal,
} from "../../kit/mod.ts";
import { faultsOf, refusal, rt } from "../../records/mod.ts";
import { m } from "./confirm.tsx";
import { SecondFactor } from "./second_factor.tsx";

export { askMore } from "./confirm.tsx";

/** Also the only screen there is while the password is due for a change. */
function Password() {
  const current = useSignal("");
  const next = useSignal("");
  const errors = useSignal<Record<string, string>>({});
  const due = user.value?.must_change_password;
  const save = async () => {
    try {
      await changePassword(current.value, next.value);
      toast(m("changed"));
      go(due ? "/" : "/me", { replace: true });
    } catch (error) {
      if (error instanceof NoAnswer) errors.value = { current_password: t("no_internet_login") };
      else if (error instanceof ApiError) {
        const { problem } = error;
        errors.value = problem.errors ? faultsOf(problem) : { current_password: refusal(problem) };
      } else throw error;
    }
  };
  return (
    <Screen title={m("password")} root={due}>
      <Form onSubmit={save}>
        {due && <p class="card notice">{m("due")}</p>}
        <Field
          name="current_password"
          label={m("current")}
          type="password"
          autocomplete="current-password"
          required
          value={current.value}
          error={errors.value.current_password}
          onInput={(value) => current.value = value}
        />
        <Field
          name="new_password"
          label={m("next")}
          hint={m("next_hint")}
          type="password"
          autocomplete="new-password"
          required
          value={next.value}
          error={errors.value.new_password}
          onInput={(value) => next.value = value}
        />
        <Button type="submit" look="main" wide>{rt("save")}</Button>
      </Form>
    </Screen>
  );
}

/** What one does about one's own login: it takes the network, so it is fetched when it is opened. */
export const screens: Screens = {
  "/password": Password,
  "/totp": SecondFactor,
};
