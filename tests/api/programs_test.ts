import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { program, testThatNeeds } from "../support/needs.ts";
import { made } from "../support/receiving.ts";

const page = new URL("../../docs/programs.md", import.meta.url);

testThatNeeds([program("bash"), program("curl"), program("node")], {
  name: "what docs/programs.md says for a shell, pasted in order, ends with goods in stock",
  fn: async () => {
    await using db = await freshDatabase();
    const { app, as } = testApp(db.database);
    const owner = await as("owner");
    const [EMAIL, PASSWORD] = ["first@example.test", "five minutes from now"];
    made(
      await owner.post("/users", {
        name: "Owner",
        role: "owner",
        email: EMAIL,
        password: PASSWORD,
      }),
    );
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request, info) => app.fetch(request, { remoteAddr: info.remoteAddr }),
    );
    const folder = await Deno.makeTempDir();
    try {
      const text = await Deno.readTextFile(page);
      const script = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, lines]) => lines).join("")
        .replaceAll("127.0.0.1:8000", `127.0.0.1:${server.addr.port}`);
      const child = new Deno.Command("bash", {
        args: ["-euo", "pipefail", "-c", script],
        cwd: folder,
        env: { EMAIL, PASSWORD },
      });
      const { code, stdout, stderr } = await child.output();
      assertEquals(code, 0, new TextDecoder().decode(stderr));
      const said = new TextDecoder().decode(stdout).trim().split("\n");
      const [stock, customer, again, entries, ...rest] = said;
      assertEquals([stock, customer], ["10", again]);
      const { body: journal } = await owner.get("/journal?limit=200");
      assert(journal.data.length > 1);
      assertEquals(entries, String(journal.data.length));
      assertEquals(rest, ["1", "49"]); // a product that is new, a secret's length
      const { body } = await owner.get("/customers?search=Rahim");
      assertEquals(body.data.length, 1);
    } finally {
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
