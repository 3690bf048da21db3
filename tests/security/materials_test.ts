import { materials } from "../../packaging/bill_of_materials.ts";
import { assert, assertEquals } from "../support/assert.ts";

const root = new URL("../../", import.meta.url);
/** What may run here without giving our own sources away. */
const taken = new Set([
  "(BSD-3-Clause OR GPL-2.0)",
  "(MIT OR CC0-1.0)",
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Bitstream-Vera",
  "ISC",
  "MIT",
  "MIT AND OFL-1.1",
]);

Deno.test("the bill of materials is that of the lock, each with its checksum, those that run with a licence", async () => {
  const made = await materials();
  for (const [path, text] of Object.entries(made)) {
    const kept = await Deno.readTextFile(new URL(path, root));
    assert(kept === text, `${path} is not of this lock: deno task materials`);
  }
  const { components, dependencies } = JSON.parse(made["packaging/materials.cdx.json"]);
  const { npm } = JSON.parse(await Deno.readTextFile(new URL("deno.lock", root)));
  const locked = new Set(Object.keys(npm).map((key) => key.replace(/^(@?[^@]+@[^_]+).*/, "$1")));
  const [postgresql, ...packages] = components;
  assertEquals(
    new Set(packages.map(({ name, version }: Record<string, string>) => `${name}@${version}`)),
    locked,
  );
  assertEquals([postgresql.name, postgresql.version], ["postgresql", "18.4"]);
  assertEquals(dependencies.length, packages.length);
  for (const { name, scope, hashes, licenses = [] } of packages) {
    assertEquals(hashes[0].content.length, 128, name);
    if (scope !== "required") continue;
    const [{ expression, license }] = licenses;
    assert(taken.has(expression ?? license.id), `${name}: ${expression ?? license.id}`);
  }
  const runs = packages.filter(({ scope }: { scope: string }) => scope === "required")
    .map(({ name }: { name: string }) => name);
  for (
    const name of [
      "hono",
      "pg",
      "zod",
      "jose",
      "bcrypt",
      "preact",
      "pdfkit",
      "sharp",
      "dejavu-fonts-ttf",
    ]
  ) {
    assert(runs.includes(name), name);
  }
  for (const name of ["playwright-core", "ajv", "typescript", "fast-check"]) {
    assert(!runs.includes(name), name);
  }
});
