import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { codes, type Kind } from "../../domain/errors.ts";
import { phoneFields } from "../../domain/phones/client_records.ts";
import { VERSION } from "../../domain/version.ts";
import { BASE } from "./base.ts";
import { querySchema } from "./read_request.ts";
import { statusOf } from "./problem.ts";
import type { Area, Route } from "./route.ts";

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.enum(["internal_error", ...Object.keys(codes)]),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string(),
}).meta({ id: "Problem" });

const meta = z.object({
  limit: z.int().optional(),
  next_cursor: z.string().nullable().optional(),
  total: z.int().optional(),
  dry_run: z.boolean().optional(),
  ignored_fields: z.array(z.string()).optional(),
  ignored_query: z.array(z.string()).optional(),
}).loose().meta({ id: "Meta" });

const health = z.object({
  status: z.string(),
  database: z.enum(["ok", "down"]),
  version: z.string(),
  uptime_seconds: z.int(),
});

/** The one answer that is not enveloped, so it stands outside the areas' routes. */
const healthOperation: ZodOpenApiOperationObject = {
  operationId: "getHealth",
  summary: "API and database health check",
  description: "Needs no token.",
  tags: ["Service"],
  security: [],
  responses: {
    "200": { description: "Up", content: { "application/json": { schema: health } } },
    "503": {
      description: "The database is away",
      content: { "application/json": { schema: health } },
    },
  },
};

const idempotencyHeader = z.object({ "Idempotency-Key": z.string().max(255).optional() });

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
        content: answerContent(spec),
      },
      ...refusals(route, parameters.length > 0),
    },
  };
}

function requestContent(route: Route, body: z.ZodType) {
  if (!route.form) {
    const schema = route.spec.offline ? (body as z.ZodObject).safeExtend(phoneFields.shape) : body;
    return { "application/json": { schema } };
  }
  const file = z.string().meta({ override: { type: "string", format: "binary" } });
  const files = z.object({ file: z.union([file, z.array(file)]) });
  return { "multipart/form-data": { schema: files.extend((body as z.ZodObject).shape) } };
}

function answerContent({ answer, files = [] }: Route["spec"]) {
  const file = z.string().meta({ override: { type: "string", format: "binary" } });
  const asFiles = (types: string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: file }]));
  if (Array.isArray(answer)) return asFiles(answer);
  const schema = z.object({ data: answer, meta: meta.optional() });
  return { "application/json": { schema }, ...asFiles(files) };
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

/** Records are named by their id; only a serial is a text. */
function pathParameter(name: string): z.ZodType {
  return name === "serial" ? z.string() : z.int().min(1);
}

function operationId(method: string, path: string): string {
  const words = path.split("/").filter(Boolean).map((word) => word.replace(":", "by-")).join("-");
  return `${method.toLowerCase()}-${words}`.replace(
    /[-_](\w)/g,
    (_, letter: string) => letter.toUpperCase(),
  );
}
