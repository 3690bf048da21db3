import type { Login, Me } from "./answers.ts";
import { ApiError, call } from "./api.ts";
import { t } from "./core_words.ts";
import { wipe } from "./db.ts";
import { queue } from "./kept_writes.ts";
import { setPrefs } from "./prefs.ts";
import { needPassword, saveSession, session, takeTokens } from "./session.ts";

/** Logs in. What another person left on this phone is cleared away first; with writes waiting, refused. */
export async function logIn(identifier: string, password: string): Promise<void> {
  const before = session.value;
  const { data } = await call<Login>("/auth/login", {
    method: "POST",
    body: { identifier, password, device: { browser: navigator.userAgent } },
    anonymous: true,
  });
  if (before && before.user.id !== data.user.id) {
    if (queue.value.length > 0) throw new Error("queue");
    await wipe();
  }
  await takeTokens(data, []);
  setPrefs({ lastUser: identifier });
  await markSignedIn(true);
  needPassword.value = false;
  await bringPermissions();
}

/** Why it did not work, for who tried. */
export function loginFault(error: unknown): string {
  if (!(error instanceof ApiError)) return t("no_internet_login");
  const { status, detail } = error.problem;
  if (status === 429) return t("too_many");
  return status === 401 ? t("wrong_login") : detail;
}

/** Also tells whether the password is due for a change. */
export async function bringPermissions(): Promise<void> {
  const { data } = await call<Me>("/auth/me");
  const { permissions, ...user } = data;
  if (session.value) await saveSession({ ...session.value, user, permissions });
}

/**
 * A mark that the service worker can see, so that it opens the page with the skeleton of Home and not
 * with the login form. Nothing but the mark is in it.
 */
export async function markSignedIn(signedIn: boolean): Promise<void> {
  if (!("caches" in globalThis)) return;
  const marks = await caches.open("marks");
  if (signedIn) await marks.put("/web/signed-in", new Response(""));
  else await marks.delete("/web/signed-in");
}
