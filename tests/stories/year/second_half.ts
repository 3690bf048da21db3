import type { Cast } from "./cast.ts";
import { pay, useOnAccount } from "./collecting.ts";
import { sell, takeBack, voidInvoice } from "./selling.ts";
import { units } from "./sums.ts";

/** The payees are paid, and the owner takes something out. */
export async function july({ office }: Cast): Promise<void> {
  await office.paySupplier("2025-07-02", "Chattogram Port", "45300.25");
  await office.paySupplier("2025-07-03", "Chattogram C&F", "18500", { from: "1360" });
  await office.transfer("2025-07-15", "1320", "1310", "150000");
  await office.transfer("2025-07-31", "1310", "3200", "500000");
}

/** What was opened with is paid at the day's rate, part of it. */
export async function august({ office, invoices }: Cast): Promise<void> {
  await office.paySupplier("2025-08-05", "Guangzhou Printing", "333.33", { rate: "121.95" });
  invoices.dealer = await sell(office, "2025-08-20", "Karim Digital", [
    { sku: "HEAD", pieces: 13, price: "129999.99" },
    { sku: "BOARD", pieces: 10, price: "79000" },
    { sku: "INK", pieces: 120, price: "2150.25", discount: "1000" },
    { sku: "Training", pieces: 2, price: "7500.05", vat: "0" },
  ], { discount: "10000" });
}

/** A bill comes so late that most of what it was for is sold. */
export async function september({ office, sea, air, invoices: { dealer } }: Cast): Promise<void> {
  const forwarder = { payee: "Ocean Forwarding", currency: "USD", rate: "122.9" };
  await air.cost("2025-09-09", {
    head: "local_transport",
    amount: "412.35",
    ...forwarder,
    bill: "OF-9",
  });
  const agent = { payee: "Chattogram C&F", bill: "CF-977" };
  await sea.cost("2025-09-10", { head: "port_handling", amount: "22222.22", ...agent });
  await pay(office, "2025-09-15", [dealer], units("1500000"), {
    account: "1360",
    account_id: office.account("1360"),
  });
}

/** A machine comes back, unpaid: the due goes down. */
export async function october({ office, invoices }: Cast): Promise<void> {
  await takeBack(office, "2025-10-07", invoices.dealer, {
    sku: "HEAD",
    pieces: 2,
    condition: "good",
  });
  await takeBack(office, "2025-10-08", invoices.dealer, {
    sku: "INK",
    pieces: 7,
    condition: "faulty",
  });
  await office.spend("2025-10-20", "6140", "1300", "7340.50");
  invoices.wrong = await sell(office, "2025-10-29", "Ministry of Printing", [
    { sku: "INK", pieces: 11, price: "2111.11", discount: "0.07" },
    { sku: "Delivery", pieces: 1, price: "333.33", vat: "0" },
  ], { vat: "7.5", discount: "12.34" });
}

/** What was billed to the wrong customer is voided a month later, and October stays as it was. */
export async function november({ office, invoices: { dealer, wrong } }: Cast): Promise<void> {
  await voidInvoice(office, "2025-11-04", wrong);
  await pay(office, "2025-11-11", [dealer], dealer.due);
  await office.spend("2025-11-30", "6100", "1360", "85000", { payee: "Hasan & Co" });
}

/** The shelves are cleared. */
export async function december({ office, invoices, advance }: Cast): Promise<void> {
  const boards = Number(office.shelves.get("BOARD")!.pieces);
  invoices.repair = await sell(office, "2025-12-14", "Rahim Signs", [
    { sku: "BOARD", pieces: boards, price: "60000" },
    { sku: "Repair", pieces: 1, price: "4500" },
  ], { vat: "0" });
  await useOnAccount(office, "2025-12-20", advance.id, invoices.repair, "1999.99");
  await office.transfer("2025-12-30", "3200", "1310", "100000");
}
