import { assert, assertEquals } from "./support/assert.ts";

const root = new URL("../", import.meta.url);

async function* sources(folder: string): AsyncGenerator<{ path: string; text: string }> {
  for await (const entry of Deno.readDir(new URL(folder, root))) {
    if (entry.isDirectory) yield* sources(`${folder}${entry.name}/`);
    else if (/\.tsx?$/.test(entry.name)) {
      const path = folder + entry.name;
      yield { path, text: await Deno.readTextFile(new URL(path, root)) };
    }
  }
}

async function filesMatching(folders: string[], pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for await (const { path, text } of sources(folder)) if (pattern.test(text)) found.push(path);
  }
  return found;
}

Deno.test("domain/ knows nothing of HTTP, of api/, cli/ or web/", async () => {
  assertEquals(await filesMatching(["domain/"], /from "(hono|@hono|(\.\.\/)+(api|cli|web)\/)/), []);
});

Deno.test("only domain/db/ touches the driver, only domain/ writes SQL", async () => {
  assertEquals(
    (await filesMatching(["domain/"], /from "pg"/)).filter((path) =>
      !path.startsWith("domain/db/")
    ),
    [],
  );
  assertEquals(await filesMatching(["api/", "cli/"], /from "(pg|sql-template-tag)"/), []);
});

Deno.test("the pages use nothing of Deno's, whatever the types they share with it know", async () => {
  assertEquals(await filesMatching(["web/src/"], /\bDeno\./), []);
});

/** Where a file of the pages types an answer by other names than those of core/answers.ts. */
function typedByHand(text: string): string[] {
  const [, answers = ""] = /import type \{([^}]*)\} from "[^"]*answers\.ts"/.exec(text) ?? [];
  const known = new Set<string>(answers.match(/\w+/g));
  // nothing is said by these, or only of what another type says
  for (const name of "string unknown undefined null".split(" ")) known.add(name);
  for (const name of "Partial Required Pick Record".split(" ")) known.add(name);
  for (const [, parameter] of text.matchAll(/function \w+<(\w+)/g)) known.add(parameter);
  const isTaken = (type: string) =>
    !type.includes("{") &&
    (type.replace(/"[^"]*"/g, "").match(/\w+/g) ?? []).every((name) => known.has(name));
  for (const [, name, type] of text.matchAll(/^(?:export )?type (\w+) =([^;]+);/gm)) {
    if (isTaken(type)) known.add(name);
  }
  const reads =
    /(?<!function )\b(?:useRead|ReadCard|(?:list|detail)Screen|call|known)<((?:[^<>]|<[^<>]*>)+)>/g;
  const casts = /[.(]data(?: \?\? \[\]\))? as ((?:[^<>;),]|<[^<>]*>)+)/g;
  return [...text.matchAll(reads), ...text.matchAll(casts)].map(([, type]) => type.trim())
    .filter((type) => !isTaken(type));
}

Deno.test("typedByHand() tells a type of one's own from one of the answers", () => {
  const imported = 'import type { Task, User as One } from "../core/answers.ts";\n';
  for (const line of ["useRead<Task[]>(p)", "call<One>(p)", "read.data as Partial<Task>"]) {
    assertEquals(typedByHand(imported + line), [], line);
  }
  for (const line of ["useRead<{ id: number }>(p)", "<ReadCard<Row>", "listScreen<Row>(d)"]) {
    assertEquals(typedByHand(`${imported}interface Row { id: number }\n${line}`).length, 1, line);
  }
  assertEquals(typedByHand(`${imported}type Row = Pick<Task, "id">;\nuseRead<Row>(p)`), []);
  assertEquals(typedByHand(`${imported}type Row = Task & { x: 1 };\n(data as Row)`), ["Row"]);
});

Deno.test("no page types an answer by hand", async () => {
  const own: string[] = [];
  let reading = 0;
  for await (const { path, text } of sources("web/src/")) {
    if (/\b(useRead|listScreen|detailScreen|ReadCard)</.test(text)) reading++;
    own.push(...typedByHand(text).map((type) => `${path}: ${type}`));
  }
  assert(reading > 30, "the pages are read");
  assertEquals(own, []);
});

