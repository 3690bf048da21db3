import type { Role } from "./roles.ts";
import { jpeg, pdf, png, text } from "../uploads/files.ts";
import { deeds } from "./deeds/mod.ts";
import type { Kept } from "./legible.ts";
import type { Asker, Office } from "./office.ts";

export interface Said {
  by: string;
  kept: Kept;
}

/** Does every deed of the script, a second apart, and answers what was said to it. */
export async function doDeeds(office: Office): Promise<Said[]> {
  const known: Record<string, unknown> = {};
  const said: Said[] = [];
  for (const [by, asked, given, more = {}] of deeds) {
    await office.tick();
    const request = filled(asked, known) as string;
    const sent = filled(given, known);
    const body = more.files ? await formOf(sent as Record<string, unknown>, more.files) : sent;
    const asker: Asker = by.startsWith("{") ? { token: filled(by, known) as string } : by as Role;
    const { kept, text: answer } = await office.ask(asker, request, {
      body,
      headers: more.headers,
    });
    if (more.as) known[more.as] = dataOf(answer, asked);
    const wrote = sent === undefined ? [] : [JSON.stringify(sent)];
    const shown = [request, ...wrote].join(" ").replace(
      /"[\w-]+\.[\w-]+\.[\w-]{40,}"/g,
      '"<token>"',
    )
      .replace(/("refresh_token":")[^"]{20,}/, "$1<token>");
    said.push({ by: by.startsWith("{") ? "newcomer" : by, kept: { ...kept, request: shown } });
  }
  return said;
}

function dataOf(answer: string, asked: string): unknown {
  const { data } = JSON.parse(answer);
  if (data === undefined) {
    throw new Error(`what later requests build on was refused: ${asked} ${answer}`);
  }
  return data;
}

/** With every `{name.path}` replaced; one that is alone in its text keeps its type. */
function filled(part: unknown, known: Record<string, unknown>): unknown {
  if (typeof part === "string") {
    const alone = /^\{([\w.]+)\}$/.exec(part);
    if (alone) return at(known, alone[1]);
    return part.startsWith("{")
      ? part
      : part.replace(/\{([\w.]+)\}/g, (_, path) => `${at(known, path)}`);
  }
  if (Array.isArray(part)) return part.map((each) => filled(each, known));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, each]) => [name, filled(each, known)]),
  );
}

function at(known: Record<string, unknown>, path: string): unknown {
  const found = path.split(".").reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    known,
  );
  if (found === undefined) throw new Error(`nothing is known as ${path}`);
  return found;
}

async function formOf(fields: Record<string, unknown>, names: string[]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const name of names) {
    const bytes = await contents[name.split(".")[1]]();
    form.append("file", new File([new Uint8Array(bytes)], name));
  }
  return form;
}

const contents: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  jpg: () => jpeg(),
  png: () => png(),
  pdf: () => pdf(),
  exe: () => text("MZ no picture"),
};
