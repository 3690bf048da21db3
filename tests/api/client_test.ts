import { businessDate } from "../../domain/business/business.ts";
import { createClient, type Refused } from "../../docs/client.ts";
import { type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";
import { program, testThatNeeds } from "../support/needs.ts";
import { freshDatabase } from "../support/db.ts";

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

testThatNeeds([program("curl")], {
  name:
    "the commands of the page for programs, pasted in order, make a user, give it a token and tell it of changes",
  async fn() {
    await using db = await freshDatabase();
    const { app, as } = testApp(db.database);
    const { token } = await as("owner");
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request, info) => app.fetch(request, { remoteAddr: info.remoteAddr as Deno.NetAddr }),
    );
    const docs = new URL("../../docs/", import.meta.url);
    const page = await Deno.readTextFile(new URL("programs.md", docs));
    const commands = [...page.matchAll(/^ {4}(curl .*(?:\n {6}.*)*)/gm)].map(([, text]) => text);
    assertEquals(commands.length, 3);
    const env = { TOKEN: token, BASE: `http://127.0.0.1:${server.addr.port}/api/v1` };
    const answers: Json[] = [];
    for (const asked of commands) {
      const command = asked.replace(/\d{4}-\d\d-\d\d/, businessDate(new Date())); // its day will have gone
      const shell = new Deno.Command("sh", { args: ["-c", command], env });
      answers.push(JSON.parse(new TextDecoder().decode((await shell.output()).stdout)));
    }
    assertEquals(answers.map(({ data }) => data?.name), [
      "Nightly export",
      "Nightly export",
      undefined,
    ]);
    assertEquals([answers[2].data.state, answers[2].data.kinds], ["on", ["invoice", "payment"]]);
    const given = { authorization: `Bearer ${answers[1].data.token}` };
    const read = await app.request("http://localhost/api/v1/changes?limit=1", { headers: given });
    assertEquals([read.status, (await read.json()).meta.full], [200, true]);
  },
});
