import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import sharp from "sharp";
import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Role } from "../../domain/access/access.ts";
import { relatedTypes } from "../../domain/records/related.ts";
import { createUploads } from "../../domain/uploads/create_uploads.ts";
import { sweepUploads } from "../../domain/uploads/sweep_uploads.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { insertProduct, insertSupplier } from "../support/imports.ts";
import { assertInvalid, assertRefused, done, made, SHIPMENTS } from "../support/receiving.ts";
import {
  body,
  chunk,
  fetchFile,
  joined,
  jpeg,
  noise,
  pdf,
  picture,
  png,
  segment,
  send,
  webp,
} from "./files.ts";
import { anEmptyStorage, filesUnder } from "./storage.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

Deno.test("POST /uploads keeps each of the four types as what it is", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const types: [string, string, Uint8Array, number | null, number | null][] = [
    ["photo.jpg", "image/jpeg", await jpeg(64, 48), 64, 48],
    ["photo.png", "image/png", await png(64, 48), 64, 48],
    ["photo.webp", "image/webp", await webp(64, 48), 64, 48],
    ["invoice.pdf", "application/pdf", pdf(), null, null],
    ["really-a-png.jpg", "image/png", await png(10, 20), 10, 20],
    ["really-a-jpg.pdf", "image/jpeg", await jpeg(10, 20), 10, 20],
    ["no ending", "application/pdf", pdf(), null, null],
  ];
  for (const [name, type, bytes, width, height] of types) {
    await t.step(name, async () => {
      const answer = await send(app, owner, [
        { file: name, type: "application/octet-stream", body: bytes },
        { name: "kind", body: " Packing-List " },
        { name: "client_id", body: "phone-7" },
      ]);
      const upload = made(answer);
      assertMatch(upload.reference_no, /^FIL-\d{4}-\d{6}$/);
      assertEquals(answer.headers.get("location"), `/api/v1/uploads/${upload.id}`);
      const {
        id,
        reference_no: _,
        created_at: _at,
        updated_at: _up,
        created_by_name: _maker,
        ...rest
      } = upload;
      assertEquals(rest, {
        title: name,
        file_name: name,
        content_type: type,
        size_bytes: bytes.length,
        sha256: sha256(bytes),
        width,
        height,
        kind: "packing_list",
        related_type: null,
        related_id: null,
        client_id: "phone-7",
        url: `/api/v1/uploads/${id}`,
        thumbnail_url: width === null ? null : `/api/v1/uploads/${id}/thumbnail`,
        created_by: owner.userId,
        version: 1,
      });
      assertEquals(done(await owner.get(`/uploads/${id}/meta`)), upload);
      const file = await fetchFile(app, owner, `/uploads/${id}`);
      assertEquals([file.status, file.headers.get("content-type")], [200, type]);
      assertEquals(sha256(file.bytes), sha256(bytes));
    });
  }

  await t.step("several at once answer with an array, in their order", async () => {
    const files = [{ file: "a.png", body: await png() }, { file: "b.pdf", body: pdf() }];
    const uploads = made(await send(app, owner, files));
    assertEquals(uploads.map((upload: Json) => upload.file_name), ["a.png", "b.pdf"]);
    assertEquals(uploads[1].id, uploads[0].id + 1);
  });

  await t.step(
    "files[] is read as file; other fields are named, or refused when strict",
    async () => {
      const parts = [
        { name: "files[]", file: "a.png", body: await png() },
        { name: "avatar", file: "b.png", body: await png() },
        { name: "colour", body: "red" },
      ];
      const answer = await send(app, owner, parts);
      assertEquals(made(answer).file_name, "a.png");
      assertEquals(answer.body.meta.ignored_fields, ["colour", "avatar"]);
      const strict = await send(app, owner, parts, { prefer: "handling=strict" });
      assertInvalid(strict, "colour", "avatar");
    },
  );
});

