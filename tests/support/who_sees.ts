import { z } from "zod";
import { areas } from "../../api/routes/mod.ts";
import { may, type Permission, type Role } from "../../domain/access/access.ts";
import { type Caller, type Json, testApp, testOptions } from "./app.ts";
import { assert, assertEquals } from "./assert.ts";
import { oneOfEverything } from "./business.ts";

/** What the walks of every role stand on: what is hidden from it, and a record of every kind. */

/** Names of fields that no answer at all shows this role: they must not be anywhere. */
export function hiddenNames(role: Role): Set<string> {
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

/** Refuses a value that names what is hidden, however deep, or a CSV with such a column. */
export function refuseHidden(hidden: Set<string>, value: Json, place: string): void {
  if (typeof value === "string") { // a CSV: its first line names the columns
    const names = value.slice(0, value.indexOf("\n")).trim().split(",");
    assertEquals(names.filter((name) => hidden.has(name)), [], place);
  }
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    assert(!hidden.has(name), `${place}: ${name}`);
    refuseHidden(hidden, inner, place);
  }
}

export interface Seeded {
  all: Awaited<ReturnType<typeof oneOfEverything>>;
  /** what search, scan and serials are asked for */
  searches: string[];
  /** the query that a path needs */
  queries: Record<string, string>;
}

/** One of everything, and what only this walk wants: a piece with a serial, a container, a file. */
export async function seed(app: ReturnType<typeof testApp>["app"], owner: Caller): Promise<Seeded> {
  const all = await oneOfEverything(owner, "1");
  const { product, shipment, customer, supplier } = all;
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
  await made("/vat-returns", { period: "2026-01" });
  await made("/import-logistics/customs-tariffs", {
    hs_code: "8534.00",
    valid_from: "2025-01-01",
    cd_percent: 5,
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
  const firm = { vat_bin: "004712345-0101" };
  assertEquals((await owner.put("/settings", firm)).status, 200);
  await made(`/invoices/${all.invoice.id}/vat-challan`, {});
  await made(`/invoices/${all.invoice.id}/returns`, {
    items: [{ line: 1, quantity: 1 }],
    reason: "Too many",
  });
  await made("/tax-certificates", {
    customer_id: customer.id,
    kind: "tds",
    certificate_number: "TDS-1",
    certificate_date: "2026-01-05",
    amount: 5,
  });
  const form = new FormData();
  form.append("file", new File([dot], "dot.png"));
  form.append("related_type", "shipment");
  form.append("related_id", String(shipment.id));
  const headers = { authorization: `Bearer ${owner.token}` };
  await app.request("http://localhost/api/v1/uploads", { method: "POST", headers, body: form });
  return {
    all,
    searches: ["SN-900", "SN-1", product.sku, "01712345678", shipment.reference_no],
    queries: {
      "/sync": "?limit=500",
      "/sync/client-ids": `?ids=${crypto.randomUUID()}`,
      "/labels": "?serials=A-1",
      "/reports/account-book": `?account_id=${all.account.id}`,
      "/reports/stock-card": `?product_id=${product.id}`,
      "/reports/vat-register": `?product_id=${product.id}`,
      "/reports/customer-statement": `?customer_id=${customer.id}`,
      "/reports/supplier-statement": `?supplier_id=${supplier.id}`,
    },
  };
}

/** A PNG of one pixel. */
const dot = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/**
 * What one reader is told and another is not: figures with decimals, and texts of people and banks. Ids,
 * dates and whole numbers are the same all over, so they prove nothing.
 */
export function secretsOf(known: Json, shown: Json): Set<string> {
  return figuresIn(known).difference(figuresIn(shown));
}

/** Every such figure and text of an answer, also those inside its sentences. */
export function figuresIn(value: Json): Set<string> {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  const numbers = text.match(/(?<![\w.])\d+\.\d+(?!\w|\.\d)/g) ?? [];
  const figures = numbers.map((number) => number.replace(/\.?0+$/, ""))
    .filter((number) => number.includes("."));
  return new Set([...figures, ...text.match(/\bSECRET-\w+/g) ?? []]);
}
