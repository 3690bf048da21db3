import type { ImportKind } from "../domain/bulk_import/import_kind.ts";
import { customsTariffFile } from "../domain/customs/import_tariffs.ts";
import { customerFile } from "../domain/customers/import_customers.ts";
import { csvLine } from "../domain/files/write_csv.ts";
import { writeXlsx } from "../domain/files/write_xlsx.ts";
import { shipmentFile } from "../domain/imports/import_shipments.ts";
import { openingFile } from "../domain/opening/import_openings.ts";
import { productFile } from "../domain/products/import_products.ts";
import { supplierFile } from "../domain/suppliers/import_suppliers.ts";
import { ledgerFile } from "../domain/suppliers/import_entries.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";

interface Template {
  kind: ImportKind;
  /** rows to write over: what a filled line looks like */
  examples: Record<string, string>[];
}

const templates: Record<string, Template> = {
  shipment: {
    kind: shipmentFile,
    examples: [
      shipmentLine("Print head I3200-U1", "PH-I3200-U1", "40", "33820.00"),
      shipmentLine("Damper", "000451", "1000", "792.00"),
    ],
  },
  supplier: {
    kind: supplierFile,
    examples: [{
      external_ref: "S-EXAMPLE",
      name: "Example Machinery Co., Ltd.",
      country: "China",
      currency: "USD",
      credit_days: "30",
    }],
  },
  product: {
    kind: productFile,
    examples: [{
      sku: "EXAMPLE-1",
      name: "Print head I3200-U1",
      brand: "Epson",
      category: "Print heads",
      unit: "pcs",
      purchase_price: "98000.00",
      selling_price: "115000.00",
      min_stock: "2",
      warranty_months: "6",
      is_serialized: "true",
    }],
  },
  customer: {
    kind: customerFile,
    examples: [{
      external_ref: "C-0001",
      name: "Example Signs",
      phone: "01712345678",
      customer_type: "dealer",
      city: "Dhaka",
      credit_limit: "500000",
    }],
  },
  ledger: {
    kind: ledgerFile,
    examples: [{
      external_ref: "TT-0001",
      supplier: "Supplier One",
      entry_date: "2026-01-31",
      entry_type: "payment",
      particulars: "TT for proforma PI-2026-0417",
      debit: "41800.00",
      currency: "USD",
      exchange_rate: "122.85",
    }],
  },
  customs: {
    kind: customsTariffFile,
    examples: [{
      hs_code: "3215.19",
      description: "Printing ink other than black",
      unit: "kg",
      valid_from: "2026-07-01",
      cd_percent: "25",
      rd_percent: "3",
      sd_percent: "0",
      vat_percent: "15",
      at_percent: "7.5",
      ait_percent: "5",
      source: "Customs tariff 2026-27",
    }],
  },
  opening: {
    kind: openingFile,
    examples: [
      {
        account: "customer",
        name: "Example Signs",
        amount: "125000.00",
        opening_date: "2026-01-01",
      },
      {
        account: "supplier",
        name: "Supplier One",
        amount: "41800.00",
        currency: "USD",
        exchange_rate: "122.85",
        opening_date: "2026-01-01",
      },
      {
        account: "stock",
        name: "EXAMPLE-1",
        quantity: "4",
        unit_cost: "98000.00",
        opening_date: "2026-01-01",
      },
    ],
  },
};

function shipmentLine(product_name: string, sku: string, qty: string, purchase_value: string) {
  return {
    external_ref: "PI-EXAMPLE-1",
    supplier: "Supplier One",
    shipment_type: "spare_parts",
    shipment_mode: "air",
    eta_chittagong: "2026-12-04",
    warehouse_name: "Main Warehouse",
    currency: "USD",
    exchange_rate: "122.85",
    product_name,
    sku,
    ordered_qty: qty,
    shipped_qty: qty,
    unit: "pcs",
    purchase_value,
    weight_kg: "19",
  };
}

export const templateCommands: Command[] = Object.keys(templates).map((name) => ({
  name: `template ${name}`,
  summary: `Write a file to fill in for ${name} import, with an example.`,
  examples: [
    `deno task cli template ${name}`,
    `deno task cli template ${name} --out ${name}.xlsx`,
  ],
  options: [{
    name: "out",
    value: "FILE",
    help: "write there, CSV or by the name .xlsx; default CSV on standard output",
  }],
  needsActor: false,
  run: (context) => write(templates[name], context),
}));

async function write(
  { kind: { columns }, examples }: Template,
  { args, options }: Context,
): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("A template takes no argument; --out names the file.");
  const rows = examples.map((example) => columns.map((name) => example[name] ?? ""));
  const csv = [columns, ...rows].map(csvLine).join("");
  const { out } = options;
  if (out === undefined) return { data: { columns, examples }, text: csv.trimEnd() };
  try {
    if (out.toLowerCase().endsWith(".xlsx")) await writeXlsx(out, columns, rows);
    else await Deno.writeTextFile(out, "\uFEFF" + csv);
  } catch (error) {
    throw new UsageError(`--out cannot write ${out}: ${(error as Error).message}`);
  }
  return { data: { file: out, columns }, text: `The template is in ${out}.` };
}
