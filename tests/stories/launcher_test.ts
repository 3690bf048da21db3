import { assert } from "../support/assert.ts";
import { testSecret } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { linux, testThatNeeds } from "../support/needs.ts";
import { freePort, taskArguments } from "../support/server.ts";

const root = new URL("../../", import.meta.url);

async function answers(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2_000) })
    .then(async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    }, () => false);
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000;) {
    if (await condition()) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`Not within a minute: ${what}`);
}

testThatNeeds([linux], {
  name: "the server ends when the npx that started it was killed, and only then",
  async fn() {
    await using db = await freshDatabase();
    const folder = await Deno.makeTempDir({ prefix: "npx-" });
    const port = freePort();
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: db.url,
      JWT_SECRET: testSecret,
      PORT: String(port),
    };
    // passes no signal on and waits, as the real one does
    await Deno.writeTextFile(`${folder}/npx`, '#!/bin/sh\n"$@" &\nwait\n', { mode: 0o755 });
    const npx = new Deno.Command(`${folder}/npx`, {
      args: [Deno.execPath(), ...taskArguments("start", env)],
      cwd: root,
      env,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await until(() => answers(port), "the server comes up");
    await new Promise((wake) => setTimeout(wake, 1_500)); // three looks at npx
    assert(await answers(port), "npx is alive, and so must the server be");
    npx.kill("SIGKILL");
    await npx.status;
    await until(async () => !await answers(port), "the server ends");
    await Deno.remove(folder, { recursive: true });
  },
});
