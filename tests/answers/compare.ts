import { exactJson, isObject, type Kept } from "./legible.ts";

export interface Sheet {
  operation: string;
  role: string;
  answers: Kept[];
}

/** One way in which the answers of an operation differ, however often. */
export interface Difference {
  operation: string;
  path: string;
  kind: "added" | "removed" | "changed" | "order" | "not asked before" | "not asked any more";
  times: number;
  roles: Set<string>;
  example: string;
}

/** What differs between two recordings, by operation, path and kind. Rows are matched by their id. */
export function compare(before: Sheet[], after: Sheet[]): Difference[] {
  const found = new Map<string, Difference>();
  const later = new Map(after.map((sheet) => [`${sheet.operation} ${sheet.role}`, sheet]));
  const earlier = new Set(before.map((sheet) => `${sheet.operation} ${sheet.role}`));
  for (const sheet of before) {
    const other = later.get(`${sheet.operation} ${sheet.role}`);
    compareSheets(found, sheet, other ?? { ...sheet, answers: [] });
  }
  for (const sheet of after) {
    if (earlier.has(`${sheet.operation} ${sheet.role}`)) continue;
    compareSheets(found, { ...sheet, answers: [] }, sheet);
  }
  return [...found.values()];
}

function compareSheets(found: Map<string, Difference>, before: Sheet, after: Sheet): void {
  const { operation, role } = before;
  const note = (request: string): Note => (path, kind, example = "") => {
    const key = `${operation}\n${path}\n${kind}`;
    const known = found.get(key);
    if (known) {
      known.times++;
      known.roles.add(role);
    } else {
      const shown = example.length > 300 ? `${example.slice(0, 300)}…` : example;
      const roles = new Set([role]);
      found.set(key, { operation, path, kind, times: 1, roles, example: `${request}: ${shown}` });
    }
  };
  const later = numbered(after.answers);
  for (const [request, answer] of numbered(before.answers)) {
    const other = later.get(request);
    later.delete(request);
    if (!other) {
      note(request)("", "not asked any more");
      continue;
    }
    const tell = note(request);
    compareValues(answer.status, other.status, "status", tell);
    compareValues(answer.headers, other.headers, "headers", tell);
    compareValues(answer.body, other.body, "", tell);
  }
  for (const request of later.keys()) note(request)("", "not asked before");
}

/** By the request; one that was made several times by its turn. */
function numbered(answers: Kept[]): Map<string, Kept> {
  const turns = new Map<string, number>();
  return new Map(answers.map((answer) => {
    const turn = (turns.get(answer.request) ?? 0) + 1;
    turns.set(answer.request, turn);
    return [turn === 1 ? answer.request : `${answer.request} #${turn}`, answer];
  }));
}

type Note = (path: string, kind: Difference["kind"], example?: string) => void;

function compareValues(before: unknown, after: unknown, path: string, note: Note): void {
  if (isObject(before) && isObject(after)) return compareObjects(before, after, path, note);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path, note);
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  if (was !== is) note(path, "changed", `${was} → ${is}`);
}

function compareObjects(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  note: Note,
): void {
  const below = (name: string) => path === "" ? name : `${path}.${name}`;
  for (const [name, value] of Object.entries(before)) {
    if (Object.hasOwn(after, name)) compareValues(value, after[name], below(name), note);
    else note(below(name), "removed", JSON.stringify(value));
  }
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name)) note(below(name), "added", JSON.stringify(value));
  }
  compareOrder(Object.keys(before), Object.keys(after), path, note);
}

function compareLists(before: unknown[], after: unknown[], path: string, note: Note): void {
  const [was, is] = [byId(before), byId(after)];
  const list = `${path}[]`;
  if (was && is) {
    for (const [id, row] of was) {
      if (is.has(id)) compareValues(row, is.get(id), list, note);
      else note(list, "removed", JSON.stringify(row));
    }
    for (const [id, row] of is) if (!was.has(id)) note(list, "added", JSON.stringify(row));
    return compareOrder([...was.keys()], [...is.keys()], list, note);
  }
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    if (at >= after.length) note(list, "removed", JSON.stringify(before[at]));
    else if (at >= before.length) note(list, "added", JSON.stringify(after[at]));
    else compareValues(before[at], after[at], list, note);
  }
}

function compareOrder(before: string[], after: string[], path: string, note: Note): void {
  const [was, is] = [new Set(before), new Set(after)];
  const [first, second] = [
    before.filter((name) => is.has(name)),
    after.filter((name) => was.has(name)),
  ];
  if (first.join() !== second.join()) note(path, "order", `${first} → ${second}`);
}

/** Rows by kind and id where each has its own. */
function byId(rows: unknown[]): Map<string, unknown> | undefined {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) =>
    isObject(row) && "id" in row ? JSON.stringify([row.kind, row.id]) : undefined
  );
  if (ids.includes(undefined) || new Set(ids).size < ids.length) return undefined;
  return new Map(rows.map((row, at) => [ids[at]!, row]));
}

/**
 * Whether a line of the file of expected differences speaks of this one:
 * `GET /import-logistics/shipments/:id items[].excess_qty added`. `*` is anything; the path may leave
 * out what it begins with, up to a point.
 */
export function expects(line: string, { operation, path, kind }: Difference): boolean {
  const [wantedKind, wantedPath, ...rest] = line.trim().split(/\s+/).reverse();
  const fits = (pattern: string, value: string) =>
    new RegExp(`^${pattern.split("*").map(RegExp.escape).join(".*")}$`).test(value);
  return fits(wantedKind, kind.replaceAll(" ", "_")) && fits(rest.reverse().join(" "), operation) &&
    (fits(wantedPath, path) || fits(`*.${wantedPath}`, path));
}

/** Reads a recording: a folder of operations, a file a role. */
export async function readRecording(folder: string): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  const names = [...Deno.readDirSync(folder)].filter((entry) => entry.isDirectory);
  for (const { name } of names.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const files = [...Deno.readDirSync(`${folder}/${name}`)].map((file) => file.name).sort();
    for (const file of files) {
      sheets.push(exactJson(await Deno.readTextFile(`${folder}/${name}/${file}`)) as Sheet);
    }
  }
  return sheets;
}

/** openapi.json without its words: what a program is made from. */
export function structureOf(document: unknown): unknown {
  const words = new Set(["description", "example", "examples", "summary", "title"]);
  function walk(part: unknown, ofNames: boolean): unknown {
    if (Array.isArray(part)) return part.map((each) => walk(each, false));
    if (!isObject(part)) return part;
    const kept = Object.entries(part).filter(([name, value]) =>
      // a field may be called `title`: its schema is no word
      ofNames || !words.has(name) || name === "title" && isObject(value)
    );
    return Object.fromEntries(
      kept.map(([name, value]) => [name, walk(value, !ofNames && name === "properties")]),
    );
  }
  return walk(document, false);
}
