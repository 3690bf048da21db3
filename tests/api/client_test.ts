import { createClient, type Refused } from "../../docs/client.ts";
import { type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";
import { program, testThatNeeds } from "../support/needs.ts";
import { freshDatabase } from "../support/db.ts";
import { made } from "../support/receiving.ts";

Deno.test("the client of the documentation pages through, writes once, and misses no change", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  let lose = 0;
  let refuse = 0;
  const over = (async (url: string, init: RequestInit) => {
    if (refuse-- > 0) {
      return new Response("{}", { status: 503, headers: { "retry-after": "0.01" } });
    }
    const answer = await app.request(url, init);
    if (lose-- <= 0) return answer;
    await answer.body?.cancel();
    throw new TypeError("the connection broke before the answer came");
  }) as typeof fetch;
  const client = createClient({
    base: "http://localhost/api/v1",
    token: owner.token,
    fetch: over,
  });
  const state: { since?: string } = {};
  const fetchChanges = async () => {
    const names: string[] = [];
    for await (
      const { records, since } of client.changes({ ...state, kinds: "supplier", limit: 50 })
    ) {
      names.push(...records.map(({ record }) => String(record.name)));
      state.since = since;
    }
    return names;
  };

  await t.step("a list is read to its end", async () => {
    for (let n = 0; n < 120; n++) {
      await client.post("/suppliers", { name: `Supplier ${n}` });
    }
    const names = new Set<string>();
    for await (const { name } of client.each<Json>("/suppliers", { limit: 50 })) names.add(name);
    assertEquals(names.size, 120);
  });

  await t.step("everything once, then what has changed", async () => {
    assertEquals((await fetchChanges()).length, 120);
    assertEquals(await fetchChanges(), []);
  });

  await t.step("an answer that is lost: the write is sent again and done once", async () => {
    lose = 1;
    const { data } = await client.post<Json>("/suppliers", { name: "Guangzhou Printing" });
    assert(data.id > 0);
    assertEquals(await fetchChanges(), ["Guangzhou Printing"]);
    refuse = 2;
    assertEquals((await client.get<Json>(`/suppliers/${data.id}`)).data.name, "Guangzhou Printing");
  });

  await t.step("a refusal is not sent again, and says why", async () => {
    const refused = await thrownBy(() => client.post("/suppliers", {})) as Refused;
    assertEquals([refused.status, refused.code], [422, "invalid_fields"]);
  });
});

testThatNeeds([program("bash"), program("curl"), program("node")], {
  name: "what the page for programs says for a shell, pasted in order, ends with goods in stock",
  async fn() {
    await using db = await freshDatabase();
    const { app, as } = testApp(db.database);
    const owner = await as("owner");
    const [EMAIL, PASSWORD] = ["first@example.test", "five minutes from now"];
    const login = { name: "Owner", role: "owner", email: EMAIL, password: PASSWORD };
    made(await owner.post("/users", login));
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request, info) => app.fetch(request, { remoteAddr: info.remoteAddr as Deno.NetAddr }),
    );
    const docs = new URL("../../docs/", import.meta.url);
    const page = await Deno.readTextFile(new URL("programs.md", docs));
    const script = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, lines]) => lines).join("")
      .replaceAll("127.0.0.1:8000", `127.0.0.1:${server.addr.port}`);
    const folder = await Deno.makeTempDir();
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-euo", "pipefail", "-c", script],
      cwd: folder,
      env: { EMAIL, PASSWORD },
    }).output();
    await Deno.remove(folder, { recursive: true });
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals(code, 0, text(stderr));
    const [stock, customer, again, entries, ...rest] = text(stdout).trim().split("\n");
    assertEquals([stock, customer], ["10", again]);
    const journal: Json[] = (await owner.get("/journal?limit=200")).body.data;
    assert(journal.length > 1);
    assertEquals(entries, String(journal.length));
    assertEquals(rest, ["1", "49"]); // a product that is new, a secret's length
    assertEquals((await owner.get("/customers?search=Rahim")).body.data.length, 1);
  },
});
