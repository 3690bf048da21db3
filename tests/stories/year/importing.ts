import type { Json } from "../../support/app.ts";
import { assertEquals } from "../../support/assert.ts";
import {
  byPieces,
  byValue,
  byWeight,
  Consignment,
  type Count,
  equally,
  type Item,
} from "./expected_goods.ts";
import type { Office } from "./office.ts";
import { read, sum, text, toLocal, units } from "./sums.ts";

const SHIPMENTS = "/import-logistics/shipments";
const RECEIPTS = "/import-logistics/receipts";
const CLAIMS = "/import-logistics/discrepancies";

const measures = { value: byValue, weight: byWeight, quantity: byPieces, equal: equally };
/** Where a cost goes that makes the goods worth no more. */
const expensed: Record<string, string> = {
  vat: "1500",
  at: "1510",
  ait: "1520",
  demurrage: "5210",
  detention: "5210",
};

interface Cost {
  head: string;
  amount: string;
  by?: keyof typeof measures;
  currency?: string;
  rate?: string;
  /** whom it is owed to, else the account it was paid from */
  payee?: string;
  from?: string;
  bill?: string;
}

export interface Claim {
  id: number;
  /** what it carries on 1160 */
  carrying: bigint;
  value: bigint;
}

/** A shipment of the story, and what its goods have to be worth. */
export class Shipment {
  #late = false;
  readonly itemIds = new Map<string, number>();
  /** what its receipts left on 2150, a debit above zero */
  notBilled = 0n;

  private constructor(
    readonly office: Office,
    readonly id: number,
    readonly supplier: string,
    readonly rate: string,
    readonly goods: Consignment,
  ) {}

  static async order(
    office: Office,
    supplier: string,
    { rate, items, ...more }: { rate: string; items: Item[] } & Json,
  ): Promise<Shipment> {
    const made = await office.post(SHIPMENTS, {
      supplier_id: office.suppliers.get(supplier)!.id,
      currency: "USD",
      exchange_rate: rate,
      items: items.map(({ sku, pieces, price, weight }: Item) => ({
        product_name: sku,
        sku,
        product_id: office.products.get(sku),
        ordered_qty: Number(pieces),
        purchase_value: text(price),
        weight_kg: `${weight / 1000n}.${String(weight % 1000n).padStart(3, "0")}`,
      })),
      ...more,
    });
    const goods = new Consignment(items, rate);
    const shipment = new Shipment(office, made.id, supplier, rate, goods);
    for (const { sku, id } of made.items) shipment.itemIds.set(sku, id);
    return shipment;
  }

  async cost(date: string, { head, amount, by = "value", rate = "1", ...cost }: Cost) {
    const { office } = this;
    await office.post(`${SHIPMENTS}/${this.id}/costs`, {
      cost_head: head,
      amount,
      currency: cost.currency ?? "BDT",
      ...cost.currency && { exchange_rate: rate },
      allocation_method: by,
      payee_id: cost.payee && office.suppliers.get(cost.payee)!.id,
      bill_number: cost.bill,
      paid_from: cost.from && office.account(cost.from),
      reference: cost.bill ? undefined : `${head} ${date}`,
      entry_date: date,
    });
    const local = toLocal(units(amount), rate);
    if (!cost.payee) office.flow(date, "import_costs", local);
    office.books.post(
      date,
      ...this.bear(head, local, by),
      ...cost.payee
        ? office.owe(date, cost.payee, units(amount), rate)
        : [[cost.from!, -local] as [string, bigint]],
    );
  }

  /** Where a cost goes: the goods, or an account of its own. */
  bear(head: string, local: bigint, by: keyof typeof measures): [string, bigint][] {
    const expense = expensed[head];
    if (expense) return [[expense, local]];
    if (!this.#late) {
      this.goods.bear(local, measures[by]);
      return [["1150", local]];
    }
    const { shelves } = this.office;
    const { stock, gone, waiting, goneOf } = this.goods.bearLate(local, measures[by], shelves);
    for (const [sku, amount] of goneOf) this.office.earn(sku, 0n, amount);
    return [["1100", stock], ["5120", gone], ["1150", waiting]];
  }

