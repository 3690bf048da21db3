import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
} from "zod-openapi";
import type { Kind } from "../../domain/errors.ts";
import { phoneFields } from "../../domain/phones/client_records.ts";
import { aliasesIn } from "../../domain/records/input.ts";
import { VERSION } from "../../domain/version.ts";
import { BASE } from "./base.ts";
import { bodyExample, exampleOf } from "./examples.ts";
import { answers, file, nameOf, operationId } from "./openapi_answers.ts";
import { takeNulls } from "./openapi_nulls.ts";
import { refusalHeaders, requestHeaders } from "./openapi_headers.ts";
import { querySchema } from "./read_request.ts";
import { statusOf, titles } from "./problem.ts";
import { problemSchema, told, words } from "./problem_schemas.ts";
import type { Area, Route } from "./route.ts";

const service = { name: "Service", says: "Whether it runs." };

const health = z.object({
  status: words("ok, or unavailable while the database is away.", "ok"),
  database: told(z.enum(["ok", "down"]), "Whether the database answers.", "ok"),
  version: words("Of the service.", VERSION),
  uptime_seconds: told(z.int(), "Since the start of this process.", 86_400),
}).meta({ id: "Health" });

/** The one answer that is not enveloped, so it stands outside the areas' routes. */
const healthOperation = (): ZodOpenApiOperationObject => ({
  operationId: "getHealth",
  summary: "API and database health check",
  description: "Needs no token.",
  tags: [service.name],
  security: [],
  responses: {
    "200": {
      description: "Up",
      content: { "application/json": { schema: health, example: exampleOf(health) } },
    },
    "405": refusal(405),
    "503": {
      description: "The database is away",
      content: { "application/json": { schema: health } },
    },
  },
});

/** The OpenAPI 3.1 document, made from the very schemas that validate. The library loads on first use. */
export async function openApiDocument(areas: Area[]): Promise<object> {
  const { createDocument } = await import("zod-openapi");
  const paths: ZodOpenApiPathsObject = { "/health": { get: healthOperation() } };
  for (const area of areas) {
    for (const route of area.routes) {
      for (const path of [route.path, ...route.spec.aliases ?? []]) {
        const key = path.replace(/:(\w+)/g, "{$1}");
        paths[key] = { ...paths[key], [route.method.toLowerCase()]: operation(area, route, path) };
      }
    }
  }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Back office of a machine-trading importer",
      version: VERSION,
      description:
        "Money, quantities and rates are exact decimals sent as JSON numbers. Dates are YYYY-MM-DD.",
      contact: { name: "Whoever runs this back office" },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: BASE }],
    tags: [service, ...areas].map(({ name, says }) => ({ name, description: says })),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
    paths,
  });
  takeNulls(document as never);
  return document;
}

function operation(area: Area, route: Route, path: string): ZodOpenApiOperationObject {
  const { spec } = route;
  const parameters = [...path.matchAll(/:(\w+)/g)].map((found) => found[1]);
  return {
    operationId: operationId(route.method, path),
    summary: spec.summary,
    description: descriptionOf(route, path),
    tags: [area.name],
    ...path !== route.path && { deprecated: true },
    security: spec.may === "anyone" ? [] : [{ bearer: [] }],
    requestParams: {
      ...parameters.length > 0 && {
        path: z.object(
          Object.fromEntries(parameters.map((name) => [name, pathParameter(name)])),
        ),
      },
      query: withOtherNames(querySchema(route)),
      header: z.object(requestHeaders(route)),
    },
    ...spec.body && { requestBody: requestBody(route, spec.body) },
    responses: { ...answers(route, path), ...refusals(route, parameters.length > 0) },
  };
}

/** Every name that a parameter is read by: generated clients know no others. */
function withOtherNames(query: z.ZodObject): z.ZodObject {
  const shape = query.shape as Record<string, z.ZodType>;
  return query.extend(Object.fromEntries(
    Object.entries(aliasesIn(shape)).map(([other, name]) => [
      other,
      shape[name].describe(`The same as ${name}.`),
    ]),
  ));
}

function descriptionOf({ spec, path: newer }: Route, path: string): string {
  const { may, stepUp } = spec;
  const whose = may === "anyone"
    ? "Needs no token."
    : may === "signed_in"
    ? "Any signed-in user."
    : `Needs the permission ${may}.`;
  const right = stepUp ? `${whose} ${stepUpSaid(stepUp)}` : whose;
  return path === newer ? right : `${right} An older name of ${newer.replace(/:(\w+)/g, "{$1}")}.`;
}

function stepUpSaid({ everybody, when }: NonNullable<Route["spec"]["stepUp"]>): string {
  const who = everybody ? "Everybody confirms" : "Who must, confirms";
  return `${who} who he is first (POST /auth/step-up)${when ? ", for some bodies" : ""}.`;
}

/** Required where an empty body would be refused. */
function requestBody(route: Route, body: z.ZodType) {
  return {
    required: route.form !== undefined || !body.safeParse({}).success,
    content: requestContent(route, body),
  };
}

function requestContent(route: Route, body: z.ZodType) {
  const example = bodyExample(body, route.spec.example);
  if (!route.form) {
    const schema = route.spec.offline ? (body as z.ZodObject).safeExtend(phoneFields.shape) : body;
    return { "application/json": { schema: namedBody(route, schema), example } };
  }
  const files = z.object({
    file: z.union([file, z.array(file)]).describe("One file, or several under this name."),
  });
  const schema = files.extend((body as z.ZodObject).shape);
  const form = { file: "the bytes of a file", ...example };
  return { "multipart/form-data": { schema: namedBody(route, schema), example: form } };
}

const bodies = new WeakMap<z.ZodType, z.ZodType>();

/** What has no name of its own is named by what is asked: one component for a path and its older names. */
function namedBody(route: Route, schema: z.ZodType): z.ZodType {
  if (schema.meta()?.id) return schema;
  const known = route.spec.body!;
  if (!bodies.has(known)) bodies.set(known, schema.meta({ id: `${nameOf(route)}Body` }));
  return bodies.get(known)!;
}

function refusals(route: Route, hasId: boolean): Record<string, ZodOpenApiResponseObject> {
  const kinds: Kind[] = ["invalid", "unavailable", "not_allowed", ...route.spec.refuses ?? []];
  if (route.spec.may !== "anyone") kinds.push("unauthenticated", "forbidden");
  if (hasId) kinds.push("not_found");
  if (route.method !== "GET") {
    kinds.push("malformed", "too_slow", "conflict", "too_large", "unsupported");
  }
  if (route.spec.versionOf) kinds.push("precondition");
  const statuses = [...new Set(kinds.map((kind) => statusOf[kind])), 500].sort();
  return Object.fromEntries(statuses.map((status) => [String(status), refusal(status)]));
}

const refused = new Map<number, ZodOpenApiResponseObject>();

/** One component for a status: every operation refuses alike. */
function refusal(status: number): ZodOpenApiResponseObject {
  if (!refused.has(status)) {
    refused.set(status, {
      id: `Refused${status}`,
      description: titles[status],
      headers: z.object(refusalHeaders(status)),
      content: { "application/problem+json": { schema: problemSchema(status) } },
    });
  }
  return refused.get(status)!;
}

/** Records are named by their id, but for what people read or scan. */
function pathParameter(name: string): z.ZodType {
  if (name === "serial") return words("The serial number, however it is written.", "SN-100");
  if (name === "code") return words("What was scanned or typed.", "INK-CY-1L");
  const of = name === "id" ? "record" : name.replace("_id", "");
  return told(z.int().min(1), `The id of the ${of}.`, 12);
}
