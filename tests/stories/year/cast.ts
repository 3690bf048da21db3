import type { Claim, Shipment } from "./importing.ts";
import { Office } from "./office.ts";
import type { Transfer } from "./paying.ts";
import type { Cheque } from "./collecting.ts";
import type { Invoice } from "./selling.ts";
import type { Database } from "../../../domain/db/connect.ts";

/** What one month leaves for another: the story's documents under the names of the trade. */
export interface Cast {
  office: Office;
  /** by sea under an LC, by air under a TT, by courier for what came damaged */
  sea: Shipment;
  air: Shipment;
  courier: Shipment;
  lc: Transfer;
  tt: Transfer;
  claims: Record<"damagedHead" | "damagedInk" | "missingInk", Claim>;
  invoices: Record<"karim" | "ministry" | "rahim" | "repair" | "dealer" | "wrong", Invoice>;
  cheque: Cheque;
  secondCheque: Cheque;
  /** money of which a rest stays on account */
  advance: { id: number };
}

/** The books as they are taken over: what there was on the first of January. */
export async function takeOver(database: Database): Promise<Cast> {
  const office = await Office.open(database);
  const date = "2025-01-01";
  await office.openBalance("1310", "20000000", date);
  await office.openBalance("1300", "150000.50", date);
  await office.openAccount("City Bank", "1360", "500000", date);
  await office.addProduct("HEAD");
  await office.addProduct("BOARD");
  await office.addProduct("INK", { pieces: 40, cost: "1812.35", date });
  const opening = { amount: "1000", rate: "121.5", date };
  await office.addSupplier("Guangzhou Printing", "USD", opening);
  await office.addSupplier("Shenzhen Boards", "USD");
  await office.addSupplier("Ocean Forwarding", "USD");
  await office.addSupplier("Chattogram C&F", "BDT");
  await office.addSupplier("Chattogram Port", "BDT");
  await office.addCustomer("Karim Digital", { amount: "25000.75", date });
  await office.addCustomer("Ministry of Printing");
  await office.addCustomer("Rahim Signs");
  return { office } as Cast;
}
