import { assert } from "../support/assert.ts";
import { holdLines } from "../support/kept_lines.ts";

/**
 * Every function of domain/ that is given an actor, called by one who may nothing: which permission it asks
 * for before it asks the database anything, as tests/staff/refused_verbs.txt says (UPDATE=1 writes it). A
 * route asks as well; these are what a command, an import or a further route stands behind.
 */
const kept = new URL("refused_verbs.txt", import.meta.url);
const root = new URL("../../", import.meta.url);

Deno.test("whoever may nothing is refused by every verb that asks a permission, before it reads", async () => {
  const lines: string[] = [];
  for (const file of await filesIn("domain/")) {
    const text = await Deno.readTextFile(new URL(file, root));
    const verbs = [...text.matchAll(/^export async function (\w+)(?:<[^]*?>)?\(([^]*?)\n?\): /gm)]
      .filter(([, , given]) => /\bactor: (Actor|Rights)\b/.test(given));
    if (verbs.length === 0) continue;
    const module = await import(new URL(file, root).href);
    for (const [, name, given] of verbs) {
      const asked = await askedBy(module[name], given);
      if (asked) lines.push(`${file} ${name}: ${asked}`);
    }
  }
  await holdLines(kept, lines);
  assert(lines.length > 130, `${lines.length} verbs ask a permission`);
});

/** What it was asked for, in the words of the refusal; undefined where it did anything else first. */
async function askedBy(verb: (...given: unknown[]) => unknown, given: string) {
  const names = [...given.matchAll(/(?:^|,)\s*(\w+|\{[^}]*\})\??(?=:| =)/g)].map(([, name]) =>
    name
  );
  const actor = new Proxy({ userId: 1, name: "Nobody", now: "2026-01-01T00:00:00Z" }, {
    get: (target, name) => Reflect.get(target, name) ?? "nobody",
  });
  const all = names.map((name) => name === "actor" ? actor : anything());
  try {
    await verb(...all);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "forbidden") return message;
  }
}

/** Stands for a transaction, an id or a body: whatever is read of it is there, until it is called. */
function anything(): unknown {
  return new Proxy(() => {}, {
    get: (_, name) =>
      name === "then"
        ? undefined
        : name === Symbol.iterator
        ? function* () {}
        : name === Symbol.toPrimitive
        ? () => "1"
        : anything(),
    apply: () => {
      const answer = Promise.reject(new Error("it asked the database"));
      answer.catch(() => {}); // a verb may ask several before it waits for one
      return answer;
    },
  });
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(folder, root)));
  const found = entries.filter(({ name, isDirectory }) => isDirectory || name.endsWith(".ts"))
    .map(({ name, isDirectory }) =>
      isDirectory ? filesIn(`${folder}${name}/`) : [`${folder}${name}`]
    );
  return (await Promise.all(found)).flat().sort();
}
