import { built } from "../../web/assets.ts";
import { sharedWith, sourceFiles, sourceHash } from "../../web/source_hash.ts";
import { assert, assertEquals } from "../support/assert.ts";

const dist = new URL("../../web/dist/", import.meta.url);

Deno.test("web/dist was built from web/src and web/styles as they are", async () => {
  const builtFrom = (await Deno.readTextFile(new URL("SOURCE_HASH", dist))).trim();
  assertEquals(builtFrom, await sourceHash(), "run: deno task build");
});

Deno.test("web/dist holds every file that it names, and no other", async () => {
  const there: string[] = [];
  for await (const { name } of Deno.readDir(dist)) there.push(name);
  const beside = ["SOURCE_HASH", "built.json"];
  assertEquals(there.filter((name) => !beside.includes(name)).sort(), built.files);
});

Deno.test("every file that a script imports is there", async () => {
  for (const name of built.files.filter((file) => file.endsWith(".js"))) {
    const text = await Deno.readTextFile(new URL(name, dist));
    for (const [, wanted] of text.matchAll(/"\.\/([\w.-]+\.js)"/g)) {
      assert(built.files.includes(wanted), `${name} imports ${wanted}, which is not there`);
    }
  }
});

Deno.test("what the pages take from domain/ imports nothing, so no rule of the server comes along", async () => {
  const shared = (await sourceFiles()).flatMap(([, text]) => sharedWith(text));
  assert(shared.length > 0, "nothing is shared");
  for (const path of new Set(shared)) {
    const text = await Deno.readTextFile(new URL(`../../web/${path}`, import.meta.url));
    assert(!/^(import|export .* from) /m.test(text), `${path} imports`);
  }
});
