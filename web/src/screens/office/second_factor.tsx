import { encode } from "uqr";
import {
  ApiError,
  bringPermissions,
  Button,
  call,
  Card,
  Form,
  go,
  NoAnswer,
  Screen,
  t,
  toast,
  user,
  useSignal,
} from "../../kit/mod.ts";
import type { BegunTotp, RecoveryCodes } from "../../core/answers.ts";
import { faultsOf, refusal } from "../../records/mod.ts";
import { CodeField, m } from "./confirm.tsx";

/** One's own second factor: set up, and switched off. What it answers is kept nowhere on the phone. */
export function SecondFactor() {
  const begun = useSignal<BegunTotp | undefined>(undefined);
  const codes = useSignal<readonly string[]>([]);
  const code = useSignal("");
  const fault = useSignal("");
  const { totp } = user.value!;
  const due = totp === "due";

  const attempt = async (act: () => Promise<unknown>) => {
    fault.value = "";
    try {
      await act();
    } catch (error) {
      if (error instanceof NoAnswer) fault.value = t("no_internet_login");
      else if (error instanceof ApiError) {
        fault.value = faultsOf(error.problem).totp_code ?? refusal(error.problem);
      } else throw error;
    }
  };
  // not through the queue: the answers hold secrets, and are kept nowhere
  const begin = () =>
    attempt(async () => {
      begun.value = (await call<BegunTotp>("/auth/totp", { method: "POST", body: {} })).data;
    });
  const show = (path: string, body: { totp_code?: string }) =>
    attempt(async () => {
      const { data } = await call<RecoveryCodes>(path, { method: "POST", body });
      codes.value = data.recovery_codes;
    });
  const confirm = () => show("/auth/totp/confirm", { totp_code: code.value });
  const renew = () => show("/auth/totp/recovery-codes", {});
  const end = () =>
    attempt(async () => {
      await call("/auth/totp/end", { method: "POST", body: {} });
      begun.value = undefined;
      await bringPermissions();
      toast(m("now_off"));
    });
  const leave = async () => {
    await bringPermissions();
    go(due ? "/" : "/me", { replace: true });
  };

  const told = fault.value && <p class="error" role="alert">{fault.value}</p>;
  if (codes.value.length > 0) return <Recovery codes={codes.value} onDone={leave} />;
  return (
    <Screen title={m("totp")} root={due}>
      {due && <p class="card notice">{m("totp_due")}</p>}
      <p>{m(totp === "on" ? "totp_on" : "totp_about")}</p>
      {totp === "on"
        ? (
          <>
            {told}
            <Button wide onClick={renew}>{m("renew")}</Button>
            <Button look="danger" wide onClick={end}>{m("off")}</Button>
          </>
        )
        : begun.value
        ? (
          <Form onSubmit={confirm}>
            <p>{m("scan")}</p>
            <Square text={begun.value.otpauth_uri} />
            <a class="link" href={begun.value.otpauth_uri}>{m("open_app")}</a>
            <p class="muted">{m("by_hand")}</p>
            <code class="secret" translate={false}>{begun.value.secret}</code>
            <CodeField
              value={code.value}
              error={fault.value || undefined}
              onInput={(value) => code.value = value}
            />
            <Button type="submit" look="main" wide>{m("save")}</Button>
          </Form>
        )
        : (
          <>
            {told}
            <Button look="main" wide onClick={begin}>{m("begin")}</Button>
          </>
        )}
    </Screen>
  );
}

function Recovery({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast(m("copied"));
  };
  return (
    <Screen title={m("recovery")} root>
      <Card>
        <p>{m("recovery_text")}</p>
        {codes.map((code) => <code key={code} class="secret" translate={false}>{code}</code>)}
      </Card>
      <Button wide onClick={copy}>{m("copy")}</Button>
      <Button look="main" wide onClick={onDone}>{m("done")}</Button>
    </Screen>
  );
}

/** A square to scan: dark on light in every theme, or no camera reads it. */
function Square({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => on ? [`M${x} ${y}h1v1h-1z`] : []));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="240" height="240" role="img" aria-label={m("scan")}>
      <path fill="white" d={`M0 0h${size}v${size}H0z`} />
      <path fill="black" d={dark.join("")} />
    </svg>
  );
}
