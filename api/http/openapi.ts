import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { codes, type Kind } from "../../domain/errors.ts";
import { phoneFields } from "../../domain/phones/client_records.ts";
import { VERSION } from "../../domain/version.ts";
import { BASE } from "./base.ts";
import { bodyExample, exampleOf } from "./examples.ts";
import { filesOf } from "./list_file.ts";
import { querySchema } from "./read_request.ts";
import { statusOf } from "./problem.ts";
import type { Area, Route } from "./route.ts";

/** A field with its sentence and an example. */
function told<S extends z.ZodType>(schema: S, description: string, example: unknown): S {
  return schema.meta({ description, examples: [example] });
}

const words = (description: string, example: string) => told(z.string(), description, example);

export const problem = z.object({
  type: words("Always about:blank: code tells the kinds apart.", "about:blank"),
  title: words("The status in words.", "Conflict"),
  status: told(z.int(), "The HTTP status.", 409),
  detail: words("What is wrong, in a sentence for people.", "the status is closed now."),
  instance: words("The path that was asked for.", `${BASE}/import-logistics/rmas/12/status`),
  code: told(
    z.enum(["internal_error", ...Object.keys(codes)]),
    "What is wrong, for programs; it never changes its meaning.",
    "status_changed",
  ),
  message: words("The same as detail.", "the status is closed now."),
  errors: told(
    z.record(z.string(), z.array(z.string())).optional(),
    "Field by field, what is wrong with it; items.0.quantity is the first item's.",
    { amount: ["must be above zero"] },
  ),
  request_id: words("Names the request in the log.", "0192f0c1-6d7e-7c9a-b5a1-2f3e4d5c6b7a"),
}).loose().meta({
  id: "Problem",
  description: "A refusal; some codes come with fields of their own.",
});

const meta = z.object({
  limit: told(z.int().optional(), "How many rows at most.", 50),
  next_cursor: told(
    z.string().nullable().optional(),
    "Sent as cursor, it leads to the next page; null on the last one.",
    null,
  ),
  total: told(z.int().optional(), "How many rows match, on all pages, where asked for.", 3),
  dry_run: told(z.boolean().optional(), "That nothing was written, as asked for.", true),
  ignored_fields: told(
    z.array(z.string()).optional(),
    "Fields of the body that this request does not know.",
    ["colour"],
  ),
  ignored_query: told(
    z.array(z.string()).optional(),
    "Query parameters that this path does not know.",
    ["colour"],
  ),
}).loose().meta({ id: "Meta" });

const health = z.object({
  status: words("ok, or unavailable while the database is away.", "ok"),
  database: told(z.enum(["ok", "down"]), "Whether the database answers.", "ok"),
  version: words("Of the service.", VERSION),
  uptime_seconds: told(z.int(), "Since the start of this process.", 86_400),
});

/** The one answer that is not enveloped, so it stands outside the areas' routes. */
const healthOperation: ZodOpenApiOperationObject = {
  operationId: "getHealth",
  summary: "API and database health check",
  description: "Needs no token.",
  tags: ["Service"],
  security: [],
  responses: {
    "200": {
      description: "Up",
      content: { "application/json": { schema: health, example: exampleOf(health) } },
    },
    "503": {
      description: "The database is away",
      content: { "application/json": { schema: health } },
    },
  },
};

const idempotencyHeader = z.object({
  "Idempotency-Key": told(
    z.string().max(255).optional(),
    "Any text of the caller's own: sent again with it, the write happens once and is answered again.",
    "0192f0c1-6d7e-7c9a-b5a1-2f3e4d5c6b7a",
  ),
});