Deno.test("GET /uploads/:id sends the file so that nothing in it runs", async (t) => {
  await using db = await freshDatabase();
  const { app, as, anyone } = testApp(db.database);
  const owner = await as("owner");
  const photo = made(await send(app, owner, [{ file: "ছবি (১).png", body: await jpeg(640, 200) }]));
  const paper = made(await send(app, owner, [{ file: "bill.pdf", body: pdf() }]));

  await t.step("headers", async () => {
    const { headers } = await fetchFile(app, owner, `/uploads/${photo.id}`);
    const name = "%E0%A6%9B%E0%A6%AC%E0%A6%BF%20%28%E0%A7%A7%29.png.jpg";
    assertEquals(
      headers.get("content-disposition"),
      `inline; filename="___ (_).png.jpg"; filename*=UTF-8''${name}`,
    );
    assertEquals(headers.get("x-content-type-options"), "nosniff");
    assertEquals(headers.get("cross-origin-resource-policy"), "same-origin");
    assertMatch(headers.get("content-security-policy")!, /default-src 'none'; sandbox/);
    assertEquals(headers.get("content-length"), String(photo.size_bytes));
    const document = await fetchFile(app, owner, `/uploads/${paper.id}`);
    assertEquals(
      document.headers.get("content-disposition"),
      `attachment; filename="bill.pdf"; filename*=UTF-8''bill.pdf`,
    );
  });

  await t.step("HEAD and If-None-Match send no content", async () => {
    const path = `/uploads/${photo.id}`;
    const head = await fetchFile(app, owner, path, {}, "HEAD");
    assertEquals([head.status, head.bytes.length], [200, 0]);
    const tag = head.headers.get("etag")!;
    const known = await fetchFile(app, owner, path, { "if-none-match": tag });
    assertEquals([known.status, known.bytes.length], [304, 0]);
  });

  await t.step("a thumbnail of at most 320 pixels, of pictures only", async () => {
    const thumbnail = await fetchFile(app, owner, `/uploads/${photo.id}/thumbnail`);
    assertEquals(thumbnail.headers.get("content-type"), "image/webp");
    const { format, width, height } = await sharp(thumbnail.bytes).metadata();
    assertEquals([format, width, height], ["webp", 320, 100]);
    assertEquals((await owner.get(`/uploads/${paper.id}/thumbnail`)).status, 404);
  });

  await t.step("not without the token, not for an unknown id", async () => {
    for (const path of ["", "/meta", "/thumbnail"]) {
      assertEquals((await anyone.get(`/uploads/${photo.id}${path}`)).status, 401);
      assertEquals((await owner.get(`/uploads/999999${path}`)).status, 404);
    }
  });
});

Deno.test("POST /uploads takes camera data out and leaves every pixel", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const camera = {
    IFD0: { Make: "Camera", Copyright: "somebody" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "23/1 48/1 0/1" },
  };
  async function kept(bytes: Uint8Array) {
    const upload = made(await send(app, owner, [{ file: "x.jpg", body: bytes }]));
    const file = await fetchFile(app, owner, `/uploads/${upload.id}`);
    return { upload, bytes: file.bytes, head: await sharp(file.bytes).metadata() };
  }
  const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

  for (const format of ["jpeg", "png", "webp"] as const) {
    await t.step(`${format}: position and maker go, pixels and colour profile stay`, async () => {
      const sent = await noise(90, 60).withExif(camera).withIccProfile("p3")
        .withXmp("<x:xmpmeta/>").toFormat(format).toBuffer();
      const { head, bytes, upload } = await kept(sent);
      assert((await sharp(sent).metadata()).exif, "it was there");
      assertEquals([head.exif, head.xmp, head.orientation], [undefined, undefined, undefined]);
      assert(head.icc, "the colour profile is part of the picture");
      assertEquals(Buffer.compare(await pixels(sent), await pixels(bytes)), 0);
      assertEquals(upload.sha256, sha256(bytes));
    });
  }

  await t.step("a photo that its camera data turns is turned for good", async () => {
    const left = await picture(30, 40).toColourspace("srgb").raw().toBuffer();
    left.fill(255, 0, left.length / 2); // upper half white
    const upper = sharp(left, { raw: { width: 30, height: 40, channels: 3 } });
    const sent = await upper.withExif(camera).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { upload, head, bytes } = await kept(sent);
    assertEquals([upload.width, upload.height, head.width, head.height], [40, 30, 40, 30]);
    assertEquals([head.exif, head.orientation], [undefined, undefined]);
    const shown = await pixels(bytes);
    const at = (x: number, y: number) => shown[(y * 40 + x) * 3 + 1];
    assert(
      at(39, 15) > 240 && at(0, 15) < 80,
      "turned a quarter to the right: white is on the right",
    );
  });

  await t.step(
    "progressive and interlaced ones, and many restart marks, stay as they are",
    async () => {
      const whole = [
        await noise(200, 100).jpeg({ progressive: true }).toBuffer(),
        await noise(200, 100).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
        await noise(200, 100).png({ progressive: true }).toBuffer(),
        await noise(200, 100).png({ palette: true }).toBuffer(),
        await noise(200, 100).webp({ lossless: true }).toBuffer(),
        await noise(200, 100).ensureAlpha(0.5).webp().toBuffer(),
        await noise(200, 100).greyscale().jpeg().toBuffer(),
        await noise(200, 100).toColourspace("cmyk").jpeg().toBuffer(),
      ];
      for (const sent of whole) assertEquals((await kept(sent)).upload.sha256, sha256(sent));
    },
  );

  await t.step("marks that some phones write wrongly are let pass", async () => {
    const sent = await jpeg();
    const stray = joined(sent.subarray(0, 2), segment(0xfe, "note"), "\0\0", sent.subarray(2));
    assertEquals((await kept(stray)).upload.sha256, sha256(sent));
  });

  await t.step("no further frames of a PNG", async () => {
    const sent = await png();
    const moving = joined(
      sent.subarray(0, 33),
      chunk("acTL", new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0])),
      sent.subarray(33),
    );
    assertEquals((await kept(moving)).upload.sha256, sha256(sent));
  });
});

