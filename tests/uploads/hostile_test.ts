import sharp from "sharp";
import sql from "sql-template-tag";
import { deflateSync } from "node:zlib";
import { assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused } from "../support/receiving.ts";
import { anEmptyStorage, filesUnder } from "./storage.ts";
import {
  body,
  chunk,
  claimingPng,
  fetchFile,
  joined,
  jpeg,
  noise,
  type Part,
  pdf,
  png,
  segment,
  send,
  sendRaw,
  text,
  webp,
} from "./files.ts";

const MAX = 10 * 1024 * 1024;
const zip = joined("PK\x03\x04", new Uint8Array(26), "a.class", "PK\x05\x06", new Uint8Array(18));
const script = "<script>alert(1)</script>";

/** What is none of the four types, under names and types that say it is. */
async function foreignFiles(): Promise<Record<string, Part>> {
  const as = (file: string, type: string, content: Uint8Array | string): Part => ({
    file,
    type,
    body: content,
  });
  return {
    "SVG with a script, as PNG": as("x.png", "image/png", `<svg onload="alert(1)"/>`),
    "SVG behind an XML head": as("x.svg", "image/svg+xml", `<?xml version="1.0"?><svg/>`),
    "HTML as JPG": as("x.jpg", "image/jpeg", `<!doctype html>${script}`),
    "script as PDF": as("x.pdf", "application/pdf", "alert(1)"),
    "shell script as PNG": as("x.png", "image/png", "#!/bin/sh\nrm -rf /"),
    "PHP as JPG": as("x.php.jpg", "image/jpeg", "<?php system($_GET['c']);"),
    "Windows program as JPG": as("x.jpg", "image/jpeg", joined("MZ", new Uint8Array(200))),
    "Linux program as PDF": as("x.pdf", "application/pdf", joined("\x7fELF", zip)),
    "GIF": as("x.gif", "image/gif", "GIF89a\x01\0\x01\0\0\0\0;"),
    "GIF and JAR at once (GIFAR)": as("x.png", "image/png", joined("GIF89a", zip)),
    "BMP and script at once": as("x.jpg", "image/jpeg", "BM=1/*" + script),
    "TIFF": as("x.jpg", "image/jpeg", "II*\0\x08\0\0\0"),
    "HEIC": as("x.jpg", "image/jpeg", "\0\0\0\x18ftypheic\0\0\0\0"),
    "WAV, wrapped like WEBP": as("x.webp", "image/webp", "RIFF\x10\0\0\0WAVEfmt "),
    "ZIP as PDF": as("x.pdf", "application/pdf", zip),
    "PDF behind a script": as("x.pdf", "application/pdf", joined(script, pdf())),
    "PNG that lost a line end": as(
      "x.png",
      "image/png",
      joined("\x89PNG\n", (await png()).slice(6)),
    ),
    "one byte": as("x.jpg", "image/jpeg", new Uint8Array([0xff])),
  };
}

