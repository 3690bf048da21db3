import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { matchedRoutes } from "hono/route";
import { TrieRouter } from "hono/router/trie-router";
import type { Database } from "../domain/db/connect.ts";
import { notFound, Refusal } from "../domain/errors.ts";
import type { TokenKeys } from "../domain/access/token_keys.ts";
import type { Uploads } from "../domain/uploads/store.ts";
import { callerAddress } from "./http/address.ts";
import { BASE } from "./http/base.ts";
import type { AppEnv } from "./http/env.ts";
import { log } from "./http/log.ts";
import { Metrics } from "./http/metrics.ts";
import { mount, refuseOthers } from "./http/mount.ts";
import { problem } from "./http/problem.ts";
import { mountDocumentation } from "./routes/documentation.ts";
import { mountFront } from "./routes/front.ts";
import { mountHealth, readiness } from "./routes/health.ts";
import { mountMetrics } from "./routes/metrics.ts";
import { areas } from "./routes/mod.ts";
import { mountPages } from "../web/pages.ts";
import { addAlways, sayAlways } from "./http/security_headers.ts";

export interface AppOptions {
  keys: TokenKeys;
  uploads: Uploads;
  /** proxies whose X-Forwarded-For is believed */
  trustedProxies?: string[];
  /** other origins whose pages may call the API; none by default */
  corsOrigins?: string[];
  /** whether browsers reach us over https only */
  https?: boolean;
  /** where lists and reports are read; default: where everything is */
  replica?: Database;
  /** how long the body of a request may take, beside the time for its bytes */
  bodyGraceMs?: number;
  /** where requests are counted */
  metrics?: Metrics;
}

/** Paths beside the areas' routes. */
const readOnly = [
  ...["/", "/livez", "/readyz", "/metrics"],
  ...["/health", "/openapi.json", "/docs", "/docs.css", "/docs.js"].map((path) => BASE + path),
];

/** What the pages of another origin may read of our answers, beyond what browsers show anyway. */
const exposed = [
  ...["etag", "location", "retry-after", "allow", "x-request-id", "idempotency-replayed"],
  ...["preference-applied", "content-disposition", "ratelimit", "ratelimit-policy"],
  ...["deprecation", "link"],
];

/** The whole HTTP side over one database: middleware first, then the areas' routes. */
export function createApp(database: Database, options: AppOptions): Hono<AppEnv> {
  // the one that takes our paths: the default first builds another, which refuses them
  const app = new Hono<AppEnv>({ strict: false, router: new TrieRouter() });
  const metrics = options.metrics ?? new Metrics();
  app.onError(problem);
  app.notFound((c) => problem(notFound("Path", c.req.path), c));
  app.use(async (c, next) => {
    const given = c.req.header("x-request-id");
    const requestId = given && /^[\x20-\x7e]{1,128}$/.test(given) ? given : crypto.randomUUID();
    c.set("requestId", requestId);
    c.set("keys", options.keys);
    c.set("https", options.https ?? false);
    c.set("bodyGraceMs", options.bodyGraceMs);
    c.set("address", callerAddress(c, options.trustedProxies ?? []));
    sayAlways(c, requestId, c.get("https"));
    const start = performance.now();
    metrics.inFlight++;
    await next().finally(() => metrics.inFlight--);
    if (readiness.draining) c.header("connection", "close"); // a proxy must not keep it for the next
    addAlways(c, requestId, c.get("https"));
    const seconds = (performance.now() - start) / 1000;
    const { method } = c.req;
    const { status } = c.res;
    const code = c.get("problemCode");
    metrics.request({ method, route: routeOf(c), status, seconds, code });
    log("info", "request", {
      request_id: requestId,
      method,
      path: c.req.path,
      status,
      code,
      user_id: c.get("actor")?.userId,
      address: c.get("address"),
      ms: Math.round(seconds * 1000),
    });
  });
  app.use(async (c, next) => {
    if (!URL.canParse(c.req.url)) {
      throw new Refusal(
        "malformed_request",
        "The Host or the address of the request is malformed.",
      );
    }
    await next();
  });
  if (options.corsOrigins?.length) {
    app.use(cors({ origin: options.corsOrigins, exposeHeaders: exposed }));
  }
  const everyArea = areas(options);
  mountFront(app);
  mountHealth(app, database);
  mountMetrics(app, database, metrics);
  mountDocumentation(app, everyArea);
  for (const path of readOnly) refuseOthers(app, path, "GET, HEAD");
  mountPages(app);
  const { replica = database } = options;
  mount(app, everyArea.flatMap((area) => area.routes), { database, replica });
  return app;
}

/** The template of the path, `/api/v1/suppliers/:id`, or one word for all that there is no route for. */
function routeOf(c: Context<AppEnv>): string {
  const path = matchedRoutes(c).at(-1)?.path;
  return path === undefined || path === "/*" ? "unmatched" : path;
}
