import type { ShipmentStatus } from "../imports/shipment_words.ts";
import { parse } from "../records/input.ts";
import { supplierEntry } from "../suppliers/ledger_entry.ts";
import { enterEntry } from "../suppliers/record_entry.ts";
import { changeLcTtStatus, lcTtMove } from "../trade_finance/change_lc_tt_status.ts";
import { createLcTt } from "../trade_finance/create_lc_tt.ts";
import { lcTt } from "../trade_finance/lc_tt.ts";
import type { LcTtStatus } from "../trade_finance/lc_tt_words.ts";
import type { Consignment } from "./order_goods.ts";
import { rateOf } from "./rates.ts";
import { percentOf, type World } from "./world.ts";

/** Half of the orders are paid through the bank: an LC, or a TT in advance. */
export async function financeOrder(world: World, goods: Consignment): Promise<void> {
  const { chance, diary, tx } = world;
  if (!chance.percent(55)) return;
  const type = goods.supplier.currency === "USD" && chance.percent(60) ? "LC" : "TT";
  const input = parse(lcTt.entry, {
    supplier_id: `${goods.supplier.id}`,
    type,
    reference_number: `${type}${chance.from(10000, 99999)}`,
    amount: `${goods.value}`,
    exchange_rate: goods.rate,
    bank_name: chance.pick(["Meghna Delta Bank", "Bay Commercial Bank"]),
    issue_date: diary.date(),
    latest_shipment_date: diary.date(diary.day + 60),
    expiry_date: diary.date(diary.day + 90),
    shipment_id: `${goods.id}`,
    ...type === "LC" && { tolerance_percent: "5", margin_percent: "20", charges: "12500" },
  });
  const { id } = await createLcTt(tx, world.as("accounts"), input);
  goods.lc_tt = { id, type };
}

/** What the bank's papers come to when the goods do. */
const steps: Partial<Record<ShipmentStatus, LcTtStatus>> = {
  booking_confirmed: "pi_received",
  air_sea_departure: "shipped",
  chittagong_port_arrival: "port_arrived",
  customs_clearance_pending: "customs",
  customs_cleared: "released",
  received: "warehouse",
  closed: "closed",
  cancelled: "cancelled",
};

export async function moveFinance(
  world: World,
  goods: Consignment,
  reached: ShipmentStatus,
): Promise<void> {
  const status = steps[reached];
  if (goods.lc_tt === undefined || status === undefined) return;
  const { type } = goods.lc_tt;
  await move(world, goods, status, type === "LC" && status === "released");
  if (status !== "pi_received") return;
  const { diary } = world;
  diary.note(
    diary.day + 1,
    () => type === "LC" ? move(world, goods, "lc_opened") : move(world, goods, "tt_paid", true),
  );
  diary.note(diary.day + 2, () => move(world, goods, "production"));
}

/** A step that came too late, after the order was called off, is left out. */
async function move(world: World, goods: Consignment, status: LcTtStatus, paid = false) {
  const settlement = paid &&
    { post_to_ledger: "true", settlement_rate: rateOf(world, goods.supplier.currency) };
  const input = parse(lcTtMove, { status, ...settlement });
  await changeLcTtStatus(world.tx, world.as("accounts"), goods.lc_tt!.id, input);
}

/** Without a bank's papers he is paid some weeks after the goods have come, whole or in part. */
export function payOpenAccount(world: World, goods: Consignment): Promise<void> {
  const { chance, diary, tx } = world;
  if (goods.lc_tt === undefined && chance.percent(80)) {
    const amount = percentOf(goods.value, chance.pick([100, 100, 50]));
    diary.note(diary.day + chance.from(8, 30), () =>
      enterEntry(
        tx,
        world.as("accounts"),
        parse(supplierEntry.entry, {
          supplier_id: `${goods.supplier.id}`,
          particulars: "Paid on open account",
          debit: `${amount}`,
          exchange_rate: rateOf(world, goods.supplier.currency),
          shipment_id: `${goods.id}`,
          reference: `TT${chance.from(10000, 99999)}`,
        }),
      ));
  }
  return Promise.resolve();
}
