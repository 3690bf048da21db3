import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import sql from "sql-template-tag";
import { openPromise } from "yauzl";
import { ArchiveWriter } from "../../domain/backup/archive_writer.ts";
import {
  type BackupKey,
  findBackupKey,
  makeBackupKey,
  needBackupKey,
} from "../../domain/backup/backup_key.ts";
import { decryptBackup } from "../../domain/backup/decrypt_backup.ts";
import { createBackup } from "../../domain/backup/create_backup.ts";
import { type Archive, openArchive } from "../../domain/backup/open_archive.ts";
import { restoreBackup } from "../../domain/backup/restore_backup.ts";
import { readConfig } from "../../domain/config/config.ts";
import { verifyBooks } from "../../domain/books/verify_books.ts";
import type { Database } from "../../domain/db/connect.ts";
import { migrateIn, shippedMigrations } from "../../domain/db/migrate.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Uploads } from "../../domain/uploads/store.ts";
import { actorWith, testAuditKeys, testSecret } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { emptyDatabase, freshDatabase } from "../support/db.ts";
import { busyBusiness } from "../books/busy_business.ts";
import { anEmptyStorage, filesUnder } from "../uploads/storage.ts";
import { fingerprint } from "./fingerprint.ts";

const system = actorWith("system");

/** The key of an installation, in a data folder of its own. */
async function keyIn(dir: string): Promise<BackupKey> {
  return await needBackupKey({ ...readConfig(() => undefined), DATA_DIR: dir });
}

/** One that the owner keeps himself. */
async function keyOutside(dir: string): Promise<BackupKey> {
  const path = `${dir}/outside.key`;
  await makeBackupKey(path);
  return (await findBackupKey({ ...readConfig(() => undefined), BACKUP_KEY_FILE: path }))!;
}

async function backUp(database: Database, uploads: Uploads, dir: string, keep?: number) {
  return await createBackup(database, actorWith("system"), uploads.store, { dir, keep });
}

function restore(database: Database, archive: Archive, uploads: Uploads) {
  return restoreBackup(database, system, archive, { uploads, keys: testAuditKeys });
}

Deno.test("a restored backup is the same business: rows, schema, numbering, files", async (t) => {
  await using source = await freshDatabase();
  await using storage = await anEmptyStorage();
  await busyBusiness(source.database, storage.uploads);
  const dir = await Deno.makeTempDir();
  const was = await fingerprint(source.database);
  const backup = await backUp(source.database, storage.uploads, dir);
  assertEquals(await lastAction(source.database), "backup.create");

  await t.step("for its owner's eyes only, without the secret", async () => {
    const { mode } = await Deno.stat(backup.path);
    assertEquals((mode ?? 0) & 0o777, 0o600);
    await using archive = await openArchive(backup.path);
    const { tables, uploads } = archive.manifest;
    for (const table of tables) {
      let text = "";
      for await (const chunk of archive.read(`tables/${table.name}.copy`, table)) {
        text += new TextDecoder().decode(chunk);
      }
      assert(!text.includes(testSecret));
      assertEquals(text.split("\n").length - 1, table.rows, table.name);
    }
    assertEquals([uploads.length, backup.unsound_uploads], [3, []]); // the photo with its thumbnail
  });

  for (const [name, target] of [["empty", emptyDatabase], ["migrated", freshDatabase]] as const) {
    await t.step(`into one that is ${name}`, async () => {
      await using db = await target();
      await using to = await anEmptyStorage();
      await using archive = await openArchive(backup.path);
      const restored = await restore(db.database, archive, to.uploads);
      assertEquals([restored.migrated, restored.warnings], [[], []]);
      assertEquals(await lastAction(db.database), "backup.restore");
      const changed = ["audit_log", "audit_unsealed", "devices", "sessions"];
      assertEquals(await fingerprint(db.database, { without: changed }), {
        ...was,
        rows: without(was.rows, changed),
        sequences: { ...was.sequences, audit_log_id_seq: was.sequences.audit_log_id_seq + 1 },
      });
      const [{ logins }] = await db.database.query<[{ logins: number }]>(sql`
        select (select count(*) from sessions where revoked_at is null)
          + (select count(*) from devices) as logins`);
      assertEquals(logins, 0, "whoever was sent away since must not be back");
      assertEquals(
        await filesUnder(`${to.folder}/files`),
        await filesUnder(`${storage.folder}/files`),
      );
      const books = await verifyBooks(db.database, system, {
        uploads: to.uploads,
        keys: testAuditKeys,
      });
      assertEquals(books.checks.filter(({ ok }) => !ok), []);
    });
  }

  await t.step("not into one that holds records: nothing is changed", async () => {
    await using archive = await openArchive(backup.path);
    const before = await fingerprint(source.database);
    const error = await thrownBy(() => restore(source.database, archive, storage.uploads));
    assertEquals((error as Refusal).code, "database_not_empty");
    assertEquals(await fingerprint(source.database), before);
  });

  await t.step("not into one of somebody else", async () => {
    await using db = await emptyDatabase();
    await db.database.query(sql`create table theirs (id integer)`);
    await using archive = await openArchive(backup.path);
    const error = await thrownBy(() => restore(db.database, archive, storage.uploads));
    assertMatch(error.message, /^Conflict: the database already holds records \(theirs\)/);
  });
  await Deno.remove(dir, { recursive: true });
});

