import sql from "sql-template-tag";
import type { Actor } from "../../domain/access/access.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { createSupplier } from "../../domain/suppliers/create_supplier.ts";
import { supplier } from "../../domain/suppliers/supplier.ts";
import { actorWith, insertUser } from "./app.ts";
import { freshDatabase, type TestDatabase } from "./db.ts";
import { type cli, commandHost, taskArguments } from "./server.ts";

const root = new URL("../../", import.meta.url);
const JWT_SECRET = "a-secret-for-tests-only-0123456789-abcdef";

/** A business with an owner and two suppliers, and its command line in a process of its own. */
export interface Office extends TestDatabase {
  owner: Actor;
  /** runs one command to its end, after those before it */
  run(...args: string[]): ReturnType<typeof cli>;
  /** its process, for a command that is given stdin or other settings */
  commands: ReturnType<typeof commandHost>;
  /** runs one command and reads its `--json` */
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  json(...args: string[]): Promise<{ code: number; data: any }>;
  /** starts one command and goes on */
  start(...args: string[]): Deno.ChildProcess;
  /** how many rows a table has */
  count(table: keyof typeof counts): Promise<number>;
  /** a file with this text, removed with the office */
  file(text: string | Uint8Array, suffix?: string): Promise<string>;
  folder: string;
}

const counts = {
  shipments: sql`select count(*) as rows from shipments`,
  shipment_items: sql`select count(*) as rows from shipment_items`,
  products: sql`select count(*) as rows from products`,
  stock_movements: sql`select count(*) as rows from stock_movements`,
  customers: sql`select count(*) as rows from customers`,
  customer_ledger: sql`select count(*) as rows from customer_ledger`,
  supplier_ledger: sql`select count(*) as rows from supplier_ledger`,
  import_runs: sql`select count(*) as rows from import_runs`,
  audit_log: sql`select count(*) as rows from audit_log`,
};

export async function openOffice(): Promise<Office> {
  const db = await freshDatabase();
  const folder = await Deno.makeTempDir({ prefix: "office-" });
  const owner = actorWith("owner", await insertUser(db.database, "owner"));
  for (const name of ["Supplier One", "Supplier Two"]) {
    const named = parse(supplier.entry, { name });
    await inTransaction(db.database, (tx) => createSupplier(tx, owner, named));
  }
  const env = { DATABASE_URL: db.url, JWT_SECRET };
  const commands = commandHost(folder, env);
  const run = (...args: string[]) => commands.run(args);
  return {
    ...db,
    owner,
    folder,
    commands,
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run(...args, "--json");
      if (stdout === "") throw new Error(`nothing printed, ${code}: ${stderr}`);
      return { code, data: JSON.parse(stdout) };
    },
    start: (...args) =>
      new Deno.Command(Deno.execPath(), {
        args: [...taskArguments("cli", { DATA_DIR: folder, ...env }), ...args],
        cwd: root,
        env: { DATA_DIR: folder, ...env },
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn(),
    async count(table) {
      const [{ rows }] = await db.database.query<[{ rows: number }]>(counts[table]);
      return rows;
    },
    async file(text, suffix = ".csv") {
      const path = await Deno.makeTempFile({ dir: folder, suffix });
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
      await Deno.writeFile(path, bytes);
      return path;
    },
    async [Symbol.asyncDispose]() {
      await commands[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A file of shipments with `rows` items, ten to a shipment. */
export async function writeShipments(path: string, rows: number): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  let text = "external_ref,supplier,shipment_type,shipment_mode,tracking_number,bl_number," +
    "container_number,eta_chittagong,warehouse_name,currency,exchange_rate,product_name,sku," +
    "ordered_qty,shipped_qty,unit,purchase_value,weight_kg,volume_cbm,hs_code\n";
  for (let i = 0; i < rows; i++) {
    const shipment = Math.floor(i / 10);
    const pieces = 1 + i % 50;
    text += `PI-${shipment},Supplier One,machine,sea,T${shipment},BL${shipment},,2026-12-04,` +
      `Main Warehouse,USD,122.85,"Product, number ${i}",SKU-${i % 5000},${pieces},${pieces},pcs,` +
      `${(i % 9999) + 1}.25,${1 + i % 100},0.01,8443.99\n`;
    if (text.length < 1 << 20 && i + 1 < rows) continue;
    for (let bytes = encoder.encode(text); bytes.length > 0;) {
      bytes = bytes.subarray(await file.write(bytes));
    }
    text = "";
  }
}
