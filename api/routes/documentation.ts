import type { Hono } from "hono";
import type { AppEnv } from "../http/env.ts";
import { docsPage, docsScript, docsStyle } from "../http/docs_page.ts";
import { BASE } from "../http/base.ts";
import { openApiDocument } from "../http/openapi.ts";
import type { Area } from "../http/route.ts";

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `GET /openapi.json`, and at `GET /docs` the page for people that is made from it. */
export function mountDocumentation(app: Hono<AppEnv>, areas: Area[]): void {
  let document: Promise<string> | undefined;
  app.get(`${BASE}/openapi.json`, async (c) => {
    document ??= openApiDocument(areas).then((made) => JSON.stringify(made));
    return c.body(await document, 200, { "content-type": "application/json; charset=utf-8" });
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
