import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { linux, testThatNeeds } from "../support/needs.ts";
import { type Office, openOffice, writeShipments } from "../support/terminal.ts";

const KILLS = Number(Deno.env.get("IMPORT_KILLS") ?? 3);
const ROWS = 3_000;
const good = "tests/data/shipments.csv";

/** Everything an import brings in, in one text; numbers must have no gap. */
async function booksOf(database: Database): Promise<string> {
  const [{ books }] = await database.query<[{ books: string }]>(sql`
    select concat_ws('|',
      (select md5(string_agg(concat_ws(',', reference_no, external_ref, content_hash, status), ';' order by id))
        from shipments),
      (select md5(string_agg(concat_ws(',', s.external_ref, i.product_name, i.sku, i.ordered_qty,
          i.purchase_value, i.landed_value), ';' order by i.id))
        from shipment_items i join shipments s on s.id = i.shipment_id),
      (select count(*) from audit_log where action = 'shipment.create'),
      (select count(*) from history where entity = 'shipment'),
      (select last_number from document_counters where series like 'SHP-%')) as books`);
  return books;
}

/** Waits until a run holds the lock of its command. */
async function untilHeld(office: Office): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const held = await office.database.query<unknown[]>(sql`
      select 1 from pg_locks where locktype = 'advisory' and granted
        and (classid::bigint << 32 | objid::bigint) = hashtextextended('back-office job shipment import', 0)
        and database = (select oid from pg_database where datname = current_database())`);
    if (held.length > 0) return;
    await wait(50);
  }
  throw new Error("the import never took its lock");
}

const wait = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Runs the import until the lock of a killed run is gone; a minute is promised. */
async function runWhenFree(office: Office, file: string): Promise<number> {
  const until = Date.now() + 60_000;
  for (;;) {
    const { code } = await office.run("shipment", "import", file);
    if (code !== 75 || Date.now() > until) return code;
    await wait(200);
  }
}

Deno.test("kill -9 in the middle of an import, run again: the same rows as without", async () => {
  await using calm = await openOffice();
  const file = `${calm.folder}/shipments.csv`;
  await writeShipments(file, ROWS);
  const start = performance.now();
  assertEquals((await calm.run("shipment", "import", file)).code, 0);
  const durationMs = performance.now() - start;

  await using office = await openOffice();
  let hit = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = office.start("shipment", "import", file);
    await wait(durationMs * (0.2 + 0.7 * Math.random()));
    try {
      child.kill("SIGKILL");
    } catch {
      // it was quicker this time
    }
    if ((await child.status).signal === "SIGKILL") hit++;
  }
  assertEquals(await runWhenFree(office, file), 0);
  assertEquals(await booksOf(office.database), await booksOf(calm.database));
  assertEquals(await office.count("shipment_items"), ROWS);
  console.log(`      ${hit} of ${KILLS} runs were under way when they were killed`);
});

Deno.test("two imports at once: the second ends with 75; a killed one leaves the lock", async () => {
  await using office = await openOffice();
  const long = `${office.folder}/long.csv`;
  await writeShipments(long, 60_000);
  const first = office.start("shipment", "import", long);
  try {
    await untilHeld(office);
    first.kill("SIGSTOP"); // it holds the lock for as long as the others need
    const second = await office.run("shipment", "import", good);
    assertEquals(second.code, 75);
    assertMatch(second.stderr, /Another run of "shipment import" is under way/);
    assertEquals((await office.run("product", "import", "tests/data/products.csv")).code, 0);
  } finally {
    first.kill("SIGKILL");
    await first.status;
  }
  assertEquals(await runWhenFree(office, good), 0);
  assertEquals(await office.count("shipments"), 3);
});

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`${signal} takes an import back and ends it with ${code}`, async () => {
    await using office = await openOffice();
    const long = `${office.folder}/long.csv`;
    await writeShipments(long, 60_000);
    const child = office.start("shipment", "import", long);
    await untilHeld(office);
    child.kill(signal);
    assertEquals((await child.status).code, code);
    assertEquals(await office.count("shipments"), 0);
    assertEquals(await office.count("import_runs"), 0);
    assertEquals((await office.run("shipment", "import", good)).code, 0);
  });
}

testThatNeeds([linux], {
  name: "an import needs little memory, however long the file",
  async fn() {
    await using office = await openOffice();
    const file = `${office.folder}/shipments.csv`;
    await writeShipments(file, Number(Deno.env.get("IMPORT_ROWS") ?? 20_000));
    const child = office.start("shipment", "import", file, "--dry-run");
    let ended = false;
    let peakMib = 0;
    const status = child.status.finally(() => ended = true);
    while (!ended) {
      // by cat, because Deno opens /proc only to programs with every right
      const { stdout } = await new Deno.Command("cat", {
        args: [`/proc/${child.pid}/status`],
        stderr: "null",
      }).output();
      const read = new TextDecoder().decode(stdout);
      peakMib = Math.max(peakMib, Number(/VmHWM:\s+(\d+)/.exec(read)?.[1] ?? 0) / 1024);
      await wait(50);
    }
    assertEquals((await status).code, 0);
    console.log(`      peak ${peakMib.toFixed(0)} MiB`);
    assert(peakMib > 0 && peakMib < 200, `${peakMib} MiB`);
  },
});
