import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { rmaStatuses } from "../../domain/warranty/rma_words.ts";
import { type Json, testOptions } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("every property and parameter of the OpenAPI document has a description", async () => {
  const document: Json = await openApiDocument(areas(testOptions));
  const silent = new Set<string>();
  for (const [place, name, said] of propertiesOf(document)) {
    if (!said) silent.add(`${place}: ${name}`);
  }
  assertEquals([...silent], []);
});

Deno.test("a filter by words tells what it does and its words", async () => {
  const { paths }: Json = await openApiDocument(areas(testOptions));
  const list = Object.keys(paths).find((path) => path.endsWith("/rmas"))!;
  const status = paths[list].get.parameters.find(({ name }: Json) => name === "status");
  assertEquals(
    status.description,
    `Only those in these statuses. A comma list of: ${rmaStatuses.join(", ")}.`,
  );
});

type Property = [place: string, name: string, said: boolean];

/** Places are components by their name, and operations with their parameters, bodies and answers. */
function* propertiesOf({ components, paths }: Json): Generator<Property> {
  for (const [name, schema] of Object.entries(components.schemas)) yield* within(name, schema);
  yield* within("refusals", components.responses);
  for (const [name, { description }] of Object.entries<Json>(components.headers)) {
    yield ["headers", name, Boolean(description)];
  }
  for (const [path, item] of Object.entries<Json>(paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const place = `${method.toUpperCase()} ${path}`;
      for (const parameter of operation.parameters ?? []) {
        const { name, description } = parameter.$ref
          ? components.parameters[parameter.$ref.split("/").at(-1)]
          : parameter;
        yield [place, name, Boolean(description)];
      }
      yield* within(place, operation.requestBody);
      yield* within(place, operation.responses);
    }
  }
}

function* within(place: string, part: unknown): Generator<Property> {
  if (part === null || typeof part !== "object") return;
  for (const [key, inner] of Object.entries(part)) {
    if (key === "examples" || key === "example") continue;
    if (key === "properties") {
      for (const [name, schema] of Object.entries<Json>(inner)) {
        yield [place, name, Boolean(schema.description)];
        yield* within(place, schema);
      }
    } else yield* within(place, inner);
  }
}
