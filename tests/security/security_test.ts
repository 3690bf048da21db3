import { assert, assertEquals } from "../support/assert.ts";
import { chapters, page } from "./registry.ts";

const root = new URL("../../", import.meta.url);
const all = Object.values(chapters).flat();

Deno.test("every promise of SECURITY.md names tests that are there, or says what it lacks", async () => {
  assertEquals(all.map(({ id }) => id), Array.from({ length: all.length }, (_, i) => `S${i + 1}`));
  for (const { id, tests } of all) {
    assert(tests.length > 0, id);
    for (const test of tests) {
      const [file, words] = test.split(" :: ");
      const text = await Deno.readTextFile(new URL(`tests/${file}`, root));
      assert(words !== "" && text.includes(words), `${id}: ${test}`);
    }
  }
});

Deno.test("SECURITY.md is what the registry prints (UPDATE=1 writes it)", async () => {
  const path = new URL("SECURITY.md", root);
  if (Deno.env.get("UPDATE")) await Deno.writeTextFile(path, page());
  assertEquals(await Deno.readTextFile(path), page());
});
