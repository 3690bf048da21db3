import type { Hono } from "hono";
import { allow } from "../../domain/access/access.ts";
import type { Database } from "../../domain/db/connect.ts";
import { fromThisMachine } from "../http/address.ts";
import type { AppEnv } from "../http/env.ts";
import { authenticate } from "../http/auth.ts";
import type { Metrics } from "../http/metrics.ts";

/** `GET /metrics` for Prometheus on this machine, or with the token of someone who may read the audit log. */
export function mountMetrics(app: Hono<AppEnv>, database: Database, metrics: Metrics): void {
  const signedIn = authenticate(database, "/metrics");
  app.get(
    "/metrics",
    async (c, next) => {
      if (fromThisMachine(c)) return await next();
      return await signedIn(c, async () => {
        allow(c.get("actor"), "audit.read");
        await next();
      });
    },
    (c) =>
      c.body(metrics.render(database), 200, {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      }),
  );
}
