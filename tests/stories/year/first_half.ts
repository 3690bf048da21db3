import { Shipment } from "./importing.ts";
import type { Cast } from "./cast.ts";
import { Transfer } from "./paying.ts";
import { certify, giveBack, pay, takeCheque } from "./collecting.ts";
import { sell, takeBack } from "./selling.ts";
import { percentOf, sum, units } from "./sums.ts";

/** An LC is opened, and what it pays for sails. */
export async function january(cast: Cast): Promise<void> {
  const { office } = cast;
  cast.lc = await Transfer.open(office, "Guangzhou Printing", {
    type: "LC",
    amount: "24000",
    exchange_rate: "122",
    tolerance_percent: 5,
    margin_percent: 10,
    issue_date: "2025-01-10",
  });
  await cast.lc.step("2025-01-10", "lc_opened", "292800");
  cast.sea = await Shipment.order(office, "Guangzhou Printing", {
    rate: "122.35",
    lc_tt_id: cast.lc.id,
    items: [
      { sku: "HEAD", pieces: 24n, price: units("14399.97"), weight: 50_500n },
      { sku: "INK", pieces: 300n, price: units("4100.01"), weight: 361_250n },
      { sku: "BOARD", pieces: 8n, price: units("3850"), weight: 9_125n },
    ],
  });
  await office.spend("2025-01-31", "6100", "1310", "85000", { payee: "Hasan & Co" });
}

/** The goods are cleared, and the first part of them comes: one head is damaged. */
export async function february(cast: Cast): Promise<void> {
  const { office, sea } = cast;
  const freight = { head: "freight", by: "weight", amount: "1850.55", currency: "USD" } as const;
  await sea.cost("2025-02-03", {
    ...freight,
    rate: "122.4",
    payee: "Ocean Forwarding",
    bill: "OF-1",
  });
  await sea.cost("2025-02-10", { head: "customs_duty", amount: "187654.32", from: "1310" });
  await sea.cost("2025-02-10", { head: "vat", amount: "402111.10", from: "1310" });
  await sea.cost("2025-02-10", { head: "at", amount: "133000.05", from: "1310" });
  await sea.cost("2025-02-10", { head: "ait", amount: "88888.88", from: "1310" });
  await sea.cost("2025-02-12", { head: "insurance", amount: "31246.94", from: "1360" });
  const agent = { payee: "Chattogram C&F", bill: "CF-412", by: "equal" } as const;
  await sea.cost("2025-02-14", { head: "cnf_agent", amount: "38500", ...agent });
  const [damagedHead] = await sea.receive("2025-02-18", [
    { sku: "HEAD", accepted: 23, rejected: 1 },
    { sku: "INK", accepted: 180 },
  ]);
  cast.claims = { damagedHead } as Cast["claims"];
  cast.invoices = {} as Cast["invoices"];
  cast.invoices.karim = await sell(office, "2025-02-25", "Karim Digital", [
    { sku: "HEAD", pieces: 2, price: "135000" },
    { sku: "INK", pieces: 6, price: "2450.55", discount: "3.30" },
  ], { discount: "1500.01" });
  await office.transfer("2025-02-26", "1310", "1300", "60000");
}

/** The bank pays the first drawing; the rest comes, pieces are missing, and the port wants its rent. */
export async function march(cast: Cast): Promise<void> {
  const { office, sea, lc, invoices } = cast;
  await lc.settle("2025-03-01", "12000", "122.75", {
    margin: "200000",
    charges: "9250.50",
    shipment: sea,
  });
  const [damagedInk, missingInk] = await sea.receive("2025-03-12", [
    { sku: "INK", accepted: 114, rejected: 1, short: 5 },
    { sku: "BOARD", accepted: 8 },
  ]);
  Object.assign(cast.claims, { damagedInk, missingInk });
  const rent = { payee: "Chattogram Port", bill: "CPA-77" };
  await sea.cost("2025-03-14", { head: "demurrage", amount: "45300.25", ...rent });
  invoices.ministry = await sell(office, "2025-03-15", "Ministry of Printing", [
    { sku: "HEAD", pieces: 9, price: "141250.50" },
    { sku: "BOARD", pieces: 4, price: "88000" },
    { sku: "Fitting", pieces: 1, price: "12500" },
  ]);
  await lc.settle("2025-03-20", "10349.98", "123.4", { margin: "50000" });
  await lc.end("2025-03-21");
  await office.paySupplier("2025-03-22", "Ocean Forwarding", "1850.55", { rate: "123.05" });
  await office.paySupplier("2025-03-23", "Chattogram C&F", "20000", { from: "1360" });
}

