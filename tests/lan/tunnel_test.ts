import { existsSync } from "node:fs";
import { findTunnel, type Tunnel } from "../../api/tunnel.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { freePort, startServer } from "../support/server.ts";

/** A folder of programs that stand in for those of the tunnels, first of all on PATH. */
async function programs(scripts: Record<string, string>) {
  const folder = await Deno.makeTempDir({ prefix: "tunnels-" });
  for (const [name, script] of Object.entries(scripts)) {
    await Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\ncd ${folder}\n${script}\n`, {
      mode: 0o755,
    });
  }
  return {
    folder,
    PATH: `${folder}:${Deno.env.get("PATH")}`,
    said: (name: string) => Deno.readTextFileSync(`${folder}/${name}`).trim(),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const status = (state: string) =>
  `if [ "$1" = status ]; then echo '{"BackendState":"${state}","Self":{"DNSName":"office.tail1.ts.net."}}'; exit 0; fi`;
const runs = `echo "$@" >args; echo $$ >pid; exec sleep 600`;
const isAlive = async (pid: string) =>
  (await new Deno.Command("kill", { args: ["-0", pid], stderr: "null" }).output()).success;

Deno.test("start --share serves the name of the tunnel, and ends it", async (t) => {
  await using db = await freshDatabase();
  await using tunnels = await programs({ tailscale: `${status("Running")}\n${runs}` });
  const data = await Deno.makeTempDir();
  const PORT = String(freePort());
  const env = {
    DATABASE_URL: db.url,
    JWT_SECRET: "a secret of at least thirty-two bytes",
    PATH: tunnels.PATH,
    TAILSCALE: `${tunnels.folder}/tailscale`,
    PORT,
  };
  const server = await startServer(data, env, ["--share"]);
  let pid = "";
  try {
    await t.step("people are told its address, and the program where to lead it", async () => {
      // the server answers before this process has read what it printed
      const isSaid = () => server.output().includes("/mobile");
      for (let tries = 0; !(pid && isSaid()) && tries < 200; tries++) {
        pid = await Deno.readTextFile(`${tunnels.folder}/pid`).then(
          (text) => text.trim(),
          () => "",
        );
        if (!(pid && isSaid())) await new Promise((wake) => setTimeout(wake, 25));
      }
      assertMatch(server.output(), /running at +https:\/\/office\.tail1\.ts\.net\n/);
      assertMatch(server.output(), /https:\/\/office\.tail1\.ts\.net\/mobile/);
      assertEquals(tunnels.said("args"), `funnel ${PORT}`);
      assert(await isAlive(pid));
    });
    await t.step("who comes through it is not at this machine", async () => {
      const answer = await fetch(`${server.base}/auth/setup-owner`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" },
        body: JSON.stringify({
          name: "Eve",
          email: "eve@example.com",
          password: "correct horse 42",
        }),
      });
      assertEquals([answer.status, (await answer.json()).code], [403, "setup_code_required"]);
    });
  } finally {
    assertEquals((await server.stop()).code, 0);
    await Deno.remove(data, { recursive: true });
  }
  assertEquals(await isAlive(pid), false);

  await t.step("with an address of its own besides it is refused", async () => {
    const both = await startServer(data, { ...env, PUBLIC_URL: "https://a.example" }, ["--share"])
      .catch(String);
    assertMatch(String(both), /ended with 2: .*\nPUBLIC_URL and SHARE are both set/);
  });
});

Deno.test("what keeps a tunnel away is said, with what to do", async () => {
  await using tunnels = await programs({ tailscale: status("NeedsLogin") });
  const before = Deno.env.get("PATH")!;
  try {
    // tests in other threads have the same PATH, and need their programs meanwhile
    const others = before.split(":").filter((each) =>
      !["tailscale", "cloudflared"].some((name) => existsSync(`${each}/${name}`))
    );
    Deno.env.set("PATH", [tunnels.folder, ...others].join(":"));
    const [down, missing] = [await findTunnel("tailscale"), await findTunnel("office.example.com")];
    assertMatch(String(down), /^Tailscale is not up here \(NeedsLogin\): "tailscale up" first\./);
    await Deno.writeTextFile(`${tunnels.folder}/tailscale`, "#!/bin/sh\necho Open the app first");
    assertMatch(
      String(await findTunnel("tailscale")),
      /^Tailscale is not up here \(no state\): "tailscale up" first\./,
    );
    assertMatch(String(missing), /^cloudflared is not installed here\.\n[^]*--share=office\.ex/);
    await Deno.remove(`${tunnels.folder}/tailscale`);
    assertMatch(String(await findTunnel("tailscale")), /^tailscale is not installed here\.\n/);
  } finally {
    Deno.env.set("PATH", before);
  }
});

Deno.test("a tunnel that ends is opened again until it is closed", async () => {
  await using tunnels = await programs({
    cloudflared:
      `[ "$1" = --version ] && exit 0\necho "$@" >>args\necho "no network" >&2\n[ -e once ] && exec sleep 600\ntouch once\nexit 1`,
  });
  const before = Deno.env.get("PATH")!;
  try {
    Deno.env.set("PATH", tunnels.PATH);
    const tunnel = await findTunnel("office.example.com", 50) as Tunnel;
    await Deno.rename(`${tunnels.folder}/cloudflared`, `${tunnels.folder}/later`);
    const open = tunnel.open(8000);
    await new Promise((wake) => setTimeout(wake, 100));
    await Deno.rename(`${tunnels.folder}/later`, `${tunnels.folder}/cloudflared`);
    const tries = () => tunnels.said("args").split("\n");
    for (let turns = 0; turns < 200; turns++) {
      await new Promise((wake) => setTimeout(wake, 25));
      if (await Deno.stat(`${tunnels.folder}/args`).then(() => tries().length === 2, () => false)) {
        break;
      }
    }
    await open.close();
    const run = "tunnel --no-autoupdate run --url http://127.0.0.1:8000 back-office";
    assertEquals(tries(), [run, run]);
  } finally {
    Deno.env.set("PATH", before);
  }
});
