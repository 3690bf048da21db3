import { z } from "zod";
import { areas } from "../../api/routes/mod.ts";
import type { Route } from "../../api/http/route.ts";
import { may, type Permission, type Role, roles } from "../../domain/access/access.ts";
import { recordNamed } from "../../domain/records/record.ts";
import { shownOf } from "../../domain/records/shown.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Caller, type Json, testApp, testOptions } from "../support/app.ts";
import { capturing } from "../support/capture.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

/**
 * Every path that reads, by every role: neither what SQL answered nor what was sent holds a field that the
 * role may not see. Which fields those are is read from the answers' own schemas (`x-seen-by`), so a new
 * record is walked by itself; `seed` only has to make one.
 */
Deno.test("what a role may not see of a record never leaves the database", async (t) => {
  await using db = await freshDatabase();
  const { database, captured } = capturing(db.database);
  const { app, as } = testApp(database);
  const owner = await as("owner");
  const named = await seed(app, owner);
  const routes = areas(testOptions).flatMap((area) => area.routes)
    .filter(({ method, path }) => method === "GET" && !files.test(path));
  const paths = new Map<Route, string[]>();
  for (const route of routes) paths.set(route, await filled(route));

  for (const role of roles) {
    await t.step(role, async () => {
      const reader = await as(role);
      const hidden = hiddenNames(role);
      for (const [route, urls] of paths) {
        for (const url of urls) {
          captured.length = 0;
          const { status, body } = await reader.get(url);
          const { may: needed, answer } = route.spec;
          const mayAsk = needed === "anyone" || needed === "signed_in" || may({ role }, needed);
          assert(
            mayAsk ? [200, 404].includes(status) : status === 403,
            `${role} ${url}: ${status}`,
          );
          const place = `${role} GET ${url}`;
          refuse(hidden, body, `${place}, its answer`);
          for (const rows of captured) refuse(hidden, rows, `${place}, what SQL answered`);
          if (!(answer instanceof z.ZodType) || typeof body !== "object") continue;
          assertEquals(shownOf(answer, { role }, body.data), body.data, place);
          const row = answer instanceof z.ZodArray ? answer.element as z.ZodType : answer;
          for (const each of captured.flat()) {
            assertEquals(
              shownOf(schemaOf(each, row), { role }, each),
              each,
              `${place}, a row of SQL`,
            );
          }
        }
      }
    });
  }

  await t.step("a repeated request shows what the role of now may see", async () => {
    const keeper = await as("manager");
    const send = () =>
      keeper.post("/products", { name: "Damper", purchase_price: 7 }, { "idempotency-key": "one" });
    assertEquals((await send()).body.data.purchase_price, 7);
    assertEquals((await owner.put(`/users/${keeper.userId}`, { role: "store" })).status, 200);
    const { headers, body } = await send();
    assertEquals(headers.get("idempotency-replayed"), "true");
    assertEquals([body.data.name, "purchase_price" in body.data], ["Damper", false]);
  });

  /** The path with ids of records that are there: those that the list before the id shows the owner. */
  async function filled({ path, spec }: Route): Promise<string[]> {
    const formats = "format" in ((spec.query as z.ZodObject | undefined)?.shape ?? {});
    const asked = path === "/search"
      ? named.searches.map((text) => `?q=${encodeURIComponent(text)}`)
      : [named.queries[path] ?? "", ...formats ? [`${named.queries[path] ?? "?"}&format=csv`] : []];
    const places = path.includes(":code") || path.includes(":serial")
      ? named.searches.map((text) => path.replace(/:\w+/, encodeURIComponent(text)))
      : path.includes(":id")
      ? (await idsIn(path.slice(0, path.indexOf("/:id")))).map((id) => path.replace(":id", `${id}`))
      : [path];
    assert(places.length > 0, `${path}: seed() makes nothing that is read there`);
    return places.flatMap((place) => asked.map((query) => place + query));
  }

  async function idsIn(list: string): Promise<number[]> {
    const { body } = await owner.get(`${list}?limit=3`);
    return body.data.map(({ id }: { id: number }) => id);
  }
});

/** Files and their thumbnails have no fields. */
const files = /^\/uploads\/:id$|thumbnail|metrics/;

