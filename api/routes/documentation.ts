import type { Hono } from "hono";
import type { AppEnv } from "../http/env.ts";
import { gzipSync } from "node:zlib";
import { codingFor } from "../http/coding.ts";
import { docsPage, docsStyle } from "../http/docs_page.ts";
import { docsScript } from "../http/docs_script.ts";
import { etagOf, namesTag } from "../http/etag.ts";
import { BASE } from "../http/base.ts";
import { openApiDocument } from "../http/openapi.ts";
import type { Area } from "../http/route.ts";

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `GET /openapi.json`, and at `GET /docs` the page for people that is made from it. */
export function mountDocumentation(app: Hono<AppEnv>, areas: Area[]): void {
  let made: Promise<{ text: string; zipped: Uint8Array<ArrayBuffer>; etag: string }> | undefined;
  app.get(`${BASE}/openapi.json`, async (c) => {
    made ??= openApiDocument(areas).then((document) => {
      const text = JSON.stringify(document);
      return { text, zipped: new Uint8Array(gzipSync(text)), etag: etagOf(text, undefined) };
    });
    const { text, zipped, etag } = await made;
    const known = c.req.header("if-none-match");
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
      vary: "accept-encoding",
      etag,
    };
    if (known && namesTag(known, etag)) return c.body(null, 304, headers);
    const coding = codingFor(c.req.header("accept-encoding"), ["gzip"]);
    if (!coding) return c.body(text, 200, headers);
    return c.body(zipped, 200, { ...headers, "content-encoding": coding });
  });
  app.get(`${BASE}/docs`, (c) => {
    c.header("content-security-policy", policy);
    return c.html(docsPage);
  });
  app.get(
    `${BASE}/docs.css`,
    (c) => c.body(docsStyle, 200, { "content-type": "text/css; charset=utf-8" }),
  );
  app.get(
    `${BASE}/docs.js`,
    (c) => c.body(docsScript, 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
}
