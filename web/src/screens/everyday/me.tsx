import {
  Button,
  ButtonLink,
  canInstall,
  Card,
  Chips,
  install,
  isIos,
  logOut,
  number,
  type Prefs,
  prefs,
  queue,
  Screen,
  setPrefs,
  t,
  useEffect,
  user,
  useSignal,
  words,
} from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { isDesk, keepAll } from "./start_later.ts";
import { en } from "../../strings/me.en.ts";

export const w = words(en, () => import("../../strings/everyday.bn.ts").then((all) => all.me));

function Choose<Name extends "lang" | "digits" | "theme" | "hand">(
  { name, label, choices }: { name: Name; label: string; choices: [Prefs[Name], string][] },
) {
  return (
    <Chips
      name={name}
      label={label}
      value={prefs.value[name]}
      choices={choices.map(([value, word]) => ({ value, label: word }))}
      onInput={(value) => setPrefs({ [name]: value as Prefs[Name] })}
    />
  );
}

export function Me() {
  const who = user.value;
  return (
    <Screen title={who?.name ?? t("me")} sub={who && statusWord(who.role)} root>
      <Card>
        <Choose name="lang" label={w("language")} choices={[["en", "English"], ["bn", "বাংলা"]]} />
        <Choose name="digits" label={w("digits")} choices={[["latin", "123"], ["bangla", "১২৩"]]} />
        <Choose
          name="theme"
          label={w("theme")}
          choices={(["system", "light", "dark", "sunlight"] as const).map((one) => [one, w(one)])}
        />
        <Choose
          name="hand"
          label={w("hand")}
          choices={[["right", w("right")], ["left", w("left")]]}
        />
        {(["beep", "keys", "whole"] as const).filter((name) => name !== "keys" || isDesk).map((
          name,
        ) => (
          <Chips
            key={name}
            name={name}
            label={w(name)}
            value={String(prefs.value[name])}
            choices={[{ value: "true", label: w("on") }, { value: "false", label: w("off") }]}
            onInput={(value) => {
              setPrefs({ [name]: value === "true" });
              if (prefs.value.whole && name === "whole") keepAll();
            }}
          />
        ))}
      </Card>
      <Storage />
      <div class="actions">
        {canInstall.value && (
          <Button icon="plus" wide onClick={() => void install()}>{w("install")}</Button>
        )}
        <ButtonLink href="#/queue" icon="cloud" wide>{t("queue")}</ButtonLink>
        <ButtonLink href="#/password" icon="edit" wide>{w("password")}</ButtonLink>
        <ButtonLink href="#/totp" icon="check" wide>{w("totp")}</ButtonLink>
        <ButtonLink href="#/me/sessions" icon="people" wide>{w("sessions")}</ButtonLink>
        <LogOut />
      </div>
    </Screen>
  );
}

function Storage() {
  const space = useSignal<{ used: number; full: boolean } | undefined>(undefined);
  useEffect(() => {
    void navigator.storage?.estimate?.().then(({ usage = 0, quota = 0 }) => {
      space.value = { used: usage / 1e6, full: quota > 0 && usage / quota > 0.8 };
    });
  }, []);
  return (
    <Card title={w("storage")}>
      {space.value && <p>{w("storage_used", { used: number(space.value.used.toFixed(1)) })}</p>}
      {space.value?.full && <p class="error">{w("storage_full")}</p>}
      {isIos && <p class="muted">{w("install_ios")}</p>}
    </Card>
  );
}

function LogOut() {
  const blocked = queue.value.length > 0;
  return (
    <>
      {blocked && (
        <a class="card notice" href="#/queue">
          <b>{w("log_out_blocked", { n: number(queue.value.length) })}</b>
          <span class="muted">{w("log_out_way")}</span>
        </a>
      )}
      <Button look="quiet" wide disabled={blocked} onClick={() => void logOut()}>
        {w("log_out")}
      </Button>
    </>
  );
}
