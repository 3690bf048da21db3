import { createHash } from "node:crypto";
import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { structureOf } from "../answers/compare.ts";
import { type Json, testOptions } from "../support/app.ts";
import { holdLines } from "../support/kept_lines.ts";

/**
 * What programs are written against, a line for each field, parameter, body and answer: whether it may be
 * null or be missing, its limits, who sees it, and a hash of its words and examples. A flag that is turned
 * in a record's definition shows here as a line that changes, to be read before it is let through.
 */
const kept = new URL("contract.txt", import.meta.url);

Deno.test("the API's contract is the one in tests/api/contract.txt (UPDATE=1 writes it)", async () => {
  await holdLines(kept, linesOf(await openApiDocument(areas(testOptions))));
});

function linesOf({ components, paths }: Json): string[] {
  const schemas = Object.entries<Json>(components.schemas).flatMap(([name, schema]) => {
    const { properties = {}, ...whole } = schema;
    return [
      line(name, whole),
      ...Object.entries(properties).map(([field, each]) => line(`${name}.${field}`, each)),
    ];
  });
  const operations = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, { parameters = [], ...operation }]) => [
      line(`${method.toUpperCase()} ${path}`, operation),
      ...parameters.map((each: Json) =>
        line(`${method.toUpperCase()} ${path} ${nameOf(each)}`, each)
      ),
    ])
  );
  const { schemas: _, ...others } = components;
  const rest = Object.entries<Json>(others).flatMap(([kind, all]) =>
    Object.entries<Json>(all).map(([name, each]) => line(`${kind}.${name}`, each))
  );
  return [...schemas, ...operations, ...rest].sort();
}

const nameOf = (parameter: Json): string => parameter.name ?? parameter.$ref.split("/").at(-1);

function line(name: string, part: unknown): string {
  const all = JSON.stringify(part);
  const hash = createHash("sha256").update(all).digest("hex").slice(0, 8);
  const plain = JSON.stringify(structureOf(part)).replaceAll("#/components/", "");
  // what is longer is compared by its hash
  return `${name} ${plain.length > 90 ? `${plain.slice(0, 90)}…` : plain} ${hash}`;
}
