import { listedRecords } from "../../cli/listed_records.ts";
import { areas } from "../../api/routes/mod.ts";
import { testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { commandHost } from "../support/server.ts";
import { oneOfEverything } from "../support/business.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("every list and detail of the terminal knows its path of the API", () => {
  const paths = new Set(
    areas(testOptions).flatMap(({ routes }) => routes)
      .filter(({ method }) => method === "GET").map(({ path }) => path),
  );
  assertEquals(listedRecords.map(({ path }) => path).filter((path) => !paths.has(path)), []);
  for (const { path, show } of listedRecords) {
    if (!show) continue;
    const detail = [":id", ":serial"].map((name) => `${path}/${name}${show.behind}`);
    assert(detail.some((each) => paths.has(each)), `${path}: its detail`);
  }
});

Deno.test("with BACK_OFFICE_URL the terminal reads over HTTP and prints the same", async (t) => {
  await using office = await openOffice();
  const { app, as } = testApp(office.database);
  const [owner, store] = [await as("owner"), await as("store")];
  await oneOfEverything(owner, "0");
  await oneOfEverything(owner, "1");
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.fetch);
  const url = `http://127.0.0.1:${server.addr.port}`;
  await using elsewhere = commandHost(office.folder);
  const remote = (...args: string[]) =>
    elsewhere.run(args, { env: { BACK_OFFICE_URL: url, BACK_OFFICE_TOKEN: owner.token } });

  const commands = [
    "list products --sort=-id --limit 1",
    "list invoices --all --include items --json",
    "list shipments --fields id,title,landed_value",
    "show invoices 1",
    "show customers 1 --json",
    "report stock-valuation",
    "report summary --json",
    "report ageing --csv",
  ];
  for (const command of commands) {
    await t.step(command, async () => {
      const [there, here] = [
        await remote(...command.split(" ")),
        await office.run(...command.split(" ")),
      ];
      assertEquals(there.code, 0, there.stderr);
      // both may be read in different seconds
      assertEquals(there, here);
    });
  }
  await t.step("refusals are the server's: 5, 3, 2", async () => {
    assertEquals((await remote("show", "invoices", "99")).code, 5);
    assertEquals((await remote("list", "products", "--limit", "many")).code, 3);
    assertEquals((await remote("list", "products", "--fields", "colour")).code, 2);
    const env = { BACK_OFFICE_URL: url, BACK_OFFICE_TOKEN: store.token };
    assertEquals((await elsewhere.run(["list", "lc-tt"], { env })).code, 3);
    const stock = await elsewhere.run(["list", "products", "--json"], { env });
    assertEquals("purchase_price" in JSON.parse(stock.stdout)[0], false);
  });
  await t.step("what needs this machine says so: 2", async () => {
    for (const command of ["receipt post --all-approved", "backup create", "owner setup"]) {
      const { code, stderr } = await remote(...command.split(" "));
      assertEquals(code, 2, command);
      assertMatch(stderr, /works on the machine of the books only: BACK_OFFICE_URL is set/);
    }
    assertEquals((await remote("version")).code, 0);
    assertEquals((await remote("list", "products", "--as", "x@example.com")).code, 2);
  });
  await t.step("no token, and no server: 2, 6", async () => {
    const env = { BACK_OFFICE_URL: url };
    assertEquals((await elsewhere.run(["list", "products"], { env })).code, 2);
    const nobody = { BACK_OFFICE_URL: "http://127.0.0.1:9", BACK_OFFICE_TOKEN: "x" };
    assertEquals((await elsewhere.run(["list", "products"], { env: nobody })).code, 6);
  });
});
