import sql from "sql-template-tag";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/** The firm, as papers of VAT name it; what the settings leave out is the business's. */
export interface VatFirm {
  name: string;
  bin: string | null;
  address: string | null;
  officer: string | null;
  officer_title: string | null;
}

/** @throws Refusal `invalid_fields` on `vat_bin` while the firm has none */
export async function vatFirm(db: Db): Promise<VatFirm> {
  const [firm] = await db.query<[Omit<VatFirm, "name"> & { name: string | null }]>(sql`
    select vat_bin as bin, vat_name as name, vat_address as address, vat_officer as officer,
      vat_officer_title as officer_title
    from settings`);
  if (firm.bin === null) {
    throw invalid({ vat_bin: "is not set: PUT /settings {vat_bin} names the firm's" });
  }
  return {
    ...firm,
    name: firm.name ?? business.name,
    address: firm.address ?? business.address ?? null,
  };
}
