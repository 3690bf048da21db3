/**
 * A client of the API for programs, to be copied: any runtime with `fetch` runs it. Types of records come
 * from the document: `npx openapi-typescript http://127.0.0.1:8000/api/v1/openapi.json`. How it is used:
 * docs/programs.md, "A client".
 */
export interface ClientOptions {
  /** such as `https://office.example.com/api/v1` */
  base: string;
  token: string;
  /** how often a request is sent in all while the server is away or asks to wait */
  tries?: number;
  fetch?: typeof fetch;
}

type Query = Record<string, string | number | boolean | undefined>;
interface Sent {
  query?: Query;
  body?: unknown;
  /** of a write: the same key is the same write, also after a restart of the program */
  key?: string;
}
export interface Answered<T> {
  data: T;
  meta: Record<string, unknown> & { next_cursor?: string | null };
}
export interface Change {
  kind: string;
  id: number;
  record: Record<string, unknown>;
}

/** What the server refuses: `code` is for programs, `message` for people. */
export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, message: string) {
    super(message);
  }
}

const WAIT_MS = 1000;
const wait = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

export function createClient(
  { base, token, tries = 5, fetch = globalThis.fetch }: ClientOptions,
) {
  /** One request, sent again with the same key until there is an answer. @throws Refused */
  async function call<T>(method: string, path: string, { query, body, key }: Sent) {
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const request = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...method !== "GET" && { "idempotency-key": key ?? crypto.randomUUID() },
        ...body !== undefined && { "content-type": "application/json" },
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    for (let tried = 1;; tried++) {
      const answer = await fetch(`${base}${path}?${search}`, request).catch((error: Error) =>
        error
      );
      const again = answer instanceof Error || answer.status === 503 || answer.status === 429;
      if (!again || tried >= tries) {
        if (answer instanceof Error) throw answer;
        const said = await answer.json();
        if (answer.ok) return { meta: {}, ...said } as Answered<T>;
        throw new Refused(answer.status, said.code, said.message);
      }
      const seconds = answer instanceof Error ? 0 : Number(answer.headers.get("retry-after"));
      if (!(answer instanceof Error)) await answer.body?.cancel();
      await wait(seconds > 0 ? seconds * 1000 : WAIT_MS * 2 ** (tried - 1));
    }
  }

  /** Every row of a list, page after page. */
  async function* each<T>(path: string, query: Query = {}): AsyncGenerator<T> {
    let cursor: string | undefined;
    while (true) {
      const { data, meta } = await call<T[]>("GET", path, {
        query: { limit: 200, ...query, cursor },
      });
      yield* data;
      if (!meta.next_cursor) return;
      cursor = meta.next_cursor;
    }
  }

  /** What is new or has changed since a token, page by page; keep `since` once its records are stored. */
  async function* changes(query: Query & { since?: string } = {}) {
    for (let { since } = query;;) {
      const { data, meta } = await call<Change[]>("GET", "/changes", {
        query: { ...query, since },
      });
      since = meta.next_since as string;
      yield { records: data, since };
      if (!meta.has_more) return;
    }
  }

  const write = (method: string) => <T>(path: string, body?: unknown, key?: string) =>
    call<T>(method, path, { body, key });
  return {
    get: <T>(path: string, query?: Query) => call<T>("GET", path, { query }),
    post: write("POST"),
    put: write("PUT"),
    patch: write("PATCH"),
    each,
    changes,
  };
}