/** Names of fields that no answer at all shows this role: they must not be anywhere. */
function hiddenNames(role: Role): Set<string> {
  const hidden = new Set<string>();
  // a report's sums are in its meta, which no schema tells; what is in them is walked all the same
  const shown = new Set(["totals"]);
  for (const { spec } of areas(testOptions).flatMap((area) => area.routes)) {
    if (spec.answer instanceof z.ZodType) collect(spec.answer, role, hidden, shown);
  }
  return hidden.difference(shown);
}

function collect(schema: z.ZodType, role: Role, hidden: Set<string>, shown: Set<string>) {
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      const seenBy = field.meta()?.["x-seen-by"] as Permission | undefined;
      if (seenBy && !may({ role }, seenBy)) hidden.add(name);
      else {
        shown.add(name);
        collect(field, role, hidden, shown);
      }
    }
  } else if (schema instanceof z.ZodArray) {
    collect(schema.element as z.ZodType, role, hidden, shown);
  } else if (schema instanceof z.ZodUnion) {
    for (const each of schema.options) collect(each as z.ZodType, role, hidden, shown);
  } else if (
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  ) collect(schema.unwrap() as z.ZodType, role, hidden, shown);
}

/** A row of sync is of the kind that it names. */
function schemaOf(row: Json, otherwise: z.ZodType): z.ZodType {
  const word = typeof row?.kind === "string" ? row.kind as string : "";
  const name = word.replace(/(^|_)(\w)/g, (_, _place, letter: string) => letter.toUpperCase());
  return recordNamed(name)?.schema ?? otherwise;
}

function refuse(hidden: Set<string>, value: Json, place: string): void {
  if (typeof value === "string") { // a CSV: its first line names the columns
    const names = value.slice(0, value.indexOf("\n")).trim().split(",");
    assertEquals(names.filter((name) => hidden.has(name)), [], place);
  }
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    assert(!hidden.has(name), `${place}: ${name}`);
    refuse(hidden, inner, place);
  }
}

interface Seeded {
  /** what search, scan and serials are asked for */
  searches: string[];
  /** the query that a path needs */
  queries: Record<string, string>;
}

/** One of everything, and what only this walk wants: a piece with a serial, a container, a file. */
async function seed(app: ReturnType<typeof testApp>["app"], owner: Caller): Promise<Seeded> {
  const { product, shipment, customer, supplier } = await oneOfEverything(owner, "1");
  const made = async (path: string, body: Json) =>
    assertEquals((await owner.post(path, body)).status, 201, path);
  await made("/import-logistics/demurrage-tariffs", {
    kind: "demurrage",
    size: 20,
    from_day: 1,
    rate: 12,
    currency: "USD",
    exchange_rate: 120,
    valid_from: "2025-01-01",
  });
  await made(`/import-logistics/shipments/${shipment.id}/containers`, {
    container_number: "CSQU3054383",
    size: "20",
    arrived_on: "2026-01-05",
  });
  await made("/products", { name: "Head", sku: "HEAD-1", is_serialized: true, purchase_price: 9 });
  const { body: { data: [head] } } = await owner.get("/products?search=HEAD-1");
  await made("/products/stock-movement", {
    product_id: head.id,
    type: "in",
    quantity: 1,
    reason: "found",
    serial_numbers: ["SN-900"],
  });
  await made("/invoices", {
    customer_id: customer.id,
    items: [{ product_id: head.id, quantity: 1, unit_price: 20, serial_numbers: ["SN-900"] }],
  });
  const form = new FormData();
  form.append("file", new File([dot], "dot.png"));
  form.append("related_type", "shipment");
  form.append("related_id", String(shipment.id));
  const headers = { authorization: `Bearer ${owner.token}` };
  await app.request("http://localhost/api/v1/uploads", { method: "POST", headers, body: form });
  return {
    searches: ["SN-900", "SN-1", product.sku, "01712345678", shipment.reference_no],
    queries: {
      "/sync": "?limit=500",
      "/sync/client-ids": `?ids=${crypto.randomUUID()}`,
      "/reports/stock-card": `?product_id=${product.id}`,
      "/reports/customer-statement": `?customer_id=${customer.id}`,
      "/reports/supplier-statement": `?supplier_id=${supplier.id}`,
    },
  };
}

/** A PNG of one pixel. */
const dot = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
