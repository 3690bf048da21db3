import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { built } from "../../web/assets.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

await using fresh = await freshDatabase();
const { app } = testApp(fresh.database);
const ask = (path: string, init?: RequestInit) => app.request(`http://localhost${path}`, init);

for (const path of ["/mobile", "/admin-mobile"]) {
  Deno.test(`GET ${path} is a page of its own, before any script`, async () => {
    const answer = await ask(path);
    const html = await answer.text();
    assertEquals(answer.status, 200);
    assertEquals(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assertMatch(html, /<html lang="en"/);
    assertMatch(html, /<title>[^<]+<\/title>/);
    assertMatch(html, /<h1>[^<]+<\/h1>/);
    assertMatch(html, /<meta name="viewport"/);
    assertMatch(html, /<noscript>/);
    assertMatch(
      html,
      /<form id="login"[\s\S]*name="identifier"[\s\S]*type="password"[\s\S]*type="submit"/,
    );
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)];
    const digest = createHash("sha256").update(inline[0][1]).digest("base64");
    assertEquals(inline.length, 1, "what asks whether the page is in a secure context");
    assertMatch(answer.headers.get("content-security-policy")!, /script-src 'self' [^;]*'sha256-/);
    assert(answer.headers.get("content-security-policy")!.includes(`'sha256-${digest}'`));
    assertEquals(html.match(/<style|\son\w+=|\sstyle=/g), null);
    for (const [, file] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      assertEquals((await ask(file)).status, 200, file);
    }
  });

  Deno.test(`${path} carries strict headers, answers HEAD, 304 and 405`, async () => {
    const first = await ask(path);
    const policy = first.headers.get("content-security-policy")!;
    assertMatch(policy, /default-src 'none'/);
    assertMatch(policy, /script-src 'self' 'wasm-unsafe-eval'/);
    assertMatch(policy, /style-src 'self'/);
    assert(!/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/.test(policy), policy);
    for (const name of ["x-content-type-options", "referrer-policy", "x-frame-options"]) {
      assert(first.headers.has(name), name);
    }
    const etag = first.headers.get("etag")!;
    const again = await ask(path, { headers: { "if-none-match": etag } });
    assertEquals([again.status, await again.text()], [304, ""]);
    const head = await ask(path, { method: "HEAD" });
    assertEquals([head.status, await head.text()], [200, ""]);
    assertEquals(head.headers.get("etag"), etag);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const refused = await ask(path, { method });
      assertEquals([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"]);
    }
  });
}

Deno.test("hashed files stay for ever, and come in the form that the browser reads", async () => {
  const path = `/web/${built.css}`;
  const plain = await ask(path);
  assertEquals(plain.headers.get("cache-control"), "public, max-age=31536000, immutable");
  const text = new Uint8Array(await plain.arrayBuffer());
  for (const [coding, unpack] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
    const packed = await ask(path, { headers: { "accept-encoding": coding } });
    assertEquals(packed.headers.get("content-encoding"), coding);
    const bytes = new Uint8Array(await packed.arrayBuffer());
    assertEquals(new Uint8Array(unpack(bytes)), text);
    assert(bytes.length < text.length / 2);
  }
  const none = await ask(path, { headers: { "accept-encoding": "br;q=0, identity" } });
  assertEquals(none.headers.get("content-encoding"), null);
});

Deno.test("nothing but the files of the build is reached below /web/", async () => {
  for (const name of ["pages.ts", "..%2fdeno.json", "built.json", "SOURCE_HASH", "x.js"]) {
    assertEquals((await ask(`/web/${name}`)).status, 404, name);
  }
});

Deno.test("the service worker has the whole site as its scope and knows the files of this build", async () => {
  const answer = await ask("/sw.js");
  const text = await answer.text();
  assertMatch(answer.headers.get("content-type")!, /javascript/);
  assertEquals(answer.headers.get("cache-control"), "no-cache");
  for (const name of [...built.pages.staff, ...built.pages.owner, built.css]) {
    assert(text.includes(`/web/${name}`), name);
  }
});

Deno.test("each page is an app of its own", async () => {
  const [staff, owner] = await Promise.all(["staff", "owner"].map(async (name) => {
    const answer = await ask(`/${name}.webmanifest`);
    assertEquals(answer.headers.get("content-type"), "application/manifest+json");
    const manifest = await answer.json();
    for (const { src } of manifest.icons) assertEquals((await ask(src)).status, 200, src);
    return manifest;
  }));
  assertEquals([staff.id, staff.scope, owner.id, owner.scope], [
    "/mobile",
    "/mobile",
    "/admin-mobile",
    "/admin-mobile",
  ]);
});

Deno.test("the reader of barcodes is served by us", async () => {
  const answer = await ask("/web/zxing_reader-3.1.3.wasm");
  assertEquals(answer.headers.get("content-type"), "application/wasm");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assertEquals([...bytes.slice(0, 4)], [0, 0x61, 0x73, 0x6d]);
});
