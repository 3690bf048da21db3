import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { type Label, labelSizes, labelsPdf, ON_A_SHEET } from "../documents/labels_pdf.ts";
import type { Printout } from "../documents/printing.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";

const MOST = 1000;

/** A code may have a comma itself: where there are lines, they alone part the codes. */
const list = (says: string) =>
  z.string().max(120_000)
    .transform((text) =>
      text.split(text.includes("\n") ? "\n" : ",").map((one) => one.trim()).filter(Boolean)
    )
    .pipe(z.array(field.text(100)))
    .meta({ override: { type: "string" } }).optional().describe(says);

export const labelQuery = z.object({
  serials: list(
    "Serial numbers, one to a line, or in one line with commas: a label each, whether the register knows them or not.",
  ),
  skus: list("SKUs likewise: `copies` labels each."),
  receipt_id: field.id().optional().describe("All serial numbers that came with this receipt."),
  product_id: field.id().optional().describe("All pieces of this product that lie here."),
  copies: field.count(1, 200).default(1).describe("How many labels of each SKU."),
  size: field.oneOf(labelSizes).default("a4")
    .describe("45 labels to a sheet of A4, or a roll of 40 × 30 mm."),
  skip: field.count(0, ON_A_SHEET - 1).default(0)
    .describe("How many labels of the first sheet of A4 are used already."),
});

/**
 * Labels with a QR code for pieces and products, 40 × 30 mm: what is scanned is the serial number or the SKU.
 *
 * @throws Refusal `forbidden` (receipt_id), `invalid_fields` on an unknown SKU or receipt, on nothing to
 * print, and on more than 1,000 labels
 */
export async function printLabels(
  db: Db,
  actor: Actor,
  query: z.output<typeof labelQuery>,
): Promise<Printout> {
  allow(actor, "products.read");
  const { serials = [], skus = [], receipt_id, product_id, copies, size, skip } = query;
  const received = receipt_id === undefined ? [] : await receivedWith(db, actor, receipt_id);
  const lying = product_id === undefined ? [] : await inStock(db, product_id);
  const products = await bySku(db, skus);
  const labels = [
    ...await pieces(db, [...serials, ...received, ...lying]),
    ...skus.flatMap((sku) => Array.from({ length: copies }, () => products.get(sku)!)),
  ];
  const of = (["receipt_id", "product_id"] as const).find((name) => query[name] !== undefined);
  if (labels.length === 0) {
    throw invalid(
      of
        ? { [of]: "has no pieces with numbers" }
        : { serials: "is required, or skus, a receipt_id or a product_id" },
    );
  }
  if (labels.length > MOST) {
    const many = of ?? (skus.length > 0 ? "copies" : "serials");
    throw invalid({ [many]: `must come to at most ${MOST} labels, and is ${labels.length}` });
  }
  const bytes = await labelsPdf(labels, {
    size,
    skip,
    title: "Labels",
    author: business.name,
    date: actor.today,
  });
  return { file_name: "labels.pdf", bytes };
}

async function receivedWith(db: Db, actor: Actor, id: number): Promise<string[]> {
  allow(actor, "receipts.read");
  const [found] = await db.query<[{ serials: string[] }?]>(sql`
    select array(select serial from receipt_items line, unnest(line.serial_numbers) serial
      where line.receipt_id = r.id order by line.id) as serials
    from receipts r where r.id = ${id}`);
  if (!found) throw invalid({ receipt_id: `names no receipt: ${id}` });
  return found.serials;
}

async function inStock(db: Db, productId: number): Promise<string[]> {
  const found = await db.query<{ serial: string }[]>(sql`
    select serial from serials
    where product_id = ${productId} and place = 'in_stock' and not replaced
      and care is distinct from 'at_supplier' order by serial_key`);
  return found.map(({ serial }) => serial);
}

function pieces(db: Db, serials: string[]): Promise<Label[]> {
  return db.query<Label[]>(sql`
    select coalesce(s.serial, asked.serial) as code, p.name, p.sku
    from unnest(${serials}::text[]) with ordinality as asked (serial, turn)
      left join serials s on s.serial_key = serial_key(asked.serial)
      left join products p on p.id = s.product_id
    order by asked.turn`);
}

async function bySku(db: Db, skus: string[]): Promise<Map<string, Label>> {
  if (skus.length === 0) return new Map();
  const found = await db.query<(Label & { asked: string })[]>(sql`
    select asked.sku as asked, p.sku as code, p.name
    from unnest(${skus}::text[]) as asked (sku) join products p on p.sku = asked.sku`);
  const products = new Map(found.map(({ asked, ...label }) => [asked, label]));
  const unknown = skus.find((sku) => !products.has(sku));
  if (unknown !== undefined) throw invalid({ skus: `names no product: ${unknown}` });
  return products;
}
