import type { Context, Hono } from "hono";
import type { AppEnv } from "../api/http/env.ts";
import { codingFor } from "../api/http/coding.ts";
import { namesTag } from "../api/http/etag.ts";
import { notFound, Refusal } from "../domain/errors.ts";
import { type Asset, built, hashedAsset, namedAsset, textAsset } from "./assets.ts";
import { insecureHash } from "./insecure.ts";
import { manifest } from "./manifest.ts";
import { serviceWorker } from "./service_worker.ts";
import { type PageName, shell } from "./shell.ts";

/** Only our own files, no inline style or script but one, nothing from elsewhere, in nobody's frame. */
const policy =
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval' ${insecureHash}; style-src 'self'; ` +
  "connect-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

const FOR_EVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

/**
 * The two mobile pages and their files: `/mobile` for staff, `/admin-mobile` for the owner. They are
 * shells for everyone; what they show comes from the API with the token of whoever signs in.
 */
export function mountPages(app: Hono<AppEnv>): void {
  const paths: Record<PageName, string> = { staff: "/mobile", owner: "/admin-mobile" };
  for (const [name, path] of Object.entries(paths) as [PageName, string][]) {
    const pages = {
      out: textAsset(shell(name, false), "text/html; charset=utf-8"),
      in: textAsset(shell(name, true), "text/html; charset=utf-8"),
    };
    app.get(path, (c) => {
      c.header("content-security-policy", policy);
      c.header("permissions-policy", "camera=(self), geolocation=(), microphone=()");
      return send(c, c.req.query("in") === undefined ? pages.out : pages.in, ASK_AGAIN);
    });
    const listed = textAsset(manifest(name), "application/manifest+json");
    app.get(`/${name}.webmanifest`, (c) => send(c, listed, ASK_AGAIN));
    for (const only of [path, `/${name}.webmanifest`]) app.all(only, readOnly);
  }
  const worker = textAsset(serviceWorker(), "text/javascript; charset=utf-8");
  app.get("/sw.js", (c) => {
    // what the worker fetches is bound by its own policy
    c.header("content-security-policy", "default-src 'none'; connect-src 'self'");
    return send(c, worker, ASK_AGAIN);
  });
  app.get("/web/:file", async (c) => {
    const name = c.req.param("file");
    const asset = await hashedAsset(name) ?? await namedAsset(name);
    if (!asset) throw notFound("File", name);
    return send(c, asset, built.files.includes(name) ? FOR_EVER : "public, max-age=86400");
  });
  for (const only of ["/sw.js", "/web/:file"]) app.all(only, readOnly);
}

function readOnly(c: Context<AppEnv>): never {
  c.header("allow", "GET, HEAD");
  throw new Refusal("method_not_allowed", `${c.req.method} is not possible here; GET, HEAD is.`);
}

/** The smallest form that the browser reads; unchanged files are not sent again. */
function send(c: Context<AppEnv>, asset: Asset, cache: string): Response {
  c.header("cache-control", cache);
  c.header("etag", asset.tag);
  c.header("vary", "accept-encoding");
  const known = c.req.header("if-none-match");
  if (known && namesTag(known, asset.tag)) return c.body(null, 304);
  const coding = codingFor(c.req.header("accept-encoding"), asset.codings);
  c.header("content-type", asset.type);
  if (coding) c.header("content-encoding", coding);
  return c.body(coding ? asset[coding]! : asset.bytes);
}
