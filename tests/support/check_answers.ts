/**
 * Holds every answer that the tests of a run noted to the OpenAPI document, closed: what it does not
 * name must not be there. Prints what does not fit; ends with 1 then.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as formats } from "ajv-formats";
import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testOptions } from "./app.ts";
import type { NotedAnswer } from "./noted_answers.ts";

const document: Json = closed(await openApiDocument(areas(testOptions)));
const ajv = new Ajv2020({
  strict: false,
  discriminator: true,
  allErrors: true,
  validateFormats: true,
});
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
// RFC 3339 has many ways to write an instant, the API one
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addSchema({ $id: "api", ...document });
const operations = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`),
})).sort((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0));

let checked = 0;
const wrong = new Map<string, string>();
for await (const { name } of Deno.readDir(Deno.args[0])) {
  for (const line of (await Deno.readTextFile(`${Deno.args[0]}/${name}`)).trim().split("\n")) {
    judge(JSON.parse(line));
  }
}
for (const [what, example] of [...wrong].sort()) console.log(`CONTRACT: ${what}\n  ${example}`);
console.log(`${checked} answers held to the document, ${wrong.size} do not fit`);
Deno.exitCode = wrong.size > 0 ? 1 : 0;

function judge({ method, path, status, type, body }: NotedAnswer): void {
  const found = operations.find(({ pattern }) => pattern.test(path));
  const operation = found && document.paths[found.path][method.toLowerCase()];
  if (!operation) return; // a path or method that there is not
  checked++;
  const name = `${method} ${found.path} ${status}`;
  const place = `${found.path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}`;
  let response = operation.responses[status];
  let at = `paths/${place}/responses/${status}`;
  if (!response) return void wrong.set(`${name}: no such status`, short(body));
  if (response.$ref) {
    at = response.$ref.slice(2);
    response = document.components.responses[at.split("/").at(-1)!];
  }
  if (status === 304) return;
  const content = Object.entries<Json>(response.content ?? {})
    .find(([name]) => name.split(";")[0] === type);
  if (!content) return void wrong.set(`${name}: no such type, ${type}`, short(body));
  if (body === undefined) return;
  const schema = `${at}/content/${content[0].replaceAll("/", "~1")}/schema`;
  const pointer = encodeURI(schema).replaceAll("+", "%2B");
  const fits = ajv.getSchema(`api#/${pointer}`);
  if (!fits) throw new Error(`The document has no ${schema}`);
  if (fits(body)) return;
  for (const { instancePath, message, params } of fits.errors!.slice(0, 6)) {
    const where = instancePath.replace(/\/\d+/g, "/0");
    wrong.set(`${name} ${where} ${message} ${JSON.stringify(params)}`, short(body));
  }
}

function short(body: unknown): string {
  return JSON.stringify(body)?.slice(0, 300) ?? "";
}

/** A copy in which an object has the members that are named and no others. */
function closed<T>(part: T): T {
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map(closed) as T;
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, each]) => [name, closed(each)]),
  ) as Record<string, unknown>;
  if (copy.type === "object" && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false;
  }
  // the shapes say the words themselves
  const told = copy.discriminator as { propertyName: string } | undefined;
  if (told) copy.discriminator = { propertyName: told.propertyName };
  return copy as T;
}
