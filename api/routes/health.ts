import type { Context, Hono } from "hono";
import type { Database } from "../../domain/db/connect.ts";
import { databaseAnswers } from "../../domain/db/health.ts";
import { VERSION } from "../../domain/version.ts";
import type { AppEnv } from "../http/env.ts";
import { BASE } from "../http/base.ts";

const started = performance.now();

/** Set while the process ends, so that a balancer stops sending work. */
export const readiness = { draining: false };

/** `GET /health` for people and monitors (not enveloped), `/livez` and `/readyz` for machines. */
export function mountHealth(app: Hono<AppEnv>, database: Database): void {
  app.get(`${BASE}/health`, async (c) => {
    const up = await databaseAnswers(database);
    return answer(c, up, {
      status: up ? "ok" : "unavailable",
      database: up ? "ok" : "down",
      version: VERSION,
      uptime_seconds: Math.floor((performance.now() - started) / 1000),
    });
  });
  app.get("/livez", (c) => answer(c, true, { status: "ok" }));
  app.get("/readyz", async (c) => {
    const ready = !readiness.draining && await databaseAnswers(database);
    return answer(c, ready, { status: ready ? "ok" : "unavailable" });
  });
}

function answer(c: Context, good: boolean, body: Record<string, unknown>): Response {
  c.header("cache-control", "no-store");
  if (!good) c.header("retry-after", "2");
  return c.json(body, good ? 200 : 503, { "content-type": "application/json; charset=utf-8" });
}