/** Files of the four types that must not be kept, and the word that says why. */
async function unfitFiles(): Promise<Record<string, [string, Uint8Array]>> {
  const [a, b, c] = [await jpeg(400, 300), await png(400, 300), await webp(400, 300)];
  const d = pdf();
  const head = b.subarray(0, 33);
  const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1);
  const noisy = await noise(400, 300).jpeg().toBuffer();
  const wrongChecksum = joined(b);
  wrongChecksum[wrongChecksum.length - 20] ^= 1;
  const claimingJpeg = joined(a);
  const frame = claimingJpeg.findIndex((byte, at) =>
    byte === 0xff && claimingJpeg[at + 1] === 0xc0
  );
  claimingJpeg.set([0xfd, 0xe8, 0xfd, 0xe8], frame + 5);
  const frames = { width: 20, height: 40, pageHeight: 20, channels: 3, background: "red" } as const;
  const moving = { ...frames, noise: { type: "gaussian", mean: 128, sigma: 60 } } as const;
  const packedObjects = (objects: Uint8Array, how = "/Filter/FlateDecode", pack = deflateSync) =>
    joined(
      d.subarray(0, 9),
      `4 0 obj<</Type/ObjStm/N 1/First 0${how}>>stream\r\n`,
      pack(objects),
      "\nendstream endobj\n",
      d.subarray(9),
    );
  return {
    "nothing": ["empty", new Uint8Array()],
    "JPG, first bytes only": ["damaged", a.subarray(0, 4)],
    "JPG cut in the middle": ["cut off", half(a)],
    "JPG without its end": ["cut off", a.subarray(0, -2)],
    "JPG cut in the middle and ended": [
      "to its end",
      joined(half(noisy), new Uint8Array([0xff, 0xd9])),
    ],
    "JPG of 65000 × 65000 points": ["65000 × 65000", claimingJpeg],
    "PNG cut in the middle": ["cut off", half(b)],
    "PNG without its end": ["cut off", b.subarray(0, -12)],
    "PNG with a wrong checksum": ["damaged", wrongChecksum],
    "PNG with fewer points than it says": ["to its end", claimingPng(400, 300)],
    "PNG with a needed chunk that nobody knows": [
      "damaged",
      joined(head, chunk("EVIL", script), b.subarray(33)),
    ],
    "PNG bomb of 2500 megapixels": ["50000 × 50000", claimingPng(50_000, 50_000)],
    "PNG a line beyond 40 megapixels": ["8000 × 5001", claimingPng(8000, 5001)],
    "WEBP cut in the middle": ["damaged", half(c)],
    "WEBP animation": ["animation", await sharp({ create: moving }).webp({ loop: 0 }).toBuffer()],
    "PDF cut in the middle": ["cut off", half(d)],
    "PDF with a ZIP behind it": ["cut off", joined(d, new Uint8Array(2000).fill(65), zip)],
    "PDF with a script": [
      "script",
      pdf({ catalogue: "/OpenAction<</S/JavaScript/JS(app.alert(1))>>" }),
    ],
    "PDF with a script under an escaped name": [
      "script",
      pdf({ catalogue: "/OpenAction<</S /J#61vaScript /J#53 4 0 R>>" }),
    ],
    "PDF that starts a program": [
      "program",
      pdf({ catalogue: "/AA<</O<</S/Launch/F(cmd.exe)>>>>" }),
    ],
    "PDF with a packed script": [
      "script",
      packedObjects(text("<</S/JavaScript/JS(app.alert(1))>>")),
    ],
    "PDF with a script behind a comment": [
      "script",
      pdf({ catalogue: "/OpenAction<</S %c\r/JavaScript/JS 4 0 R>>" }),
    ],
    "PDF with a script behind the word for pixels": [
      "script",
      pdf({ objects: "% stream\n4 0 obj<</S/#4aavaScript/JS(app.alert(1))>>endobj\n" }),
    ],
    "PDF with a program's file in it": [
      "other files",
      pdf({ catalogue: "/Names<</EmbeddedFiles 4 0 R>>" }),
    ],
    "PDF with a form of scripts": ["script", pdf({ catalogue: "/AcroForm<</XFA 4 0 R>>" })],
    "PDF with a script packed twice": [
      "cannot be looked into",
      packedObjects(
        text("<</S/JavaScript/JS(app.alert(1))>>"),
        "/Filter[/ASCIIHexDecode/FlateDecode]",
        (objects) => Buffer.from(deflateSync(objects).toString("hex")),
      ),
    ],
    "PDF with a script packed as differences": [
      "cannot be looked into",
      packedObjects(
        text("<</S/JavaScript/JS(app.alert(1))>>"),
        "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>",
      ),
    ],
    "PDF bomb of packed objects": ["unpacks", packedObjects(new Uint8Array(70_000_000))],
  };
}

