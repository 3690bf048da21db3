/** The README's commands, pasted in their order where there is Node and nothing else. */
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshMachine, type Service, startService, stopService } from "../support/checkout.ts";
import { program, testThatNeeds } from "../support/needs.ts";

const password = "correct horse 42";
/** A few tests that a bare machine can run and some of each kind that it cannot. */
const someTests = [
  "money",
  "db/pooler_test.ts",
  "stories/rolling_restart_test.ts",
  "web/drain_test.ts",
]
  .map((path) => `tests/${path}`).join(" ");

/** Lines that are not indented begin a command. */
async function commands(): Promise<string[]> {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const blocks = [...readme.matchAll(/^```\n(.*?)^```$/gms)].map(([, block]) => block.trim());
  return blocks.flatMap((block) => block.split(/\n(?! )/));
}

testThatNeeds([program("npx")], {
  name: "the README's commands, pasted in order on a bare machine, end with goods in stock",
  async fn(t) {
    await using machine = await freshMachine({ name: "root/back office" });
    await Deno.chmod(`${machine.folder}/root`, 0o700);
    const env = { STATE_DIR: `${machine.folder}/state`, BACK_OFFICE_PASSWORD: password };
    const said: Record<string, string> = {};
    let service: Service | undefined;
    let alias = "";

    for (const command of await commands()) {
      if (command.startsWith("alias ")) {
        alias = `${command}\n`;
        continue;
      }
      await t.step(command, async () => {
        if (command.endsWith("task start")) {
          const started = await startService(machine, env, (env) => machine.shell(command, env));
          if (service) await stopService(started);
          service ??= started;
          return;
        }
        const typed = command
          .replace("127.0.0.1:8000", `127.0.0.1:${service!.port}`)
          .replace("…", password)
          .replace(/\bFILE\b/, () => onlyBackup(machine.checkout));
        // npx adds the folder of the real Node to PATH, and whatever else is installed there
        const task = typed.endsWith("task test")
          ? machine.task(`test ${someTests}`, env)
          : machine.shell(alias + typed, env);
        assertEquals((await task.ended).code, 0, task.output());
        said[command.split("#")[0].trim()] = task.output();
      });
    }
    await stopService(service!);

    const login = Object.entries(said).find(([command]) => command.startsWith("node "));
    assertMatch(login![1], /"token":"ey/);
    const tests = said["npx -y deno@2.9.6 task test"];
    for (const name of ["nginx", "pgbouncer", "chromium"]) {
      assertMatch(tests, new RegExp(`^SKIPPED: \\d tests? needs? ${name}, which is not`, "m"));
    }
    assertMatch(tests, /^\d\d passed, 0 failed, [3-9] skipped$/m);
    assertMatch(said["cli receipt post --all-approved"], /^RCP-\d{4}-000001 posted$/m);
    // 240 were there when the books began
    assertMatch(said["cli report stock"], /^000451 .* 1,?240 /m);
  },
});

function onlyBackup(checkout: string): string {
  const folder = ".data/backups";
  const [backup, ...more] = [...Deno.readDirSync(`${checkout}/${folder}`)];
  assert(more.length === 0);
  return `${folder}/${backup.name}`;
}
