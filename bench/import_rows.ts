/**
 * How fast `shipment import` takes rows in, beside a plain COPY of the same rows into a bare table, and
 * how much memory it needs: `TEST_POSTGRES_URL=… deno run -A bench/import_rows.ts [ROWS]`.
 * Without TEST_POSTGRES_URL it starts a PostgreSQL of its own.
 */
import { Buffer } from "node:buffer";
import pg from "pg";
import { type Office, openOffice, writeShipments } from "../tests/support/terminal.ts";

const rows = Number(Deno.args[0] ?? 100_000);

async function main(): Promise<void> {
  await using office = await openOffice();
  const file = `${office.folder}/shipments.csv`;
  await writeShipments(file, rows);
  const copySeconds = await copyPlain(office.url, file);
  const { seconds, cpuSeconds, peakMib } = await runImport(office, file);
  const [importRate, copyRate] = [rows / seconds, rows / copySeconds];
  const line = (name: string, s: number, rate: number) =>
    console.log(`${name}  ${rows} rows  ${s.toFixed(2)} s  ${rate.toFixed(0)} rows/s`);
  line("shipment import", seconds, importRate);
  line("plain COPY     ", copySeconds, copyRate);
  console.log(`ratio            1 : ${(copyRate / importRate).toFixed(0)}`);
  console.log(`process          ${cpuSeconds.toFixed(1)} s CPU, peak ${peakMib.toFixed(0)} MiB`);
}

export async function runImport(office: Office, path: string) {
  const start = performance.now();
  const child = office.start("shipment", "import", path);
  let peakMib = 0;
  let ticks = 0;
  const timer = setInterval(() => {
    try {
      const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
      peakMib = Math.max(peakMib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      const stat = Deno.readTextFileSync(`/proc/${child.pid}/stat`).split(") ")[1].split(" ");
      ticks = Number(stat[11]) + Number(stat[12]);
    } catch {
      // ended between two looks, or no Linux
    }
  }, 50);
  const { code } = await child.status;
  clearInterval(timer);
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: ticks / 100, peakMib };
}

/** The floor: PostgreSQL reads the file into a table of text columns, without key, index or rule. */
async function copyPlain(url: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the database goes when the bench ends
  await client.connect();
  const [header] = (await Deno.readTextFile(path)).split("\n", 1);
  const columns = header.split(",").map((name) => `${name} text`).join(", ");
  await client.query(`create table plain_copy (${columns})`);
  const start = performance.now();
  await new Promise<void>((resolve, reject) =>
    client.query(
      new CopyIn("copy plain_copy from stdin (format csv, header)", path, resolve, reject),
    )
  );
  const seconds = (performance.now() - start) / 1000;
  const { rows: [{ count }] } = await client.query("select count(*) from plain_copy");
  if (Number(count) !== rows) throw new Error(`COPY took ${count} rows`);
  await client.end();
  return seconds;
}

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** COPY … FROM STDIN, which the driver itself has no call for. */
class CopyIn {
  #connection: CopyConnection | undefined;
  constructor(
    readonly text: string,
    readonly path: string,
    readonly resolve: () => void,
    readonly reject: (error: Error) => void,
  ) {}

  submit(connection: CopyConnection) {
    this.#connection = connection;
    connection.query(this.text);
  }

  async handleCopyInResponse(connection: CopyConnection) {
    for await (const chunk of (await Deno.open(this.path)).readable) {
      connection.sendCopyFromChunk(Buffer.from(chunk));
    }
    connection.endCopyFrom();
  }

  handleError(error: Error) {
    this.#connection = undefined;
    this.reject(error);
  }

  handleReadyForQuery() {
    if (this.#connection) this.resolve();
  }

  handleCommandComplete() {}
  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}
}

if (import.meta.main) await main();