Deno.test("POST /uploads refuses hostile files and keeps nothing of them", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const { app, as } = testApp(db.database, { uploads: storage.uploads });
  const owner = await as("owner");
  for (const [name, part] of Object.entries(await foreignFiles())) {
    await t.step(`415 ${name}`, async () => {
      assertRefused(await send(app, owner, [part]), 415, "unsupported_file_type");
    });
  }
  for (const [name, [reason, bytes]] of Object.entries(await unfitFiles())) {
    await t.step(`422 ${name}`, async () => {
      const answer = await send(app, owner, [{ file: "x.jpg", body: bytes }]);
      assertInvalid(answer, "file");
      assertEquals(answer.body.detail.includes(reason), true, answer.body.detail);
    });
  }
  for (const [name, length] of [["10 MB and one byte", MAX + 1], ["50 MB", 5 * MAX]] as const) {
    await t.step(`413 ${name}`, async () => {
      const answer = await send(app, owner, [{ file: "x.pdf", body: pdf({ length }) }]);
      assertRefused(answer, 413, "body_too_large");
    });
  }

  const good: Part = { file: "x.png", body: await png() };
  const whole = body([good], "line");
  const forms: Record<string, [number, Uint8Array<ArrayBuffer>, string]> = {
    "a boundary that is not in the body": [400, whole, "multipart/form-data; boundary=other"],
    "no boundary": [400, whole, "multipart/form-data"],
    "a boundary too long to be one": [
      400,
      whole,
      `multipart/form-data; boundary=${"x".repeat(3000)}`,
    ],
    "no end": [400, body([good], "line", ""), "multipart/form-data; boundary=line"],
    "cut within the file": [400, whole.subarray(0, 150), "multipart/form-data; boundary=line"],
    "bare line feeds": [
      400,
      text("--line\nContent-Disposition: form-data; name=file; filename=x\n\nx\n--line--\n"),
      "multipart/form-data; boundary=line",
    ],
    "an empty body": [400, new Uint8Array(), "multipart/form-data; boundary=line"],
    "a field twice": [
      400,
      body([{ name: "kind", body: "a" }, { name: "kind", body: "b" }], "line"),
      "multipart/form-data; boundary=line",
    ],
    "too many fields": [
      400,
      body(Array.from({ length: 50 }, (_, i) => ({ name: `f${i}`, body: "x" })), "line"),
      "multipart/form-data; boundary=line",
    ],
    "too many files": [
      422,
      body(Array(11).fill(good), "line"),
      "multipart/form-data; boundary=line",
    ],
    "a field too long": [
      422,
      body([good, { name: "kind", body: "x".repeat(20_000) }], "line"),
      "multipart/form-data; boundary=line",
    ],
    "no file": [
      422,
      body([{ name: "kind", body: "photo" }], "line"),
      "multipart/form-data; boundary=line",
    ],
    "a file field left empty in a browser": [
      422,
      body([{ file: "", body: "" }], "line"),
      "multipart/form-data; boundary=line",
    ],
    "JSON": [415, text(`{"file":"x"}`), "application/json"],
    "the file alone": [415, whole, "image/png"],
  };
  for (const [name, [status, bytes, type]] of Object.entries(forms)) {
    await t.step(`${status} a form with ${name}`, async () => {
      const answer = await sendRaw(app, owner, bytes, { "content-type": type });
      assertEquals(answer.status, status, JSON.stringify(answer.body));
    });
  }

  await t.step("one bad file among good ones: none is kept", async () => {
    const answer = await send(app, owner, [good, { file: "x.png", body: "no" }, good]);
    assertEquals(answer.status, 415);
    const cut = await send(app, owner, [good, {
      file: "x.png",
      body: (await png()).subarray(0, 60),
    }]);
    assertEquals([cut.status, Object.keys(cut.body.errors)], [422, ["file.1"]]);
  });

  await t.step("nothing is left of any of them", async () => {
    assertEquals(await filesUnder(storage.folder), []);
    const [{ rows }] = await db.database.query<[{ rows: number }]>(
      sql`select count(*) as rows from uploads`,
    );
    assertEquals(rows, 0);
  });
});

