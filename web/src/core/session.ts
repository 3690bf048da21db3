import { computed, signal } from "@preact/signals";
import type { Login, Me, User } from "./answers.ts";
import { getKept, keep, wipe } from "./db.ts";
import { sentCount } from "./kept_writes.ts";
import { observed } from "./net.ts";

export interface Session {
  access: string;
  refresh: string;
  user: User & Partial<Pick<Me, "totp">>;
  permissions: readonly string[];
  /** when the server last said so */
  confirmedAt?: number;
}

/** Without a word of the server for so long nothing is shown of what was read. */
const TRUSTED_MS = 14 * 24 * 60 * 60_000;

/** Who is signed in on this phone; an expired token does not end it, only logging out does. */
export const session = signal<Session | undefined>(undefined);
export const user = computed(() => session.value?.user);
/** The server wants the password again; queue and screen stay as they are, the screen out of sight. */
export const needPassword = signal(false);

export function may(permission?: string): boolean {
  return permission === undefined || !!session.value?.permissions.includes(permission);
}

export async function loadSession(): Promise<void> {
  const kept = await getKept<Session>("session");
  // one that was kept before this was told is of today
  if (kept && kept.confirmedAt! < Date.now() - TRUSTED_MS) await forget();
  session.value = kept;
}

/** Keeps what the server has just said. */
export async function saveSession(next: Session): Promise<void> {
  next.confirmedAt = Date.now();
  await keep("session", session.value = next);
}

/** Takes the answer of a login or a refresh; permissions stay until /auth/me tells them. */
export async function takeTokens(tokens: Login, permissions?: readonly string[]): Promise<void> {
  await saveSession({
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    user: tokens.user,
    permissions: permissions ?? session.value?.permissions ?? [],
  });
}

/**
 * What was read goes, and is brought whole again; what waits to be sent stays, with its photos. Screens ask
 * again, as they do after a write.
 */
export async function forget(): Promise<void> {
  await keep("sync");
  await wipe(["reads"]);
  sentCount.value++;
}

/**
 * A new pair of tokens for one that is refused. A refresh token works once and a second use ends the
 * session, so two tabs take turns, and the second finds the first one's result.
 */
export function refresh(refused: string): Promise<"fresh" | "refused" | "unreached"> {
  return navigator.locks.request("refresh", async () => {
    const now = await getKept<Session>("session");
    if (!now) return "refused";
    if (now.access !== refused) {
      session.value = now;
      return "fresh";
    }
    const response = await observed(() =>
      fetch("/api/v1/auth/refresh", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refresh_token: now.refresh }),
        signal: AbortSignal.timeout(20_000),
      })
    ).catch(() => undefined);
    if (!response || response.status >= 500) return "unreached";
    if (!response.ok) return "refused";
    await takeTokens((await response.json()).data);
    return "fresh";
  });
}