Deno.test("POST /uploads hangs a file on a record that is there and may be read", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const supplier = await insertSupplier(db.database);
  const product = await insertProduct(db.database, "SKU-1");
  const shipment = made(
    await owner.post(SHIPMENTS, { supplier_id: supplier, currency: "BDT", items: [] }),
  );
  const file = { file: "x.png", body: await png() };
  const about = (related_type: string, related_id: number | string, kind = "photo") => [
    file,
    { name: "related_type", body: related_type },
    { name: "related_id", body: String(related_id) },
    { name: "kind", body: kind },
  ];
  const of: Record<string, Json> = {};

  await t.step("of several kinds, under the words staff use", async () => {
    of.shipment = made(await send(app, owner, about("Shipments", shipment.id)));
    of.supplier = made(await send(app, owner, about("supplier", supplier)));
    of.product = made(await send(app, owner, about("product", product)));
    of.paper = made(
      await send(app, owner, about("shipment", shipment.id, "Commercial invoice")),
    );
    assertEquals([of.shipment.related_type, of.shipment.related_id], ["shipment", shipment.id]);
  });

  await t.step("not on one that is not there, nor on half a name", async () => {
    assertInvalid(await send(app, owner, about("shipment", 999_999)), "related_id");
    assertInvalid(await send(app, owner, about("spaceship", 1)), "related_type");
    assertInvalid(await send(app, owner, about("shipment", "one")), "related_id");
    assertInvalid(await send(app, owner, about("shipment", "")), "related_id");
    assertInvalid(await send(app, owner, about("", shipment.id)), "related_type");
  });

  await t.step("not on one whose kind the role may not read", async () => {
    const sales = await as("sales");
    const answer = await send(app, sales, about("supplier", supplier));
    assertRefused(answer, 403, "forbidden");
    assertEquals(answer.body.permission, "suppliers.read");
  });

  await t.step(
    "and is read by those who may read the record; costs by those who may read costs",
    async () => {
      const shown: Partial<Record<Role, string>> = {
        owner: "shipment supplier product paper",
        accounts: "shipment supplier product paper",
        sales: "shipment product",
        store: "shipment supplier product",
        engineer: "shipment product",
        office_staff: "shipment product",
      };
      for (const [role, kinds] of Object.entries(shown) as [Role, string][]) {
        const caller = await as(role);
        const listed = done(await caller.get("/uploads?sort=id")).map(({ id }: Json) => id);
        assertEquals(listed, kinds.split(" ").map((kind) => of[kind].id), role);
        for (const { id } of Object.values(of)) {
          const expected = listed.includes(id) ? 200 : 404;
          for (const path of ["", "/meta", "/thumbnail"]) {
            const { status } = await fetchFile(app, caller, `/uploads/${id}${path}`);
            assertEquals(status, expected, `${role} ${path}`);
          }
        }
      }
    },
  );

  await t.step("and is shown with the shipment", async () => {
    const { uploads } = done(await owner.get(`${SHIPMENTS}/${shipment.id}`));
    assertEquals(uploads, [of.shipment, of.paper]);
    const sales = await as("sales");
    assertEquals(done(await sales.get(`${SHIPMENTS}/${shipment.id}`)).uploads, [of.shipment]);
  });

  await t.step("of every kind there is", async () => {
    for (const type of relatedTypes) {
      assertInvalid(await send(app, owner, about(type, 999_999)), "related_id");
    }
  });

  await t.step("a task's only by those who have the task", async () => {
    const [mine, other] = [await as("engineer"), await as("engineer")];
    const task = made(await mine.post("/tasks", { title: "Call the customer" }));
    const { id } = made(await send(app, mine, about("task", task.id)));
    for (const [caller, status] of [[mine, 200], [other, 404], [owner, 200]] as const) {
      assertEquals((await caller.get(`/uploads/${id}/meta`)).status, status);
      const listed = done(await caller.get(`/uploads?related_type=task`));
      assertEquals(listed.length, status === 200 ? 1 : 0);
    }
    assertInvalid(await send(app, other, about("task", task.id)), "related_id");
  });

  await t.step("without a record it is its sender's and the managers'", async () => {
    const [engineer, other, manager] = [
      await as("engineer"),
      await as("engineer"),
      await as("manager"),
    ];
    const { id } = made(await send(app, engineer, [file]));
    assertEquals((await engineer.get(`/uploads/${id}/meta`)).status, 200);
    assertEquals((await manager.get(`/uploads/${id}/meta`)).status, 200);
    assertEquals((await other.get(`/uploads/${id}/meta`)).status, 404);
    assertEquals((await fetchFile(app, other, `/uploads/${id}`)).status, 404);
    assertEquals(done(await other.get("/uploads")).some((upload: Json) => upload.id === id), false);
  });

  await t.step(
    "lists by record, kind, name and day, in one statement with the total",
    async () => {
      const ids = async (query: string) =>
        done(await owner.get(`/uploads?sort=id&${query}`)).map(({ id }: Json) => id);
      assertEquals(await ids(`related_type=shipment&related_id=${shipment.id}`), [
        of.shipment.id,
        of.paper.id,
      ]);
      assertEquals(await ids("kind=commercial-invoice"), [of.paper.id]);
      assertEquals(await ids(`search=${of.supplier.reference_no}`), [of.supplier.id]);
      assertEquals(await ids("to=2000-01-01"), []);
      const before = db.database.statements.count;
      await owner.get("/uploads?include_total=true&limit=2");
      assertEquals(db.database.statements.count - before, 2); // one of them finds the caller's session
    },
  );
});

