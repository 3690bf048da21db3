import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testOptions } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";

/** Places of the document that do not say all of their fields yet; it only ever gets shorter. */
const pending = new Set<string>([
  "GET /import-logistics/discrepancies",
  "GET /import-logistics/receipts",
  "GET /import-logistics/shipments",
  "GET /supplier-claims",
  "GET /warehouse/receiving",
  "PATCH /import-logistics/discrepancies/{id}/cancel",
  "PATCH /import-logistics/discrepancies/{id}/submit",
  "PATCH /import-logistics/receipts/{id}/approve",
  "PATCH /import-logistics/receipts/{id}/cancel",
  "PATCH /import-logistics/shipments/{id}",
  "PATCH /import-logistics/shipments/{id}/status",
  "POST /import-logistics/receipts",
  "POST /import-logistics/receipts/{id}/post-stock",
  "POST /import-logistics/receipts/{id}/reverse",
  "POST /import-logistics/shipments",
  "POST /import-logistics/shipments/{id}/costs",
  "POST /import-logistics/shipments/{id}/costs/{cost_id}/reverse",
  "POST /import-logistics/shipments/{id}/items",
  "PostedReceipt",
  "Receipt",
  "ReceiptDetail",
  "Shipment",
  "ShipmentCost",
  "ShipmentDetail",
  "ShipmentItem",
]);

Deno.test("every property and parameter of the OpenAPI document has a description", async () => {
  const document: Json = await openApiDocument(areas(testOptions));
  const silent = new Set<string>();
  for (const [place, name, said] of propertiesOf(document)) {
    if (!said && !pending.has(place)) silent.add(`${place}: ${name}`);
  }
  assertEquals([...silent], []);
});

type Property = [place: string, name: string, said: boolean];

/** Places are components by their name, and operations with their parameters, bodies and answers. */
function* propertiesOf({ components, paths }: Json): Generator<Property> {
  for (const [name, schema] of Object.entries(components.schemas)) yield* within(name, schema);
  for (const [path, item] of Object.entries<Json>(paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const place = `${method.toUpperCase()} ${path}`;
      for (const { name, description } of operation.parameters ?? []) {
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
