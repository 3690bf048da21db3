/** What a run of the tests leans on and leaves behind. */
import { assert, assertEquals } from "../support/assert.ts";
import { linux, pathOf, testThatNeeds } from "../support/needs.ts";
import { openRunFolder } from "../support/run_folder.ts";

testThatNeeds([linux], {
  name: "a run of the tests removes its folder and says what tests left there",
  async fn() {
    const folder = await openRunFolder();
    const child = new Deno.Command("sleep", { args: ["60"], env: folder.env }).spawn();
    await Deno.mkdir(`${folder.env.TMPDIR}/of a test`);
    const left = await folder.close(0);
    assertEquals(left.map((each) => each.replace(/ \/\S+\/sleep/, " sleep")), [
      `process ${child.pid} sleep 60`,
      `${folder.env.TMPDIR}/of a test`,
    ]);
    assertEquals((await child.status).signal, "SIGKILL");
    assertEquals(await Deno.stat(folder.data).catch((error) => error.name), "NotFound");
    const clean = await openRunFolder();
    assertEquals(await clean.close(), []);
  },
});

Deno.test("tests that lack something are told once for each thing, with their number", async () => {
  const folder = await openRunFolder();
  const lines = [["nginx, which", "a"], ["chromium, which", "b"], ["nginx, which", "c"]];
  const text = [...lines, lines[0]].map((line) => `${JSON.stringify(line)}\n`).join(""); // one ran twice
  await Deno.writeTextFile(folder.env.TEST_SKIPS, text);
  assertEquals(await folder.skips(), [
    "SKIPPED: 1 test needs chromium, which",
    "SKIPPED: 2 tests need nginx, which",
  ]);
  await folder.close();
});

Deno.test("a program that is not there is looked for without an error", () => {
  assert(pathOf("sh")?.endsWith("/sh"));
  assertEquals(pathOf("no-program-has-this-name"), undefined);
});