Deno.test("POST /uploads happens once per Idempotency-Key, whatever the boundary", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const { app, as } = testApp(db.database, { uploads: storage.uploads });
  const engineer = await as("engineer");
  const key = { "idempotency-key": crypto.randomUUID() };
  const parts = [{ file: "x.png", body: await png() }, { name: "kind", body: "photo" }];
  const first = made(await send(app, engineer, parts, key));

  await t.step("sent again: the kept answer, no second file", async () => {
    const again = await send(app, engineer, parts, key);
    assertEquals(again.headers.get("idempotency-replayed"), "true");
    assertEquals(made(again), first);
    assertEquals((await filesUnder(storage.folder)).length, 2);
  });

  await t.step(
    "another file, name or kind under the same key is refused, its file gone",
    async () => {
      const [file, kind] = parts;
      for (
        const other of [
          [{ ...file, body: await png(9, 9) }, kind],
          [{ ...file, file: "y.png" }, kind],
          [file, { ...kind, body: "other" }],
        ]
      ) assertRefused(await send(app, engineer, other, key), 422, "idempotency_key_reused");
      assertEquals((await filesUnder(storage.folder)).length, 2);
    },
  );

  await t.step("a refused one leaves the key free", async () => {
    const free = { "idempotency-key": crypto.randomUUID() };
    const refused = await send(app, engineer, [{ file: "x.png", body: "no" }], free);
    assertEquals(refused.status, 415);
    assertEquals((await send(app, engineer, parts, free)).status, 201);
  });
});

