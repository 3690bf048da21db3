import type { Mutant } from "./fault.ts";
import { isBelow, sources } from "./sample.ts";

/** What looks at every area: who may do what, what is remembered of it, whether the books are whole. */
const everywhere = [
  "tests/api/refused_fields_test.ts",
  "tests/books/verify_books_test.ts",
  "tests/api/access_test.ts",
  "tests/audit/every_action_test.ts",
  "tests/records/writes_by_role_test.ts",
  "tests/records/who_sees_money_test.ts",
  "tests/api/examples_test.ts",
];

/** What is held whole against a committed file costs seconds: it is asked before all others. */
const wholeSchema = ["tests/db/schema_test.ts", "tests/db/constraints_test.ts"];
const wholeContract = ["tests/api/contract_test.ts", "tests/staff/refused_verbs_test.ts"];
/** Every answer and every row of a business: slower, and it notices most of what the near ones miss. */
const wholeBusiness = "tests/answers/kept_answers_test.ts";

/** They take a minute and more, a browser, or servers of their own. */
const late =
  /^tests\/((web|stories|mutate)\/|db\/(embedded|failover|pooler|point_in_time)|.*journal_property)/;

/** More modules than this are the whole product, which says nothing about what a test is of. */
const WHOLE = 200;

export interface Chosen {
  /** what is quick and looks at all there is of its kind */
  first: string[];
  /** of the file itself and of its area */
  near: string[];
  /** all rows and answers of a business */
  whole: string;
  /** of areas that use it or that it uses, and what looks at every area */
  far: string[];
}

/** Who imports whom in the tree at `root`, and from it the tests of a mutant, narrowest first. */
export async function testsOf(root: string): Promise<(mutant: Mutant) => Chosen> {
  const files = await Array.fromAsync(sources(root, ["tests", "domain", "api", "cli"]));
  const imports = new Map(
    await Promise.all(files.map(async (file) => [file, await importsOf(root, file)] as const)),
  );
  const reached = new Map(
    files.filter((file) => file.endsWith("_test.ts") && !late.test(file)).sort()
      .map((file) => [file, reach(imports, file)]),
  );
  const titles = new Map(
    await Promise.all([...reached.keys()].map(async (test) => {
      const text = await textOf(root, test);
      return [
        test,
        new Set([...text.matchAll(/"(?:.* )?(\w+)\(\) /g)].map(([, name]) => name)),
      ] as const;
    })),
  );
  const spokenIn = new Map(
    await Promise.all([...reached.keys()].map(async (test) => {
      const said = [...(await textOf(root, test)).matchAll(/Deno\.test\(\s*"([^"]+)"/g)];
      return [test, new Set(said.flatMap(([, title]) => title.split(/\W+/)))] as const;
    })),
  );
  const owners = ownersOf(await Deno.readTextFile(`${root}/domain/README.md`));
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await textOf(root, file)] as const)),
  );
  return (mutant) => {
    const { file, table = "" } = mutant;
    const spoken = new Set(texts.get(file)?.match(/\w+/g));
    /** Whether a test's title names a function that stands in the file, as `verb() does so`. */
    const names = (test: string) => [...titles.get(test)!].some((name) => spoken.has(name));
    const folders = table ? owners.get(table) ?? [] : [areaOf(file)];
    const users = files.filter((each) => imports.get(each)!.includes(file));
    const used = imports.get(file) ?? [];
    const using = new Set([...users, ...used].map(areaOf).filter((area) => area !== ""));
    const own = new Set(wordsOf(table || file.slice(file.lastIndexOf("/") + 1)));
    const beside = new Set(used.flatMap((each) => wordsOf(each.slice(each.lastIndexOf("/") + 1))));
    const weight = (test: string) => {
      const { size } = reached.get(test)!;
      const parts = wordsOf(test.replace(/^tests\//, ""));
      const alike = (known: Set<string>) =>
        [...new Set(parts)].filter((word) => known.has(word)).length;
      return alike(own) * 2000 + alike(beside) * 1000 + (names(test) ? 5000 : 0) - size;
    };
    /** An area without tests of its own folder is spoken of elsewhere, as the kinds that a command imports. */
    const ownFolder = files.some((each) => each.startsWith(`tests/${areaOf(file)}/`));
    const speaksOf = (test: string) =>
      !ownFolder && areaOf(file) !== "" &&
      areaOf(file).split("_").every((word) => spokenIn.get(test)!.has(word));
    const rank = (tests: string[]) => tests.sort((a, b) => weight(b) - weight(a));
    const tests = [...reached.keys()];
    const near = rank(tests.filter((test) => {
      const modules = reached.get(test)!;
      return modules.has(file) && modules.size < WHOLE || users.includes(test) || speaksOf(test) ||
        folders.some((folder) => isBelow(test, `tests/${folder}`));
    })).slice(0, 10);
    // what runs in programs of its own imports nothing of it: tests that bear the file's or area's name
    const words = new Set(wordsOf(file.replace(/^domain\//, "")));
    const alike = (test: string) => wordsOf(test).filter((word) => words.has(word)).length;
    const called = tests.filter((test) => alike(test) > 0 && !near.includes(test))
      .sort((a, b) => alike(b) - alike(a)).slice(0, 6);
    if (near.length === 0) near.push(...called.splice(0));
    const rest = tests.filter((test) => !near.includes(test));
    const others = rank(
      rest.filter((test) =>
        (using.has(areaOf(test)) || names(test)) && reached.get(test)!.has(file)
      ),
    ).slice(0, 6);
    const far = [...others, ...everywhere.filter((test) => rest.includes(test)), ...called];
    const first = file.endsWith(".sql") ? wholeSchema : wholeContract;
    return { first, near, whole: wholeBusiness, far: [...new Set(far)] };
  };
}

async function importsOf(root: string, file: string): Promise<string[]> {
  if (!file.endsWith(".ts")) return [];
  const text = await textOf(root, file);
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, name]) => new URL(name, `file:///${file}`).pathname.slice(1));
}

const textOf = (root: string, file: string) => Deno.readTextFile(`${root}/${file}`);

function reach(imports: Map<string, string[]>, file: string, seen = new Set<string>()) {
  for (const each of imports.get(file) ?? []) {
    if (seen.has(each)) continue;
    seen.add(each);
    reach(imports, each, seen);
  }
  return seen;
}

/** domain/README.md, "Which area owns which table": table → folders of domain/ */
export function ownersOf(page: string): Map<string, string[]> {
  const [, rows = ""] = /## Which area owns which table\n([^]*?)\n## /.exec(page) ?? [];
  const owners = new Map<string, string[]>();
  for (const [, areas, tables] of rows.matchAll(/^\| (`.+?) \| (.+) \|$/gm)) {
    const folders = [...areas.matchAll(/`([\w]+)\/`/g)].map(([, folder]) => folder);
    for (const [table] of tables.matchAll(/\w+/g)) owners.set(table, folders);
  }
  return owners;
}

/** "sales" of domain/sales/x.ts, tests/sales/x_test.ts and of nothing else */
export function areaOf(file: string): string {
  return /^(?:domain|tests)\/(\w+)\//.exec(file)?.[1] ?? "";
}

function wordsOf(path: string): string[] {
  return path.replace(/\.(ts|sql)$/, "").split(/[/_.]/).map((word) => word.replace(/s$/, ""))
    .filter((word) => word !== "test");
}