Deno.test("money is never a float", async () => {
  assertEquals(await filesMatching(["domain/"], /parseFloat\(|\.toFixed\(\d|Math\.round\(/), []);
});

Deno.test("nobody reads every column of a table", async () => {
  assertEquals(await filesMatching(["domain/", "api/", "cli/"], /select \*|returning \*/i), []);
});

/** Who imports whom, by folders: an area of domain/ is one folder whatever lies below it. */
type Arrows = Map<string, Map<string, string>>;

const folderOf = (path: string) =>
  /^domain\/[^/]+/.exec(path)?.[0] ?? path.slice(0, path.lastIndexOf("/"));

/** Types count too: who must know the shape of the other knows him. */
async function arrowsOf(folders: string[]): Promise<Arrows> {
  const arrows: Arrows = new Map();
  for (const folder of folders) {
    for await (const { path, text } of sources(folder)) {
      for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
        const imported = new URL(name, new URL(path, root)).href.slice(root.href.length);
        const [from, to] = [folderOf(path), folderOf(imported)];
        if (from === to) continue;
        const of = arrows.get(from) ?? new Map();
        arrows.set(from, of.set(to, `${path} -> ${imported}`));
      }
    }
  }
  return arrows;
}

/** The edges of one circle, none where there is no circle. */
function circleOf(arrows: Arrows): string[] {
  const done = new Set<string>();
  const follow = (folder: string, way: string[]): string[] => {
    if (way.includes(folder)) {
      const circle = [...way.slice(way.indexOf(folder)), folder];
      return circle.slice(1).map((to, i) => arrows.get(circle[i])!.get(to)!);
    }
    if (done.has(folder)) return [];
    for (const to of arrows.get(folder)?.keys() ?? []) {
      const circle = follow(to, [...way, folder]);
      if (circle.length > 0) return circle;
    }
    done.add(folder);
    return [];
  };
  return [...arrows.keys()].map((folder) => follow(folder, [])).find(({ length }) => length > 0) ??
    [];
}

Deno.test("circleOf() names the edges of a circle, and no others", () => {
  const arrows = (edges: [string, string][]): Arrows =>
    new Map(
      edges.map(([from]) => [
        from,
        new Map(edges.filter(([of]) => of === from).map(([, to]) => [to, `${from} -> ${to}`])),
      ]),
    );
  assertEquals(circleOf(arrows([["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"]])), []);
  assertEquals(circleOf(arrows([["a", "b"], ["b", "c"], ["c", "d"], ["d", "b"]])), [
    "b -> c",
    "c -> d",
    "d -> b",
  ]);
});

Deno.test("no folders import each other in a circle", async () => {
  const arrows = await arrowsOf(["domain/", "api/", "cli/", "web/"]);
  assert(arrows.size > 30, "the imports are read");
  assertEquals(circleOf(arrows), []);
});

Deno.test("each area of domain/ imports only what ARCHITECTURE.md names before it", async () => {
  const text = await Deno.readTextFile(new URL("ARCHITECTURE.md", root));
  const [, floors] = /## Floors of domain\n([^]+?)\n## /.exec(text)!;
  const order = [...floors.matchAll(/`([\w.]+)`/g)].map(([, name]) => `domain/${name}`);
  const against: string[] = [];
  for (const [from, to] of await arrowsOf(["domain/"])) {
    for (const [folder, file] of to) {
      const [below, at] = [order.indexOf(folder), order.indexOf(from)];
      if (below < 0 || at < below) against.push(file);
    }
  }
  assertEquals(against, []);
});

Deno.test("no file of code is longer than 250 lines", async () => {
  const long: string[] = [];
  for (const folder of ["domain/", "api/", "cli/", "web/", "bench/"]) {
    for await (const { path, text } of sources(folder)) {
      const lines = text.split("\n").length - 1;
      if (lines > 250) long.push(`${path}: ${lines}`);
    }
  }
  assertEquals(long, []);
});
