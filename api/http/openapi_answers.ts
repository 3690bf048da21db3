import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { phoneFields } from "../../domain/phones/client_records.ts";
import { BASE } from "./base.ts";
import { exampleOf } from "./examples.ts";
import { filesOf } from "./list_file.ts";
import { answerHeaders } from "./openapi_headers.ts";
import { told, words } from "./problem_schemas.ts";
import { isList } from "./rendered.ts";
import type { Route } from "./route.ts";

/** What operations answer when they do not refuse, as the OpenAPI document describes it. */

/** What is said beside `data`; lists and reports of their own have more. */
const meta = {
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
};
const metaOfLists = {
  limit: told(z.int().optional(), "How many rows at most.", 50),
  next_cursor: told(
    z.string().nullable(),
    "Sent as cursor, it leads to the next page; null on the last one.",
    null,
  ),
  total: told(z.int().optional(), "How many rows match, on all pages, where asked for.", 3),
};
const plainMeta = z.object(meta).meta({ id: "Meta" });
const listMeta = z.object({ ...metaOfLists, ...meta }).meta({ id: "ListMeta" });
const phoneMeta = z.object({ ...phoneFields.partial().shape, ...meta }).meta({ id: "PhoneMeta" });

/** Bytes. */
export const file = z.string().meta({ override: { type: "string", format: "binary" } });

/** The answers that are none of refusal: a file, what was read or made, or what would have been. */
export function answers(route: Route, path: string): Record<string, ZodOpenApiResponseObject> {
  const { spec } = route;
  const content = answerContent(route);
  const headers = answerHeaders(route, path !== route.path);
  const done = { description: "Done", content, headers: z.object(headers) };
  if (!spec.creates) {
    return {
      "200": done,
      ...route.method === "GET" && { "304": { description: "Not changed since If-None-Match" } },
    };
  }
  return {
    "201": {
      description: "Created",
      content,
      headers: z.object({
        ...headers,
        Location: words("Where it is read.", `${BASE}${route.path}/12`),
      }),
    },
    ...spec.dryRun && {
      "200": { ...done, description: "What would have been created, with dry_run" },
    },
  };
}

function answerContent(route: Route) {
  const { answer } = route.spec;
  const asFiles = (types: string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: file }]));
  if (Array.isArray(answer)) return asFiles(answer);
  const schema = envelopeOf(route, answer);
  return {
    "application/json": { schema, example: exampleOf(schema) },
    ...asFiles(filesOf(route)?.types ?? []),
  };
}

const envelopes = new WeakMap<Route, z.ZodType>();

function envelopeOf(route: Route, answer: z.ZodType): z.ZodType {
  if (!envelopes.has(route)) {
    envelopes.set(
      route,
      z.object({
        data: answer.describe("What was asked for."),
        meta: metaOf(route).describe("What is said beside it."),
      }).meta({ id: `${nameOf(route)}Answer` }),
    );
  }
  return envelopes.get(route)!;
}

/** Always there in a list; elsewhere where there is something to say. */
function metaOf(route: Route): z.ZodType {
  const { spec } = route;
  if (spec.meta) return z.object({ ...metaOfLists, ...spec.meta, ...meta });
  if (isList(route)) return listMeta;
  return spec.offline ? phoneMeta.optional() : plainMeta.optional();
}

/** By what programs call it: `getCustomersById`. */
export function operationId(method: string, path: string): string {
  const words = path.split("/").filter(Boolean).map((word) => word.replace(":", "by-")).join("-");
  return `${method.toLowerCase()}-${words}`.replace(
    /[-_](\w)/g,
    (_, letter: string) => letter.toUpperCase(),
  );
}

/** The same as part of a component's name. */
export function nameOf({ method, path }: Route): string {
  return operationId(method, path).replace(/^\w/, (letter) => letter.toUpperCase());
}
