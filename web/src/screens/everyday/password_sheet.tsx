import {
  Button,
  Field,
  Form,
  logIn,
  loginFault,
  Sheet,
  t,
  user,
  useSignal,
} from "../../kit/mod.ts";
import { w } from "./me.tsx";

/** Asks for the password over the current screen; what is on it and in the queue stays. */
export function PasswordSheet() {
  const password = useSignal("");
  const error = useSignal("");
  const busy = useSignal(false);
  const who = user.value;
  return (
    <Sheet title={w("password_again")}>
      <Form
        onSubmit={() => {
          busy.value = true;
          logIn(who?.email ?? who?.phone ?? "", password.value)
            .catch((fault) => error.value = loginFault(fault))
            .finally(() => busy.value = false);
        }}
      >
        <p>{who?.name}</p>
        <p class="muted">{w("password_again_text")}</p>
        <input type="hidden" name="username" autocomplete="username" value={who?.email ?? ""} />
        <Field
          name="password"
          label={t("password")}
          type="password"
          autocomplete="current-password"
          value={password.value}
          error={error.value || undefined}
          required
          onInput={(value) => password.value = value}
        />
        <Button type="submit" look="main" wide disabled={busy.value}>{t("log_in")}</Button>
      </Form>
    </Sheet>
  );
}
