import { assertEquals } from "./support/assert.ts";

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

Deno.test("money is never a float", async () => {
  assertEquals(await filesMatching(["domain/"], /parseFloat\(|\.toFixed\(\d|Math\.round\(/), []);
});

Deno.test("nobody reads every column of a table", async () => {
  assertEquals(await filesMatching(["domain/", "api/", "cli/"], /select \*|returning \*/i), []);
});
