import { type Permission, permissions, roles } from "../domain/access/access.ts";
import { assert, assertEquals } from "./support/assert.ts";

const root = new URL("../", import.meta.url);

async function* textFiles(folder = ""): AsyncGenerator<{ path: string; text: string }> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder || ".", root))) {
    if (/^\.|^node_modules$|^dist$/.test(name)) continue;
    if (isDirectory) yield* textFiles(`${folder}${name}/`);
    else if (/\.(tsx?|js|sql|sh|md|json|css)$/.test(name)) {
      const path = folder + name;
      yield { path, text: await Deno.readTextFile(new URL(path, root)) };
    }
  }
}

const files = (await Array.fromAsync(textFiles())).filter(({ path }) =>
  path !== "tests/docs_test.ts"
);

/** The text as one line, without what begins the lines of a comment. */
const oneLine = (text: string) => text.replace(/\s*\n\s*(\*(?!\/)|\/\/|--|#(?!#))?\s*/g, " ");

const headings = new Map(
  files.filter(({ path }) => path.endsWith(".md")).map(({ path, text }) => [
    path,
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading),
  ]),
);

/** `docs/roles.md, "Own" and "Passwords"`, or a link in place of the path: page and headings. */
function citations(path: string, text: string) {
  const cited = /(?<!\w)([\w./]+\.md)\)?((?:,? (?:and )?"[^"]+")*)/g;
  return [...oneLine(text).matchAll(cited)].map(([, named, quoted]) => ({
    page: headings.has(named)
      ? named
      : new URL(named, new URL(path, root)).href.slice(root.href.length),
    named: [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading]) => heading),
  })).filter(({ page, named }) => page.startsWith("docs/") || named.length > 0);
}

Deno.test("every rule that is cited stands under that heading of that page", () => {
  const wrong = files.flatMap(({ path, text }) =>
    citations(path, text).flatMap(({ page, named }) => {
      const known = headings.get(page);
      if (!known) return [`${path}: no page ${page}`];
      if (named.length === 0 && /\.tsx?$/.test(path)) return [`${path}: no heading of ${page}`];
      return named.filter((one) => !known.includes(one)).map((one) => `${path}: ${page}, "${one}"`);
    })
  );
  assertEquals(wrong, []);
  assert(files.flatMap(({ path, text }) => citations(path, text)).length > 100, "all are read");
});

Deno.test("every file that a page names in its text is there", async () => {
  const file = /`((?:domain|api|cli|web|tests|docs|migrations|bench|packaging)\/[\w/.-]+\.\w+)`/g;
  const wrong: string[] = [];
  for (const { path, text } of files) {
    if (!path.endsWith(".md") || path === "CHANGELOG.md") continue;
    for (const [, named] of text.matchAll(file)) {
      if (!await Deno.stat(new URL(named, root)).then(() => true, () => false)) {
        wrong.push(`${path}: ${named}`);
      }
    }
  }
  assertEquals(wrong, []);
});

/** Migrations never change after landing; docs/README.md says where their rule stands now. */
const landed = ["migrations/0012_search.sql"];

Deno.test("nothing is cited that is not in the repository", () => {
  const elsewhere =
    /decisions,? (section|§)|decisions\.md|(engineering|mobile) notes|mobile plan|specification, section|issue \d/i;
  const found = files.filter(({ path, text }) =>
    path !== "docs/README.md" && elsewhere.test(oneLine(text))
  );
  assertEquals(found.map(({ path }) => path), landed);
});

Deno.test("docs/roles.md shows who may do what as domain/access/access.ts has it", () => {
  const page = files.find(({ path }) => path === "docs/roles.md")!.text;
  const [head, , ...rows] = page.split("\n").filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()).slice(1, -1));
  assertEquals(head.slice(2), [...roles] as string[]);
  const printed = rows.map(([name, , ...marks]) => [
    name.replaceAll("`", ""),
    head.slice(2).filter((_, at) => marks[at] === "✓"),
  ]);
  const built = (Object.keys(permissions) as Permission[]).map((name) => [
    name,
    roles.filter((role) => (permissions[name] as readonly string[]).includes(role)),
  ]);
  assertEquals(printed, built);
});