async function lastAction(database: Database): Promise<string> {
  const [{ action }] = await database.query<[{ action: string }]>(
    sql`select action from audit_log order by id desc limit 1`,
  );
  return action;
}

function without<T>(record: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

Deno.test("needBackupKey() gives two first backups at once the same key", async () => {
  const dir = await Deno.makeTempDir();
  const keys = await Promise.all([keyIn(dir), keyIn(dir), keyIn(dir)]);
  assertEquals(new Set(keys.map(({ id }) => id)).size, 1);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("openArchive() notices one flipped bit anywhere, and an end cut off", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  await busyBusiness(db.database, storage.uploads);
  const dir = await Deno.makeTempDir();
  const { path, bytes } = await backUp(db.database, storage.uploads, dir);
  const whole = await Deno.readFile(path);
  const refused = async (content: Uint8Array) => {
    const damaged = `${dir}/damaged.zip`;
    await Deno.writeFile(damaged, content);
    const error = await thrownBy(() => openArchive(damaged));
    assert(error instanceof Refusal && error.code === "backup_damaged", String(error));
  };

  const places = [0, 1, 10, 30, 40, bytes - 1, bytes - 63, bytes - 65, bytes - 80, bytes - 200];
  for (let part = 1; part < 30; part++) places.push(Math.trunc(bytes * part / 30) + part);
  for (const place of places) {
    await t.step(`byte ${place} of ${bytes}`, async () => {
      const content = whole.slice();
      content[place] ^= 1 << (place % 8);
      await refused(content);
    });
  }
  for (const length of [0, 1, 64, 100, bytes >> 1, bytes - 64, bytes - 1]) {
    await t.step(`the first ${length} bytes`, () => refused(whole.slice(0, length)));
  }
  await t.step("something else", () => refused(new TextEncoder().encode("a".repeat(500))));
  await t.step("there is none", async () => {
    const error = await thrownBy(() => openArchive(`${dir}/none.zip`));
    assertEquals((error as Refusal).code, "not_found");
  });
  await t.step("as it was it is whole", async () => {
    await using archive = await openArchive(path);
    assertEquals(archive.bytes, bytes);
  });
  await Deno.remove(dir, { recursive: true });
});

Deno.test("restoreBackup() brings an older backup forward and refuses a newer one", async () => {
  await using old = await emptyDatabase();
  await using storage = await anEmptyStorage();
  const names = (await shippedMigrations()).map(({ name }) => name);
  await inTransaction(old.database, (tx) => migrateIn(tx, names.slice(0, -1)));
  await old.database.query(sql`
    insert into customers (reference_no, name) values ('CUS-2020-000001', 'Old customer')`);
  const dir = await Deno.makeTempDir();
  const earlier = await backUp(old.database, storage.uploads, dir);
  await using db = await emptyDatabase();
  {
    await using archive = await openArchive(earlier.path);
    const { migrated } = await restore(db.database, archive, storage.uploads);
    assertEquals(migrated, names.slice(-1));
    const [{ name }] = await db.database.query<[{ name: string }]>(sql`select name from customers`);
    assertEquals(name, "Old customer");
  }
  await old.database.query(sql`
    insert into schema_migrations (name, checksum)
    values ('9999_from_tomorrow.sql', ${"0".repeat(64)})`);
  const later = await backUp(old.database, storage.uploads, dir);
  await using target = await emptyDatabase();
  await using archive = await openArchive(later.path);
  const error = await thrownBy(() => restore(target.database, archive, storage.uploads));
  assertEquals((error as Refusal).code, "backup_newer");
  assertMatch(error.message, /9999_from_tomorrow\.sql/);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a backup that somebody changed is not ours", async (t) => {
  await using source = await freshDatabase();
  await using storage = await anEmptyStorage();
  await busyBusiness(source.database, storage.uploads);
  const dir = await Deno.makeTempDir();
  const [key, other] = [await keyIn(dir), await keyIn(`${dir}/other`)];
  const { path } = await createBackup(source.database, system, storage.uploads.store, { dir, key });
  const refusalOf = async (file: string, options: Parameters<typeof openArchive>[1]) =>
    (await thrownBy(() => openArchive(file, options)) as Refusal).code;

  await t.step("the key is for its owner's eyes only, and stays", async () => {
    assertEquals((await Deno.stat(key.path)).mode! & 0o777, 0o600);
    assertEquals((await keyIn(dir)).id, key.id);
  });
  await t.step("as it was it is ours; elsewhere nobody can tell", async () => {
    await using archive = await openArchive(path, { key });
    await using elsewhere = await openArchive(path);
    assertEquals([archive.signed, elsewhere.signed], ["ours", "unknown"]);
    assertEquals(await refusalOf(path, { key: other }), "backup_unsigned");
  });

  // the owner's password swapped for one that is known, every hash done anew
  const planted = `${dir}/planted.zip`;
  await rewrite(
    path,
    planted,
    (name, text) =>
      name === "tables/users.copy" ? text.replaceAll(/\$2b\$[^\t]+/g, "$2b$12$planted") : text,
  );
  await t.step("one that was rewritten is refused, unless that is wanted", async () => {
    assertEquals(await refusalOf(planted, { key }), "backup_unsigned");
    await using archive = await openArchive(planted, { key, unsigned: true });
    await using elsewhere = await openArchive(planted);
    assertEquals([archive.signed, elsewhere.signed], ["no", "no"]);
    const users = archive.manifest.tables.find(({ name }) => name === "users")!;
    let text = "";
    for await (const chunk of archive.read("tables/users.copy", users)) {
      text += new TextDecoder().decode(chunk);
    }
    assert(text.includes("planted"));
  });
  await t.step("nor does the old signature help", async () => {
    await using archive = await openArchive(path);
    const signature = await entryOf(path, "manifest.hmac");
    await rewrite(planted, `${dir}/signed.zip`, (_, text) => text, signature);
    assertEquals(archive.signed, "unknown");
    assertEquals(await refusalOf(`${dir}/signed.zip`, { key }), "backup_unsigned");
  });
  await Deno.remove(dir, { recursive: true });
});

Deno.test("with a key kept elsewhere a backup is encrypted", async (t) => {
  await using source = await freshDatabase();
  await using storage = await anEmptyStorage();
  await busyBusiness(source.database, storage.uploads);
  await source.database.query(
    sql`insert into tasks (reference_no, title, priority, status, description)
    select 'T-' || n, 'Secret title', 'normal', 'new', md5(n::text) || md5((n + 0.5)::text)
    from generate_series(1, 4000) n`,
  ); // several blocks, whatever the packing
  const dir = await Deno.makeTempDir();
  const key = await keyOutside(dir);
  const { path, bytes, sha256 } = await createBackup(
    source.database,
    system,
    storage.uploads.store,
    { dir, key },
  );
  const whole = await Deno.readFile(path);
  assertMatch(path, /\.zip\.enc$/);
  assert(bytes > 3 * 65_536, `${bytes} bytes`);
  const refused = async (content: Uint8Array) => {
    await Deno.writeFile(`${dir}/damaged`, content);
    const error = await thrownBy(() => openArchive(`${dir}/damaged`, { key }));
    assert(error instanceof Refusal && error.code !== "backup_unsigned", String(error));
  };

  await t.step("nothing of it is readable", () => {
    const text = new TextDecoder("latin1").decode(whole);
    assert(!/manifest\.json|tables\//.test(text));
  });
  await t.step("with the key it is the same business", async () => {
    await using db = await emptyDatabase();
    await using to = await anEmptyStorage();
    await using archive = await openArchive(path, { key });
    assertEquals([archive.signed, archive.sha256, archive.bytes], ["ours", sha256, bytes]);
    await restore(db.database, archive, to.uploads);
    const books = await verifyBooks(db.database, system, {
      uploads: to.uploads,
      keys: testAuditKeys,
    });
    assertEquals(books.checks.filter(({ ok }) => !ok), []);
    assertEquals(
      await filesUnder(`${to.folder}/files`),
      await filesUnder(`${storage.folder}/files`),
    );
  });
  await t.step("without it, or with another one, nobody reads it", async () => {
    await Deno.mkdir(`${dir}/2`);
    for (const given of [undefined, await keyOutside(`${dir}/2`), await keyIn(`${dir}/3`)]) {
      const error = await thrownBy(() => openArchive(path, { key: given, unsigned: true }));
      assertEquals((error as Refusal).code, "backup_key_missing");
      assert(error.message.includes(key.id));
    }
  });
  await t.step("a flipped bit, a lost end, a block moved or left out shows", async () => {
    for (let part = 0; part < 20; part++) {
      const content = whole.slice();
      content[Math.trunc((bytes - 1) * part / 19)] ^= 1 << (part % 8);
      await refused(content);
    }
    const [head, block] = [53, 65_536 + 16];
    for (const length of [0, 20, head, head + block, head + 2 * block, bytes - 16, bytes - 1]) {
      await refused(whole.slice(0, length));
    }
    const first = whole.slice(head, head + block);
    const second = whole.slice(head + block, head + 2 * block);
    const [start, rest] = [whole.slice(0, head), whole.slice(head + 2 * block)];
    await refused(new Uint8Array(Buffer.concat([start, second, first, rest])));
    await refused(new Uint8Array(Buffer.concat([start, first, rest])));
  });
  await t.step("decrypted it is the ZIP that anybody opens", async () => {
    assertEquals(
      await decryptBackup(path, `${dir}/plain.zip`, key),
      (await Deno.stat(`${dir}/plain.zip`)).size,
    );
    assert((await entryOf(`${dir}/plain.zip`, "manifest.json")).includes("tasks"));
  });
  await Deno.remove(dir, { recursive: true });
});

async function entryOf(path: string, name: string): Promise<string> {
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return await text(await zip.openReadStreamPromise(entry));
  }
  throw new Error(`no ${name} in ${path}`);
}

/** Writes an archive anew with other tables, every hash made to fit; unsigned, or with a signature. */
async function rewrite(
  path: string,
  to: string,
  change: (name: string, text: string) => string,
  signature?: string,
): Promise<void> {
  await using archive = await openArchive(path);
  const { tables, uploads } = archive.manifest;
  const writer = new ArchiveWriter(to);
  const parts = [];
  for (const table of tables) {
    const name = `tables/${table.name}.copy`;
    const chunks = await Array.fromAsync(archive.read(name, table));
    const changed = change(name, Buffer.concat(chunks).toString());
    parts.push({
      ...table,
      ...await writer.add(name, Readable.from([Buffer.from(changed)]), true),
    });
  }
  for (const upload of uploads) {
    await writer.add(
      `uploads/${upload.name}`,
      archive.read(`uploads/${upload.name}`, upload),
      false,
    );
  }
  if (signature) await writer.add("manifest.hmac", Readable.from([Buffer.from(signature)]), false);
  await writer.finish({ ...archive.manifest, tables: parts });
}

Deno.test("createBackup() saves one moment while others write", async () => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const dir = await Deno.makeTempDir();
  const enter = (name: string) =>
    db.database.query(sql`
      insert into customers (reference_no, name) values (${`CUS-2026-${name}`}, ${name})`);
  await enter("before");
  let writing: Promise<unknown> | undefined;
  const { path } = await createBackup(db.database, system, storage.uploads.store, {
    dir,
    onProgress: () => writing ??= enter("meanwhile"),
  });
  await writing;
  await using archive = await openArchive(path);
  const rows = Object.fromEntries(archive.manifest.tables.map(({ name, rows }) => [name, rows]));
  assertEquals([rows.customers, rows.audit_head], [1, 1]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("createBackup() keeps N, and removes none when it fails", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const owner = await busyBusiness(db.database, storage.uploads);
  assertEquals((await owner.get("/uploads/1")).status, 200);
  const dir = await Deno.makeTempDir();
  await Deno.writeTextFile(`${dir}/notes.txt`, "not a backup");
  const names: string[] = [];
  for (let i = 0; i < 3; i++) {
    names.push((await backUp(db.database, storage.uploads, dir, 2)).path.split("/").at(-1)!);
  }
  assertEquals(await filesUnder(dir), [...names.slice(1), "notes.txt"].sort());

  await t.step("a storage that fails half way", async () => {
    const failing = { ...storage.uploads.store, open: () => Promise.reject(new Error("no disk")) };
    const error = await thrownBy(() =>
      createBackup(db.database, system, failing, { dir, keep: 1 })
    );
    assertEquals(error.message, "no disk");
    assertEquals(await filesUnder(dir), [...names.slice(1), "notes.txt"].sort());
  });
  await t.step("a file that is gone from the storage is reported, and the rest saved", async () => {
    for (const name of await filesUnder(`${storage.folder}/files`)) {
      if (name.endsWith(".thumb")) await Deno.remove(`${storage.folder}/files/${name}`);
    }
    const { unsound_uploads, uploads } = await backUp(db.database, storage.uploads, dir);
    assertEquals([unsound_uploads.length, uploads], [1, 2]);
  });
  await t.step("stopped between two files", async () => {
    const files = await filesUnder(dir);
    const broken = createBackup(db.database, system, storage.uploads.store, {
      dir,
      onProgress: (line) => {
        if (line.startsWith("file")) throw new Error("stopped");
      },
    });
    assertEquals((await thrownBy(() => broken)).message, "stopped");
    assertEquals(await filesUnder(dir), files);
  });
  await Deno.remove(dir, { recursive: true });
});

Deno.test("restoreBackup() keeps nothing of a backup that PostgreSQL refuses", async () => {
  await using source = await freshDatabase();
  await using storage = await anEmptyStorage();
  await busyBusiness(source.database, storage.uploads);
  const dir = await Deno.makeTempDir();
  const { path } = await backUp(source.database, storage.uploads, dir);
  const crafted = `${dir}/crafted.zip`;
  {
    await using archive = await openArchive(path);
    await withoutCustomers(archive, crafted);
  }
  await using db = await emptyDatabase();
  await using to = await anEmptyStorage();
  await using archive = await openArchive(crafted); // whole, but its invoices have no customers
  const error = await thrownBy(() => restore(db.database, archive, to.uploads));
  assertMatch(error.message, /violates foreign key constraint/);
  const [{ tables }] = await db.database.query<[{ tables: number }]>(sql`
    select count(*) as tables from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`);
  assertEquals([tables, await filesUnder(`${to.folder}/files`)], [0, []]);
  await Deno.remove(dir, { recursive: true });
});

async function withoutCustomers({ manifest, read }: Archive, path: string): Promise<void> {
  const writer = new ArchiveWriter(path);
  const tables = [];
  for (const table of manifest.tables) {
    const emptied = table.name === "customers";
    const content = emptied ? ReadableStream.from([]) : read(`tables/${table.name}.copy`, table);
    const part = await writer.add(`tables/${table.name}.copy`, content, true);
    tables.push({ ...table, ...part, rows: emptied ? 0 : table.rows });
  }
  await writer.finish({ ...manifest, tables, uploads: [] });
}
