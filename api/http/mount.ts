import type { Hono, MiddlewareHandler } from "hono";
import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import { allow } from "../../domain/access/access.ts";
import { requireStepUp } from "../../domain/access/step_up.ts";
import { notFound, Refusal } from "../../domain/errors.ts";
import { refusalFrom } from "../../domain/records/input.ts";
import { answer, type Sources } from "./answer.ts";
import type { AppEnv } from "./env.ts";
import { authenticate } from "./auth.ts";
import { BASE } from "./base.ts";
import { bodySchema, querySchema, readBody, readQuery, receiveForm } from "./read_request.ts";
import { notices } from "./notices.ts";
import type { Route } from "./route.ts";

/**
 * Puts the routes into Hono. Paths with fixed segments come before those with parameters, and each
 * path ends with a 405 that names its methods.
 */
export function mount(app: Hono<AppEnv>, routes: Route[], sources: Sources): void {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) {
    for (const path of [route.path, ...route.spec.aliases ?? []]) {
      byPath.set(path, [...byPath.get(path) ?? [], route]);
    }
  }
  const paths = [...byPath.keys()].sort((a, b) => dynamicRank(a) < dynamicRank(b) ? -1 : 1);
  for (const path of paths) {
    const here = byPath.get(path)!;
    for (const route of here) {
      app.on(route.method, [BASE + path], ...notices(route, path), ...handlers(route, sources));
    }
    refuseOthers(app, BASE + path, methodsOf(here));
  }
}

/** Every method of the path that has no handler by now is a 405 that names those that have. */
export function refuseOthers(app: Hono<AppEnv>, path: string, allowed: string): void {
  app.all(path, (c) => {
    c.header("allow", allowed);
    throw new Refusal(
      "method_not_allowed",
      `${c.req.method} is not possible here; ${allowed} is.`,
    );
  });
}

/** `~` comes after every letter in code order (not in the order of a language). */
function dynamicRank(path: string): string {
  return path.split("/").map((segment) => segment.startsWith(":") ? "~" : segment).join("/");
}

function methodsOf(routes: Route[]): string {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods].sort().join(", ");
}

function handlers(route: Route, sources: Sources): MiddlewareHandler<AppEnv>[] {
  const { spec } = route;
  const steps: MiddlewareHandler<AppEnv>[] = [];
  if (spec.may !== "anyone") steps.push(authenticate(sources.database, route.path));
  const query = querySchema(route);
  steps.push(checkRights(route), readQuery(query), zValidator("query", query, refuse));
  if (route.method !== "GET") {
    const body = bodySchema(route);
    if (route.form) steps.push(receiveForm(body, route.form));
    else steps.push(readBody(body, spec.offline !== undefined), zValidator("json", body, refuse));
  }
  if (spec.stepUp) steps.push(checkStepUp(spec.stepUp));
  steps.push((c) => answer(c, route, sources));
  return steps;
}

/** zod-validator's hook: what it found wrong becomes our 422. */
function refuse(
  result: { success: boolean; error?: { issues: readonly z.core.$ZodIssue[] }; data?: unknown },
): void {
  if (!result.success && result.error) throw refusalFrom(result.error.issues, result.data);
}

function checkRights(route: Route): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { may, answer } = route.spec;
    c.set("answer", answer);
    if (may !== "anyone" && may !== "signed_in") allow(c.get("actor"), may);
    const id = c.req.param("id");
    if (id !== undefined) c.set("id", readId(id));
    await next();
  };
}

/** Comes after the body was read: `when` looks into it. */
function checkStepUp(
  { everybody, when }: NonNullable<Route["spec"]["stepUp"]>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { valid } = c.req as unknown as { valid(target: "json"): unknown };
    if (!when || when(valid.call(c.req, "json"))) requireStepUp(c.get("actor"), everybody);
    await next();
  };
}

/** @throws Refusal `not_found` for anything that is no positive integer in range */
function readId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw notFound("Record", text.slice(0, 40));
  return id;
}