  /**
   * Counts, approves and posts a receipt; the supplier is credited what he billed for all its pieces.
   * `replaced` is what its pieces take from account 1170.
   * @returns the claims that it drafted: of each line those damaged first, then those missing
   */
  async receive(
    date: string,
    counts: Count[],
    { credit = true, replaced = 0n } = {},
  ): Promise<Claim[]> {
    const { office } = this;
    const receipt = await office.post(RECEIPTS, {
      shipment_id: this.id,
      received_date: date,
      items: counts.map(({ sku, accepted, rejected = 0, short = 0 }) => ({
        shipment_item_id: this.itemIds.get(sku),
        received_qty: accepted + rejected,
        accepted_qty: accepted,
        short_qty: short,
      })),
    });
    await office.change("PATCH", `${RECEIPTS}/${receipt.id}/approve`);
    await office.change("POST", `${RECEIPTS}/${receipt.id}/post-stock`, {
      posting_date: date,
      credit_supplier: credit,
    });
    this.#late = true;
    const taken = counts.map((count) => this.goods.take(count));
    for (const { sku, pieces, accepted } of taken) office.shelves.get(sku)!.put(pieces, accepted);
    if (replaced > 0n) office.shelves.get(counts[0].sku)!.put(0n, replaced);
    const all = (what: "accepted" | "rejected" | "short" | "shares" | "bought" | "billed") =>
      sum(taken.map((each) => each[what]));
    const owed = credit ? office.owe(date, this.supplier, all("billed"), this.rate) : [];
    const left = all("bought") + sum(owed.map(([, amount]) => amount));
    this.notBilled -= left;
    office.books.post(
      date,
      ["1100", all("accepted") + replaced],
      ["1160", all("rejected") + all("short")],
      ["1150", -all("shares")],
      ["1170", -replaced],
      ...owed,
      ["2150", -left],
    );
    const carried = taken.flatMap(({ rejected, short }) => [rejected, short]).filter((v) => v > 0n);
    const drafted = await office.read(
      `${CLAIMS}?shipment_id=${this.id}&status=open&sort=created_at`,
    );
    const own = drafted.filter((claim: Json) => claim.receipt_id === receipt.id)
      .sort((a: Json, b: Json) => a.id - b.id);
    assertEquals(own.map((claim: Json) => read(claim.carrying_value)), carried);
    return own.map(({ id, estimated_value }: Json, at: number) => ({
      id,
      carrying: carried[at],
      value: read(estimated_value),
    }));
  }

  /** The supplier's credit note for a claim, in dollars at the day's rate. */
  async credited(date: string, claim: Claim, amount: string, rate: string): Promise<void> {
    const { office } = this;
    await office.change("PATCH", `${CLAIMS}/${claim.id}/resolve`, {
      resolution: "credit_note",
      amount,
      currency: "USD",
      exchange_rate: rate,
      date,
    });
    const cents = units(amount);
    const byRate = toLocal(cents, rate) - toLocal(cents, this.rate);
    const lost = claim.carrying - toLocal(cents, rate) + byRate;
    office.books.post(
      date,
      ...office.owe(date, this.supplier, -cents, rate),
      ["5500", -byRate],
      [lost > 0n ? "5410" : "4900", lost],
      ["1160", -claim.carrying],
    );
  }

  /** A claim that brings no money: its value waits for other pieces, or is lost. */
  async resolved(date: string, claim: Claim, resolution: "replacement" | "rejected") {
    await this.office.change("PATCH", `${CLAIMS}/${claim.id}/resolve`, { resolution, date });
    const to = resolution === "replacement" ? "1170" : "5410";
    this.office.books.move(date, to, "1160", claim.carrying);
  }

  /** Closes it, which posts today: what its receipts and bills differ by is a matter of rates. */
  async close(today: string): Promise<void> {
    await this.office.change("PATCH", `${SHIPMENTS}/${this.id}/status`, { status: "closed" });
    this.office.books.move(today, "5500", "2150", this.notBilled);
  }
}
