import {
  ApiError,
  Button,
  call,
  type ComponentChildren,
  Field,
  Form,
  loginFault,
  render,
  type Sending,
  session,
  Sheet,
  t,
  user,
  useSignal,
  words,
} from "../../kit/mod.ts";
import { en } from "../../strings/office_me.en.ts";

export const m = words(en, () => import("../../strings/office_me.bn.ts").then((all) => all.bn));

type Done<T> = (answer?: T) => void;

/** A sheet over whatever is there, the login too; answers what it was closed with. */
async function asked<T>(sheet: (done: Done<T>) => ComponentChildren): Promise<T | undefined> {
  const host = document.body.appendChild(document.createElement("div"));
  try {
    return await new Promise<T | undefined>((resolve) => render(sheet(resolve), host));
  } finally {
    render(null, host);
    host.remove();
  }
}

let confirming: Promise<true | undefined> | undefined;

/**
 * What to send in place of what was refused: the same, once its user has confirmed who he is, or with the code
 * that it lacks; undefined where he would not. What is refused meanwhile waits for the same answer.
 */
export async function askMore(code: string, sending: Sending): Promise<Sending | undefined> {
  if (code === "step_up_required") {
    confirming ??= asked<true>((done) => <Confirm done={done} />)
      .finally(() => confirming = undefined);
    return await confirming && sending;
  }
  const totp_code = await asked<string>((done) => <Code done={done} />);
  return totp_code ? { ...sending, body: { ...sending.body as object, totp_code } } : undefined;
}

function Confirm({ done }: { done: Done<true> }) {
  const password = useSignal("");
  const error = useSignal("");
  const who = user.value;
  const confirm = async () => {
    try {
      await call("/auth/step-up", {
        method: "POST",
        body: { password: password.value },
        // a wrong password is no reason for another token
        anonymous: true,
        headers: { authorization: `Bearer ${session.value?.access}` },
      });
      done(true);
    } catch (fault) {
      const wrong = fault instanceof ApiError && fault.problem.status === 401;
      error.value = wrong ? m("wrong") : loginFault(fault);
    }
  };
  return (
    <Sheet title={m("sure")} onClose={done}>
      <Form onSubmit={confirm}>
        <Field
          name="password"
          label={t("password")}
          type="password"
          autocomplete="current-password"
          required
          hint={m("sure_text")}
          value={password.value}
          error={error.value || undefined}
          onInput={(value) => password.value = value}
        />
        <input type="hidden" name="username" autocomplete="username" value={who?.email ?? ""} />
        <Button type="submit" look="main" icon="check" wide>{m("confirm")}</Button>
      </Form>
    </Sheet>
  );
}

function Code({ done }: { done: Done<string> }) {
  const code = useSignal("");
  return (
    <Sheet title={m("code_title")} onClose={done}>
      <Form onSubmit={() => code.value.trim() && done(code.value)}>
        <CodeField value={code.value} onInput={(value) => code.value = value} hint />
        <Button type="submit" look="main" icon="check" wide>{m("confirm")}</Button>
      </Form>
    </Sheet>
  );
}

/** Where the code of the app is typed, or a recovery code. */
export function CodeField(
  { hint, ...field }: {
    value: string;
    error?: string;
    hint?: boolean;
    onInput: (value: string) => void;
  },
) {
  return (
    <Field
      name="totp_code"
      label={m("code")}
      hint={hint ? m("code_hint") : undefined}
      required
      {...field}
    />
  );
}