/** Half of the goods are sold when a bill for freight comes; 30 % of the next order are paid ahead. */
export async function april(cast: Cast): Promise<void> {
  const { office, sea, invoices, claims } = cast;
  cast.tt = await Transfer.open(office, "Shenzhen Boards", {
    type: "TT",
    amount: "9000",
    exchange_rate: "122.5",
    issue_date: "2025-04-01",
  });
  cast.air = await Shipment.order(office, "Shenzhen Boards", {
    rate: "122.5",
    shipment_mode: "air",
    lc_tt_id: cast.tt.id,
    items: [
      { sku: "HEAD", pieces: 10n, price: units("6300"), weight: 21_000n },
      { sku: "BOARD", pieces: 12n, price: units("2699.99"), weight: 13_700n },
    ],
  });
  await cast.tt.step("2025-04-02", "tt_paid");
  await cast.tt.settle("2025-04-02", "2700", "122.75");
  await sea.cost("2025-04-08", { head: "freight", amount: "64000.01", by: "weight", from: "1310" });
  await sea.credited("2025-04-09", claims.damagedInk, "13.67", "123.1");
  await sea.resolved("2025-04-10", claims.missingInk, "rejected");
  await sea.resolved("2025-04-11", claims.damagedHead, "replacement");
  const { ministry } = invoices;
  const net = sum(ministry.lines.map((line) => line.net));
  const vat = sum(ministry.lines.map((line) => line.vat));
  await certify(office, "2025-04-15", ministry, "tds", percentOf(net, "5"));
  await certify(office, "2025-04-15", ministry, "vds", vat);
  await pay(office, "2025-04-16", [ministry], ministry.due);
  await cast.air.cost("2025-04-22", { head: "customs_duty", amount: "71234.56", from: "1360" });
  await cast.air.cost("2025-04-22", { head: "vat", amount: "99999.99", from: "1360" });
  await cast.air.receive("2025-04-25", [
    { sku: "HEAD", accepted: 10 },
    { sku: "BOARD", accepted: 12 },
  ]);
}

/** The other 70 % are paid; a post-dated cheque bounces; some of what was sold comes back. */
export async function may(cast: Cast): Promise<void> {
  const { office, tt, invoices } = cast;
  invoices.rahim = await sell(office, "2025-05-04", "Rahim Signs", [
    { sku: "INK", pieces: 50, price: "2600" },
    { sku: "BOARD", pieces: 3, price: "91000.99" },
  ], { vat: "7.5" });
  const { rahim, karim } = invoices;
  const post = { cheque_date: "2025-05-20", number: "0045512" };
  cast.cheque = await takeCheque(office, "2025-05-05", rahim, { ...post, amount: rahim.due });
  await tt.settle("2025-05-15", "6299.99", "123.85");
  await cast.cheque.move("2025-05-20", "deposited");
  await cast.cheque.move("2025-05-23", "bounced", "575");
  await pay(office, "2025-05-24", [karim], karim.due);
  await takeBack(office, "2025-05-28", karim, { sku: "INK", pieces: 2, condition: "good" });
  await takeBack(office, "2025-05-29", karim, {
    sku: "INK",
    pieces: 1,
    condition: "faulty",
    refund: "1000.25",
  });
}

/** The replacement comes by courier; the second cheque is cleared, and bounces after all. */
export async function june(cast: Cast): Promise<void> {
  const { office, claims, invoices: { rahim } } = cast;
  cast.courier = await Shipment.order(office, "Guangzhou Printing", {
    rate: "123",
    shipment_mode: "courier",
    shipment_type: "warranty_replacement",
    discrepancy_id: claims.damagedHead.id,
    items: [{ sku: "HEAD", pieces: 1n, price: 0n, weight: 2_104n }],
  });
  const byPiece = { by: "quantity", from: "1300" } as const;
  await cast.courier.cost("2025-06-05", { head: "freight", amount: "4250.40", ...byPiece });
  await cast.courier.cost("2025-06-06", { head: "customs_duty", amount: "1111.11", ...byPiece });
  await cast.courier.receive("2025-06-10", [{ sku: "HEAD", accepted: 1 }], {
    replaced: claims.damagedHead.carrying,
  });
  const next = { cheque_date: "2025-06-12", number: "0045513", amount: rahim.due };
  cast.secondCheque = await takeCheque(office, "2025-06-02", rahim, next);
  await cast.secondCheque.move("2025-06-12", "cleared");
  await cast.secondCheque.move("2025-06-17", "bounced", "575");
  cast.advance = await pay(office, "2025-06-20", [rahim], rahim.due + units("5000"), {
    account: "1320",
    method: "bkash",
    reference: "TRX9H2K",
  });
  await giveBack(office, "2025-06-22", { id: cast.advance.id, customer: "Rahim Signs" }, "3000");
  await office.spend("2025-06-30", "6110", "1310", "240000");
}
