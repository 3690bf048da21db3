import { observed } from "./net.ts";
import { needPassword, refresh, session } from "./session.ts";
import type { Problem } from "./write.ts";

export const BASE = "/api/v1";

/** The server said no; `problem` is its reason. */
export class ApiError extends Error {
  constructor(readonly problem: Problem, readonly retryAfterSeconds?: number) {
    super(problem.detail);
  }
}

/** The server was not reached, or did not finish its answer. */
export class NoAnswer extends Error {}

export interface Reply<T = unknown> {
  status: number;
  data: T;
  meta?: Record<string, unknown>;
  etag: string | null;
}

export interface Sending {
  method?: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** without the token, such as a login */
  anonymous?: boolean;
  /** how long an answer may take before it counts as lost */
  timeoutMs?: number;
}

/**
 * How a user is asked for more than was sent, his password again or a code: it is among the screens, and the page
 * says where.
 */
export const more: {
  bring?: () => Promise<(code: string, sending: Sending) => Promise<Sending | undefined>>;
} = {};

/** One call of the API; where it takes more of its user, he is asked for that, and it is sent with it. */
export async function call<T = unknown>(path: string, sending: Sending = {}): Promise<Reply<T>> {
  try {
    return await read<T>(await signed(path, sending));
  } catch (error) {
    const { code = "" } = (error as ApiError).problem ?? {}; // no other error has one
    const ask = /^(step_up|totp)_r/.test(code) && await more.bring!().catch(() => {});
    const next = ask && await ask(code, sending);
    if (next) return call(path, next);
    throw error;
  }
}

/** With the token; a 401 is answered with a new token once, then with the sheet. */
async function signed(path: string, sending: Sending): Promise<Response> {
  const token = sending.anonymous ? undefined : session.value?.access;
  const response = await send(path, sending, token);
  if (response.status !== 401 || !token) return response;
  const outcome = await refresh(token);
  if (outcome === "fresh") return await send(path, sending, session.value?.access);
  if (outcome === "unreached") throw new NoAnswer("no new token");
  needPassword.value = true;
  return response;
}

async function send(path: string, sending: Sending, token?: string): Promise<Response> {
  const { body, form, method = "GET", headers, timeoutMs = 30_000 } = sending;
  try {
    return await observed(() =>
      fetch(BASE + path, {
        method,
        headers: {
          "accept-language": "en", // the page itself says it in its language, by the code
          ...token && { authorization: `Bearer ${token}` },
          ...body !== undefined && { "content-type": "application/json" },
          ...headers,
        },
        body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal: AbortSignal.timeout(timeoutMs),
      })
    );
  } catch (error) {
    throw new NoAnswer(String(error));
  }
}

/** A file, such as a thumbnail: pictures of ours need the token, so an address alone does not do. */
export async function callFile(path: string): Promise<Blob> {
  const response = await signed(path, {});
  if (!response.ok) await read(response);
  return await response.blob();
}

async function read<T>(response: Response): Promise<Reply<T>> {
  const { status } = response;
  const etag = response.headers.get("etag");
  if (status === 304) return { status, data: undefined as T, etag };
  let body: { data: T; meta?: Record<string, unknown> } & Problem;
  try {
    body = await response.json();
  } catch (error) {
    // a reply cut off on its way, or a proxy's page: nothing is known of what the server did
    if (status < 400 || status >= 500) throw new NoAnswer(String(error));
    throw new ApiError({ status, code: "unknown", detail: response.statusText });
  }
  if (status < 400) return { status, data: body.data, meta: body.meta, etag };
  const { code, detail, errors } = body;
  const after = Number(response.headers.get("retry-after")) || undefined;
  throw new ApiError({ status, code, detail, errors }, after);
}
