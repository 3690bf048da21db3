import { assert, assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { everyOperation, exampleSender, SETUP } from "../support/examples.ts";

Deno.test("every operation has an example, and that of every write is sent and done", async (t) => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const operations = await everyOperation();
  const setup = operations.find(({ name }) => name === SETUP)!;
  const made = await app.anyone.post("/auth/setup-owner", setup.body);
  assertEquals(made.status, 201, SETUP);
  const owner = app.holding(made.body.data.token);
  const { ready, send } = exampleSender(app, operations, owner);

  for (const operation of operations) {
    const { name, body, answer } = operation;
    if (name.startsWith("GET ")) {
      if (answer) assert("example" in answer, `${name} has no example of its answer`);
      continue;
    }
    if (name === SETUP) continue;
    await t.step(name, async () => {
      assert(body, `${name} has no example`);
      const all = await oneOfEverything(owner, crypto.randomUUID().slice(0, 8));
      const deed = await ready(operation, all, owner);
      const { status, body: said } = await send(deed);
      assert([200, 201].includes(status), `${status} ${said.detail} ${JSON.stringify(deed.body)}`);
    });
  }
});