/** The OpenAPI 3.1 document, made from the very schemas that validate. The library loads on first use. */
export async function openApiDocument(areas: Area[]): Promise<object> {
  const { createDocument } = await import("zod-openapi");
  const paths: ZodOpenApiPathsObject = { "/health": { get: healthOperation } };
  for (const area of areas) {
    for (const route of area.routes) {
      for (const path of [route.path, ...route.spec.aliases ?? []]) {
        const key = path.replace(/:(\w+)/g, "{$1}");
        paths[key] = { ...paths[key], [route.method.toLowerCase()]: operation(area, route, path) };
      }
    }
  }
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Back office of a machine-trading importer",
      version: VERSION,
      description:
        "Money, quantities and rates are exact decimals sent as JSON numbers. Dates are YYYY-MM-DD.",
    },
    servers: [{ url: BASE }],
    tags: ["Service", ...areas.map((area) => area.name)].map((name) => ({ name })),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
    paths,
  });
}

function operation(area: Area, route: Route, path: string): ZodOpenApiOperationObject {
  const { spec } = route;
  const parameters = [...path.matchAll(/:(\w+)/g)].map((found) => found[1]);
  return {
    operationId: operationId(route.method, path),
    summary: spec.summary,
    description: spec.may === "anyone"
      ? "Needs no token."
      : spec.may === "signed_in"
      ? "Any signed-in user."
      : `Needs the permission ${spec.may}.`,
    tags: [area.name],
    security: spec.may === "anyone" ? [] : [{ bearer: [] }],
    requestParams: {
      ...parameters.length > 0 && {
        path: z.object(
          Object.fromEntries(parameters.map((name) => [name, pathParameter(name)])),
        ),
      },
      query: querySchema(route),
      ...route.write && spec.keepAnswer !== false && { header: idempotencyHeader },
    },
    ...spec.body && { requestBody: { content: requestContent(route, spec.body) } },
    responses: {
      [spec.creates ? "201" : "200"]: {
        description: spec.creates ? "Created" : "Done",
        content: answerContent(route),
      },
      ...refusals(route, parameters.length > 0),
    },
  };
}

const file = z.string().meta({ override: { type: "string", format: "binary" } });

function requestContent(route: Route, body: z.ZodType) {
  if (!route.form) {
    const schema = route.spec.offline ? (body as z.ZodObject).safeExtend(phoneFields.shape) : body;
    return { "application/json": { schema, example: bodyExample(body, route.spec.example) } };
  }
  const files = z.object({
    file: z.union([file, z.array(file)]).describe("One file, or several under this name."),
  });
  const schema = files.extend((body as z.ZodObject).shape);
  return { "multipart/form-data": { schema, example: bodyExample(body, route.spec.example) } };
}

function answerContent(route: Route) {
  const { answer } = route.spec;
  const asFiles = (types: string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: file }]));
  if (Array.isArray(answer)) return asFiles(answer);
  const schema = z.object({
    data: answer.describe("What was asked for."),
    meta: meta.optional().describe("What is said beside it."),
  });
  return {
    "application/json": { schema, example: exampleOf(schema) },
    ...asFiles(filesOf(route)?.types ?? []),
  };
}

function refusals(route: Route, hasId: boolean) {
  const kinds: Kind[] = ["invalid", "unavailable", ...route.spec.refuses ?? []];
  if (route.spec.may !== "anyone") kinds.push("unauthenticated", "forbidden");
  if (hasId) kinds.push("not_found");
  if (route.method !== "GET") kinds.push("malformed", "conflict", "too_large", "unsupported");
  if (route.spec.versionOf) kinds.push("precondition");
  return Object.fromEntries(
    kinds.map((kind) => statusOf[kind]).sort().map((status) => [
      String(status),
      { description: "Refused", content: { "application/problem+json": { schema: problem } } },
    ]),
  );
}

/** Records are named by their id, but for what people read or scan. */
function pathParameter(name: string): z.ZodType {
  if (name === "serial") return words("The serial number, however it is written.", "SN-100");
  if (name === "code") return words("What was scanned or typed.", "INK-CY-1L");
  const of = name === "id" ? "record" : name.replace("_id", "");
  return told(z.int().min(1), `The id of the ${of}.`, 12);
}

function operationId(method: string, path: string): string {
  const words = path.split("/").filter(Boolean).map((word) => word.replace(":", "by-")).join("-");
  return `${method.toLowerCase()}-${words}`.replace(
    /[-_](\w)/g,
    (_, letter: string) => letter.toUpperCase(),
  );
}