Deno.test("POST /uploads stops at the day's quota of a user", async (t) => {
  await using db = await freshDatabase();
  const file = { file: "x.pdf", body: pdf({ length: 1000 }) };
  await using storage = await anEmptyStorage({ quotaBytes: 2500 });
  const { app, as } = testApp(db.database, { uploads: storage.uploads });
  const sales = await as("sales");

  await t.step("413, and the file is gone again", async () => {
    made(await send(app, sales, [file, file]));
    const answer = await send(app, sales, [file]);
    assertRefused(answer, 413, "upload_quota_exceeded");
    assertEquals([answer.body.quota_bytes, answer.body.sent_bytes], [2500, 2000]);
    assertEquals((await filesUnder(storage.folder)).length, 2);
  });

  await t.step("each user has his own, and yesterday's counts no more", async () => {
    made(await send(app, await as("sales"), [file]));
    await db.database.query(sql`update uploads set created_at = now() - interval '2 days'`);
    made(await send(app, sales, [file]));
  });

  await t.step("two at once cannot use the same room", async () => {
    const actor = actorWith("sales", await as("sales").then(({ userId }) => userId));
    const fact = {
      file_name: "x.pdf",
      content_type: "application/pdf",
      size_bytes: 2000,
      sha256: "0".repeat(64),
      width: null,
      height: null,
    };
    const enter = (stored_name: string, pause = () => Promise.resolve()) =>
      inTransaction(db.database, async (tx) => {
        await createUploads(tx, actor, {}, [{ ...fact, stored_name }], 2500);
        await pause();
      });
    let second: Promise<Error> | undefined;
    await enter("a".repeat(32), async () => {
      second = thrownBy(() => enter("b".repeat(32)));
      await untilBlocked(db.database);
    });
    assertMatch((await second!).message, /^You have sent 1 MiB today/);
  });
});

Deno.test("sweepUploads() finds files without a row and rows without a file", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const { app, as } = testApp(db.database, { uploads: storage.uploads });
  const owner = await as("owner");
  const kept = made(await send(app, owner, [{ file: "x.png", body: await png() }]));
  const lost = made(await send(app, owner, [{ file: "y.png", body: await png() }]));
  const [{ stored_name }] = await db.database.query<[{ stored_name: string }]>(
    sql`select stored_name from uploads where id = ${lost.id}`,
  );
  await Deno.remove(`${storage.folder}/files/${stored_name}`);
  const orphan = "f".repeat(32);
  await Deno.writeTextFile(`${storage.folder}/files/${orphan}`, "left by a crash");
  const missing = [{ id: lost.id, reference_no: lost.reference_no }];
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000);

  await t.step("an hour must pass before a file counts as left behind", async () => {
    const found = await sweepUploads(db.database, storage.uploads, { remove: true });
    assertEquals(found, { orphans: [], missing });
  });
  await t.step("it only looks, unless told to remove", async () => {
    const found = await sweepUploads(db.database, storage.uploads, { now: later });
    assertEquals(found, { orphans: [orphan], missing });
    await sweepUploads(db.database, storage.uploads, { now: later, remove: true });
    const after = await sweepUploads(db.database, storage.uploads, { now: later });
    assertEquals(after, { orphans: [], missing });
  });
  await t.step("a row without its file answers 404 and says so", async () => {
    assertMatch((await owner.get(`/uploads/${lost.id}`)).body.detail, /file of upload FIL-/);
    assertEquals((await fetchFile(app, owner, `/uploads/${kept.id}`)).status, 200);
  });
});

Deno.test("POST /uploads leaves nothing of an upload that breaks off", async () => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const { app, as } = testApp(db.database, { uploads: storage.uploads });
  const { token } = await as("owner");
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (r) => app.fetch(r));
  const whole = body([{ file: "x.pdf", body: pdf({ length: 5_000_000 }) }], "line");
  const underWay = async () =>
    (await Array.fromAsync(Deno.readDir(`${storage.folder}/incoming`))).length > 0;
  const half = new ReadableStream({
    async pull(controller) {
      controller.enqueue(whole.subarray(0, whole.length / 2));
      while (!await underWay()) await pause();
      controller.error(new Error("the phone lost its network"));
    },
  });
  await thrownBy(() =>
    fetch(`http://127.0.0.1:${server.addr.port}/api/v1/uploads`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "multipart/form-data; boundary=line",
      },
      body: half,
    })
  );
  for (let tries = 0; tries < 500 && await underWay(); tries++) await pause();
  assertEquals(await filesUnder(storage.folder), []);
  await server.shutdown();
});

function pause(): Promise<void> {
  return new Promise((wake) => setTimeout(wake, 10));
}
