import { Buffer } from "node:buffer";
import sql from "sql-template-tag";
import { ConfigError, readConfig } from "../../domain/config/config.ts";
import { openUploads } from "../../domain/uploads/open_uploads.ts";
import { sweepUploads } from "../../domain/uploads/sweep_uploads.ts";
import { assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { assertRefused, made } from "../support/receiving.ts";
import { fetchFile, pdf, png, send } from "./files.ts";
import { filesUnder } from "./storage.ts";

/** s3rver from npm in a process of its own, with one bucket and the packages that its lock file names. */
async function startS3(directory: string) {
  const config = `${import.meta.dirname}/s3_server/deno.json`;
  const options = ["--address", "127.0.0.1", "--port", "0", "--directory", directory];
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-read",
      "--allow-write",
      "--allow-net",
      "--allow-env",
      "--allow-sys",
      "-q",
      "--config",
      config,
      "npm:s3rver@3.7.1",
      ...options,
    ]
      .concat("--configure-bucket", "files"),
    stdout: "piped",
  }).spawn();
  const lines = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let told = "", address: string | undefined;
  while (!(address = /listening on (\S+)/.exec(told)?.[1])) {
    const { value, done } = await lines.read();
    if (done) throw new Error(`The S3 server did not start: ${told}`);
    told += value;
  }
  const drained = (async () => {
    while (!(await lines.read()).done);
  })();
  return {
    endpoint: `http://${address}`,
    async stop() {
      process.kill();
      await process.status;
      await drained;
    },
  };
}

const settings = (endpoint: string, folder: string) => ({
  ...readConfig(() => undefined),
  UPLOAD_DIR: folder,
  UPLOAD_S3_ENDPOINT: endpoint,
  UPLOAD_S3_BUCKET: "files",
  UPLOAD_S3_ACCESS_KEY_ID: "S3RVER",
  UPLOAD_S3_SECRET_ACCESS_KEY: "S3RVER",
});

Deno.test("uploads are kept in an S3 bucket when the settings name one", async (t) => {
  await using db = await freshDatabase();
  const folder = await Deno.makeTempDir({ prefix: "back-office-s3-" });
  const s3 = await startS3(`${folder}/buckets`);
  const uploads = await openUploads(settings(s3.endpoint, `${folder}/uploads`));
  const { app, as } = testApp(db.database, { uploads });
  const owner = await as("owner");
  const names = async () => (await Array.fromAsync(uploads.store.list())).map(({ name }) => name);
  try {
    const document = pdf({ length: 3_000_000 });
    const photo = await png(400, 400);
    const files = [{ file: "a.pdf", body: document }, { file: "b.png", body: photo }];
    const [paper, picture] = made(await send(app, owner, files)) as Json[];

    await t.step("file and thumbnail come back as they were sent", async () => {
      const read = async (path: string) => (await fetchFile(app, owner, path)).bytes;
      assertEquals(Buffer.compare(await read(`/uploads/${paper.id}`), document), 0);
      assertEquals(Buffer.compare(await read(`/uploads/${picture.id}`), photo), 0);
      const thumbnail = await fetchFile(app, owner, `/uploads/${picture.id}/thumbnail`);
      assertEquals(
        [thumbnail.status, thumbnail.headers.get("content-type")],
        [200, "image/webp"],
      );
      assertEquals((await names()).length, 3);
      assertEquals(await filesUnder(`${folder}/uploads`), [], "nothing stays on this machine");
    });

    await t.step(
      "what is refused in the transaction is taken out of the bucket again",
      async () => {
        const key = { "idempotency-key": "once" };
        const again = [{ file: "c.pdf", body: pdf() }];
        made(await send(app, owner, again, key));
        const other = await send(app, owner, [{ file: "d.pdf", body: pdf() }], key);
        assertRefused(other, 422, "idempotency_key_reused");
        assertEquals(
          (await send(app, owner, again, key)).headers.get("idempotency-replayed"),
          "true",
        );
        assertEquals((await names()).length, 4);
      },
    );

    await t.step("sweepUploads() finds files without a row and rows without a file", async () => {
      const [{ stored_name }] = await db.database.query<[{ stored_name: string }]>(
        sql`select stored_name from uploads where id = ${paper.id}`,
      );
      await uploads.store.remove(stored_name);
      const path = await Deno.makeTempFile({ dir: folder });
      const sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
      await uploads.store.put("left", { path, size_bytes: 0, sha256 });
      const now = new Date(Date.now() + 2 * 60 * 60 * 1000);
      const found = await sweepUploads(db.database, uploads, { now, remove: true });
      assertEquals(found.orphans, ["left"]);
      assertEquals(found.missing.map(({ id }) => id), [paper.id]);
      assertEquals((await fetchFile(app, owner, `/uploads/${paper.id}`)).status, 404);
      assertEquals((await names()).includes("left"), false);
    });
  } finally {
    await s3.stop();
  }

  await t.step("503 while the bucket is away, and no row", async () => {
    const answer = await send(app, owner, [{ file: "a.pdf", body: pdf() }]);
    assertRefused(answer, 503, "storage_unavailable");
    assertEquals(answer.headers.get("retry-after"), "5");
    const read = await owner.get("/uploads/2");
    assertRefused(read, 503, "storage_unavailable");
    const [{ rows }] = await db.database.query<[{ rows: number }]>(
      sql`select count(*) as rows from uploads`,
    );
    assertEquals(rows, 3);
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("readConfig() wants all of the S3 settings or none", async () => {
  const error = await thrownBy(() =>
    readConfig((name) => name === "UPLOAD_S3_BUCKET" ? "files" : undefined)
  );
  assertMatch(
    (error as ConfigError).message,
    /UPLOAD_S3_ENDPOINT, UPLOAD_S3_ACCESS_KEY_ID, UPLOAD_S3_SECRET_ACCESS_KEY must be set too/,
  );
});
