import { type Role, roles } from "./roles.ts";
import type { Kept } from "./legible.ts";
import type { Office } from "./office.ts";
import type { Plan } from "./plan.ts";

const PAGES = 3;

/** Asks all of it for one role. Lists of two go on by their cursor, the sync to its end. */
export async function ask(
  office: Office,
  role: Role,
  { operation, paths }: Plan,
  since?: string,
): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const path of paths) {
    const { kept: first, text } = await office.ask(role, `GET ${path}`);
    kept.push(first);
    if (path.endsWith("limit=2")) kept.push(...await further(office, role, path, text));
  }
  if (operation === "GET /sync") {
    const { kept: later } = await office.ask(role, `GET /sync?since=${since}`);
    kept.push({ ...later, request: "GET /sync?since=<before the script>" });
  }
  return kept;
}

async function further(office: Office, role: Role, path: string, first: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  let text = first;
  for (let page = 2; page <= PAGES; page++) {
    const meta = text.startsWith("{") ? JSON.parse(text).meta : undefined;
    const next = meta?.next_cursor ?? (meta?.has_more ? meta.next_since : undefined);
    if (!next) break;
    const name = meta.next_cursor ? "cursor" : "since";
    const answer = await office.ask(role, `GET ${path}&${name}=${next}`);
    kept.push({ ...answer.kept, request: `GET ${path}&${name}=<page ${page}>` });
    text = answer.text;
  }
  return kept;
}

/** Where each role's phone stands now. */
export async function tokensOfSync(office: Office): Promise<Map<Role, string>> {
  const tokens = new Map<Role, string>();
  for (const role of roles) {
    let since: string | undefined;
    for (let more = true; more;) {
      const query = since ? `&since=${since}` : "";
      const { text } = await office.ask(role, `GET /sync?limit=500${query}`);
      const { meta } = JSON.parse(text);
      since = meta.next_since;
      more = meta.has_more;
    }
    tokens.set(role, since!);
  }
  return tokens;
}
