import { computed, signal } from "@preact/signals";
import type { Login, User } from "./answers.ts";
import { forgetReads, getKept, keep } from "./db.ts";
import { observed } from "./net.ts";

export interface Session {
  access: string;
  refresh: string;
  user: User;
  permissions: readonly string[];
  /** when the server last said so */
  confirmedAt?: number;
}

/** Without a word of the server for so long nothing is shown of what was read. */
const TRUSTED_MS = 14 * 24 * 60 * 60_000;
/** How often what was read has been forgotten: screens that show any of it ask again. */
export const forgotten = signal(0);
/** When the server last refused something: the rights may have changed. */
export const rightsDoubtedAt = signal(0);

/** Who is signed in on this phone; an expired token does not end it, only logging out does. */
export const session = signal<Session | undefined>(undefined);
export const user = computed(() => session.value?.user);
/** The server wants the password again; queue and screen stay as they are. */
export const needPassword = signal(false);

export function may(permission?: string): boolean {
  return permission === undefined || !!session.value?.permissions.includes(permission);
}

export async function loadSession(): Promise<void> {
  const kept = await getKept<Session>("session");
  if (kept && Date.now() - (kept.confirmedAt ?? Date.now()) > TRUSTED_MS) await forgetReads();
  session.value = kept;
}

/** Keeps what the server has just said; what was read with other rights is forgotten first. */
export async function saveSession(next: Session): Promise<void> {
  const before = session.value;
  session.value = { ...next, confirmedAt: Date.now() };
  if (before && rightsOf(before, next) !== rightsOf(next, before)) await forget();
  await keep("session", session.value);
}

/** The role, and the permissions where both sides know them: a login tells them a moment later. */
function rightsOf({ user, permissions }: Session, other: Session): string {
  const known = permissions.length > 0 && other.permissions.length > 0;
  return [user.id, user.role, ...known ? permissions.toSorted() : []].join();
}

async function forget(): Promise<void> {
  await forgetReads();
  forgotten.value++;
}

/** The server knows this login no more: only he who has the password goes on, and sees anything. */
export function askPassword(): void {
  needPassword.value = true;
  void forget();
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
