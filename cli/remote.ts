import { ConfigError } from "../domain/config/config.ts";
import { readJson } from "../domain/db/values.ts";
import { type Code, codes, Refusal } from "../domain/errors.ts";
import { type Asked, idFrom, type Row, type Source } from "./source.ts";
import { UsageError } from "./command.ts";

interface Answer {
  data: Row[];
  meta: Row & { next_cursor: string | null };
}

/** The address of a server that is asked instead of the database here; undefined where none is set. */
export function remoteUrl(): string | undefined {
  return Deno.env.get("BACK_OFFICE_URL") || undefined;
}

/**
 * Reads over HTTP, as the user whose token it is. Source: docs/terminal.md, "From another machine".
 *
 * @throws ConfigError, UsageError with `--as`; Refusal as the server refuses, `database_unavailable`
 *   where it does not answer
 */
export async function remoteSource(url: string, as: string | undefined): Promise<Source> {
  const token = Deno.env.get("BACK_OFFICE_TOKEN");
  if (!token) throw new ConfigError(["BACK_OFFICE_URL needs BACK_OFFICE_TOKEN beside it."]);
  if (!/^https?:\/\//.test(url)) {
    throw new ConfigError(["BACK_OFFICE_URL must begin with https:// or http://."]);
  }
  if (as !== undefined) {
    throw new UsageError("--as goes without BACK_OFFICE_URL: the token says who.");
  }
  const base = `${url.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}/api/v1`;

  const text = async (path: string, asked: Asked = {}): Promise<string> => {
    const given = Object.entries(asked).filter((each): each is [string, string] => !!each[1]);
    const query = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    const headers = { authorization: `Bearer ${token}`, prefer: "handling=strict" };
    const answer = await fetch(base + path + query, { headers }).catch((cause) => {
      throw Object.assign(new Refusal("database_unavailable", `${url} does not answer.`), {
        cause,
      });
    });
    const body = await answer.text();
    if (!answer.ok) throw refusalOf(answer.status, body, url);
    return body;
  };
  const json = async <Of>(path: string, asked?: Asked) => readJson(await text(path, asked)) as Of;
  const lines = async (path: string, asked: Asked) =>
    (await text(path, { ...asked, format: "ndjson" })).split("\n").filter(Boolean)
      .map((line) => readJson(line) as Row);

  const { data: { role } } = await json<{ data: { role: Source["role"] } }>("/auth/me");
  return {
    role,
    async page({ path }, asked) {
      const { data, meta } = await json<Answer>(path, asked);
      return { data, next: meta.next_cursor };
    },
    whole: ({ path }, asked) => lines(path, asked),
    async one({ path, show }, named) {
      const id = show!.byText ? encodeURIComponent(named) : idFrom(named);
      return (await json<{ data: Row }>(`${path}/${id}${show!.behind}`)).data;
    },
    async report({ name }, asked) {
      const path = `/reports/${name}`;
      const { data, meta } = await json<Answer>(path, { ...asked, limit: "200" });
      const { limit: _, next_cursor: more, ...beside } = meta;
      return { rows: (more ? await lines(path, asked) : data) as never, beside };
    },
    summary: async () => (await json<{ data: Row }>("/import-logistics/summary")).data,
  };
}

/** What the server refused, as it would be refused here; anything else is no answer of a back office. */
function refusalOf(status: number, body: string, url: string): Error {
  try {
    const { code, message, errors } = JSON.parse(body);
    if (Object.hasOwn(codes, code)) return new Refusal(code as Code, message, { errors });
  } catch {
    // no JSON
  }
  return new Error(`${url} answered ${status}.`);
}
