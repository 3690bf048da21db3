import { openPromise } from "yauzl";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { cli, freePort, startServer } from "../support/server.ts";

Deno.test("start --lan serves https with what its task may do, and keeps its key out of backups", async (t) => {
  await using db = await freshDatabase();
  const data = await Deno.makeTempDir();
  const LAN_PORT = String(freePort());
  const env = {
    DATABASE_URL: db.url,
    JWT_SECRET: "a secret of at least thirty-two bytes",
    LAN_PORT,
  };
  const server = await startServer(data, env, ["--lan"]);
  const pem = await Deno.readTextFile(`${data}/lan/authority.pem`);
  try {
    const [cert] = /-+BEGIN CERTIFICATE[^]+/.exec(pem)!;
    using client = Deno.createHttpClient({ caCerts: [cert] });

    await t.step("https by the machine's own name, plain http for this machine", async () => {
      const health = await fetch(`https://localhost:${LAN_PORT}/api/v1/health`, { client });
      await health.body?.cancel();
      assertEquals(health.status, 200);
      const page = await fetch(`${server.base.replace("/api/v1", "")}/mobile`);
      assertMatch(await page.text(), /id="login"/);
    });

    await t.step("the terminal names the way of a phone, with both codes", () => {
      assertMatch(server.output(), /Connect a phone first +http:\/\/\S+\/connect/);
      assertMatch(server.output(), /Certificate \(SHA-256\) +([0-9A-F]{2}:){31}/);
      assertMatch(server.output(), /1 {2}connect a phone +2 {2}then open\n +[█▀▄ ]{40,}\n/);
    });

    await t.step("a second one is told that the port is taken", async () => {
      const other = startServer(data, { ...env, PORT: String(freePort()) }, ["--lan"]);
      const said = await other.then((up) => up.stop(), (error) => String(error));
      assertMatch(String(said), new RegExp(`ended with 2: Port ${LAN_PORT} .* Set LAN_PORT`));
    });

    await t.step("no part of a backup has the key", async () => {
      const { code, stderr } = await cli(data, ["backup", "create", "--quiet"], { env });
      assertEquals([code, stderr], [0, ""]);
      const made = [...Deno.readDirSync(`${data}/backups`)].map(({ name }) => name);
      const backup = made.find((name) => /^back.*\d/.test(name))!;
      const held = await partsOf(`${data}/backups/${backup}`);
      assert(held.length > 20, "all parts are read");
      const line = pem.split("\n")[2];
      assertEquals(held.filter(([part, text]) => text.includes(line) || /lan\//.test(part)), []);
    });
  } finally {
    assertEquals((await server.stop()).code, 0);
    await Deno.remove(data, { recursive: true });
  }
  assertEquals(server.output().match(/error/i), null);

  await t.step("another word is refused", async () => {
    const wrong = await startServer(data, env, ["--lam"]).catch((error) => String(error));
    assertMatch(String(wrong), /ended with 2: .*\n--lam is unknown/);
  });
});

/** Name and text of every part of a ZIP. */
async function partsOf(path: string): Promise<[string, string][]> {
  const zip = await openPromise(path);
  const parts: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    let text = "";
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      text += new TextDecoder("latin1").decode(chunk);
    }
    parts.push([entry.fileName, text]);
  }
  return parts;
}
