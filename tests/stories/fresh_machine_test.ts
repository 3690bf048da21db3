/** `deno task start` where nobody has worked before. */
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { asRoot, freshMachine, run, startService, stopService } from "../support/checkout.ts";
import { root, testThatNeeds } from "../support/needs.ts";
import { call } from "../support/server.ts";

const owner = { name: "Owner", email: "owner@example.test", password: "correct horse 42" };

async function names(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

/** With packages cached it takes some 3 s on a quiet machine; what hangs, startService tells. */
function sayHowLong(startedMs: number, where: string): void {
  console.log(`first start, ${where}: ${Math.round(startedMs)} ms`);
}

testThatNeeds([root], {
  name: "task start as root in a folder of root's alone",
  async fn(t) {
    await using machine = await freshMachine({ name: "root/checkout", umask: "077" });
    await Deno.chmod(`${machine.folder}/root`, 0o700);
    const env = { STATE_DIR: `${machine.folder}/state` }; // not there yet
    const data = `${machine.checkout}/.data`;
    let service = await startService(machine, env);

    await t.step("is healthy, keeps the owner's account, and says where the data is", async () => {
      sayHowLong(service.startedMs, "root");
      assertEquals(
        (await call(service.base, undefined, "POST", "/auth/setup-owner", owner)).status,
        201,
      );
      const away = await Deno.readTextFile(`${data}/postgres.place`);
      assertMatch(away.replace(env.STATE_DIR, ""), /^\/data-[0-9a-f]{12}$/);
      assertMatch(
        service.output(),
        /copying PostgreSQL to \S+\/state\/programs\/postgresql-[\d.]+/,
      );
    });

    await t.step("comes up again with everything after kill -9", async () => {
      service.signal("SIGKILL");
      await service.ended;
      service = await startService(machine, env);
      const { status } = await call(service.base, undefined, "POST", "/auth/login", owner);
      assertEquals(status, 200);
      assert(!service.output().includes("copying"), service.output());
      await stopService(service);
    });

    await t.step("begins anew when the data folder was removed, and deletes nothing", async () => {
      await Deno.remove(data, { recursive: true });
      service = await startService(machine, env);
      assertEquals((await call(service.base, undefined, "POST", "/auth/login", owner)).status, 401);
      await stopService(service);
      const kept = (await names(env.STATE_DIR)).map((name) => name.replace(/\d{17}$/, "TIME"));
      assertEquals(kept.map((name) => name.replace(/[0-9a-f]{12}/, "X")), [
        ...["data-X", "data-X-TIME", "programs"],
      ]);
    });

    await t.step("several at once mend a copy that is broken, once", async () => {
      const programs = `${env.STATE_DIR}/programs`;
      const [copy] = (await names(programs)).filter((name) => name.startsWith("postgresql-"));
      await Deno.truncate(`${programs}/${copy}/bin/postgres`, 1000); // the original is another file
      await Deno.mkdir(`${programs}/${copy}.new/bin`, { recursive: true }); // killed while copying
      const tasks = [1, 2, 3].map(() => machine.task("programs", env));
      for (const task of tasks) assertEquals((await task.ended).code, 0, task.output());
      const copied = tasks.filter((task) => task.output().includes("copying PostgreSQL"));
      assertEquals([copied.length, await names(programs)], [1, ["lock", copy]]);
      await run(`${programs}/${copy}/bin/postgres`, "--version");
    });
  },
});

Deno.test("task start as an ordinary user who lets nobody else in, in a folder with a space", async (t) => {
  await using machine = await freshMachine({ name: "back office", ordinary: true, umask: "077" });
  if (asRoot) {
    // his own folders; the packages' files are links to ours and stay as they are
    const folders = ["-type", "d", "-exec", "chown", "65534:65534", "{}", "+"];
    await run("find", machine.checkout, ...folders, "-exec", "chmod", "700", "{}", "+");
  }
  const service = await startService(machine);
  sayHowLong(service.startedMs, "ordinary user");
  const origin = new URL(service.base).origin;
  for (const path of ["/mobile", "/admin-mobile", "/api/v1/docs"]) {
    assert(service.output().includes(`${origin}${path}\n`), service.output());
  }

  for (
    const [env, sentence] of [
      [{ PORT: `${service.port}` }, `Port ${service.port} on 127.0.0.1 is taken. `],
      [{ HOST: "192.0.2.1" }, "HOST=192.0.2.1 is no address of this machine "],
    ] as const
  ) {
    await t.step(`says what is wrong and touches no data: ${sentence}`, async () => {
      const DATA_DIR = await machine.own(`other ${Object.keys(env)}`);
      const task = machine.task("start", { ...env, DATA_DIR });
      assertEquals((await task.ended).code, 2, task.output());
      // Deno itself may say that it looks for packages: this account has no cache yet
      const said = task.errors().trim().split("\n").filter((line) => !/^Download /.test(line));
      assert(said.length === 1 && said[0].startsWith(sentence), task.errors());
      assertEquals(await names(DATA_DIR), ["server.lock"]);
    });
  }
  await stopService(service);
  const modeOf = (name: string) => Deno.statSync(`${machine.checkout}/.data/${name}`).mode! & 0o777;
  assertEquals(["", "postgres", "uploads", "jwt_secret"].map(modeOf), [0o700, 0o700, 0o700, 0o600]);
});

Deno.test("task start from a checkout that nobody may write to, with every folder elsewhere", async () => {
  await using machine = await freshMachine({ ordinary: true });
  await run("find", machine.checkout, "-type", "d", "-exec", "chmod", "a-w", "{}", "+");
  const env = {
    DATA_DIR: await machine.own("the data"),
    UPLOAD_DIR: await machine.own("the uploads"),
    TMPDIR: await machine.own("for a while"),
    HOST: "0.0.0.0",
  };
  const before = await names(machine.checkout);
  const service = await startService(machine, env);
  sayHowLong(service.startedMs, "read-only checkout");
  await stopService(service);
  assertEquals(await names(machine.checkout), before);
  assert((await names(env.DATA_DIR)).includes("postgres"));
  assert((await names(env.UPLOAD_DIR)).length > 0);
});
