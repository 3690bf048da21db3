import { call } from "./api.ts";
import type { Login } from "./answers.ts";
import { bringPermissions, markSignedIn } from "./auth.ts";
import { wipe } from "./db.ts";
import { queue } from "./kept_writes.ts";
import { session, takeTokens } from "./session.ts";

export async function changePassword(current: string, next: string): Promise<void> {
  const { data } = await call<Login>("/auth/change-password", {
    method: "POST",
    body: { current_password: current, new_password: next },
  });
  await takeTokens(data);
  await bringPermissions();
}

/**
 * Ends the session here and on the server, as far as it is reached. Refused while writes wait to be
 * sent.
 */
export async function logOut(): Promise<boolean> {
  if (queue.value.length > 0) return false;
  const refreshToken = session.value?.refresh;
  await call("/auth/logout", {
    method: "POST",
    body: { refresh_token: refreshToken },
    timeoutMs: 5000,
  }).catch(() => undefined);
  await wipe();
  await markSignedIn(false);
  location.replace(location.pathname);
  return true;
}