/** Files that are what they say, and carry something along. */
async function polyglots(): Promise<Record<string, Part>> {
  const [a, b, c] = [await jpeg(), await png(), await webp()];
  const start = a.subarray(0, 2), rest = a.subarray(2);
  return {
    "JPG with a script in its comment": { body: joined(start, segment(0xfe, script), rest) },
    "JPG with a PDF inside": { body: joined(start, segment(0xe5, pdf()), rest) },
    "JPG with a program behind it": { body: joined(a, zip, script) },
    "JPG with another picture behind it": { body: joined(a, segment(0xe2, "MPF\0"), a) },
    "JPG with camera data": { body: joined(start, segment(0xe1, "Exif\0\0" + script), rest) },
    "PNG with a script in a text": {
      body: joined(b.subarray(0, 33), chunk("tEXt", `Comment\0${script}`), b.subarray(33)),
    },
    "PNG with a program behind it": { body: joined(b, zip, script) },
    "PNG with camera data": {
      body: joined(b.subarray(0, 33), chunk("eXIf", "MM\0*" + script), b.subarray(33)),
    },
    "WEBP with a script behind it": { body: joined(c, script) },
    "PDF with a script behind it": { body: joined(pdf(), script) },
  };
}

Deno.test("POST /uploads keeps the picture or document and nothing that came along", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const { app, as } = testApp(db.database, { uploads: storage.uploads });
  const owner = await as("owner");
  for (const [name, part] of Object.entries(await polyglots())) {
    await t.step(name, async () => {
      const { status, body } = await send(app, owner, [{ file: "x.jpg", ...part }]);
      assertEquals(status, 201, body.detail);
      const { bytes } = await fetchFile(app, owner, `/uploads/${body.data.id}`);
      const kept = new TextDecoder("latin1").decode(bytes);
      assertEquals(bytes.length, body.data.size_bytes);
      for (const trace of ["script", "PK\x03\x04", "Exif", "MPF"]) {
        assertEquals(kept.includes(trace), false, trace);
      }
      const clean = { JPG: await jpeg(), PNG: await png(), WEB: await webp(), PDF: pdf() };
      const expected = clean[name.slice(0, 3) as keyof typeof clean];
      assertEquals(kept.trimEnd(), new TextDecoder("latin1").decode(expected).trimEnd());
    });
  }

  const names: Record<string, string> = {
    "../../etc/passwd": "passwd",
    "..\\..\\windows\\system32\\x.png": "x.png",
    "/etc/cron.d/x.png": "x.png",
    "C:\\x.png": "x.png",
    "x\u0000.png": "x.png",
    "x\r\nSet-Cookie: a=b.png": "xSet-Cookie_ a=b.png",
    "\u202egnp.exe": "gnp.exe",
    "CON.png": "_CON.png",
    ".htaccess": "htaccess",
    "..": "file",
    "ছবি ১.png": "ছবি ১.png",
    [`${"x".repeat(300)}.png`]: `${"x".repeat(150)}.png`,
    'a<b>"c|d?.png': "a_b__c_d_.png",
  };
  for (const [given, kept] of Object.entries(names)) {
    await t.step(
      `the name ${JSON.stringify(given.slice(0, 40))} becomes ${kept.slice(0, 40)}`,
      async () => {
        const form = new FormData();
        form.append("file", new Blob([new Uint8Array(await png())]), given);
        const encoded = new Response(form);
        const answer = await sendRaw(
          app,
          owner,
          new Uint8Array(await encoded.arrayBuffer()),
          { "content-type": encoded.headers.get("content-type")! },
        );
        assertEquals(answer.status, 201, answer.body.detail);
        // browsers and Deno escape line ends and quotes of a name; other clients do not
        const decoded = answer.body.data.file_name.replace(/%0D|%0A/g, "").replace(/%22/g, "_");
        assertEquals(decoded, kept);
      },
    );
  }

  await t.step("no name of theirs reached the disk", async () => {
    for (const path of await filesUnder(storage.folder)) {
      assertEquals(/^files\/[0-9a-f]{32}(\.thumb)?$/.test(path), true, path);
    }
  });
});
