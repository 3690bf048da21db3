/** A process that uses the embedded database for embedded_test.ts: run with the data folder. */
import pg from "pg";
import { openEmbedded } from "../../domain/db/embedded.ts";

const opened = await openEmbedded(Deno.args[0], { log: (line) => console.error(line) });

Deno.addSignalListener("SIGINT", async () => {
  // What a service does at Ctrl-C: it finishes what it has begun, and only then leaves.
  await new Promise((wake) => setTimeout(wake, 200));
  const client = new pg.Client(opened.url);
  await client.connect();
  await client.query("create table finished ()");
  await client.end();
  await opened.release();
  Deno.exit(0);
});

console.log(opened.url);
await Deno.stdin.read(new Uint8Array(1));
await opened.release();
Deno.exit(0);
