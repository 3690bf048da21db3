import type { Json } from "../../support/app.ts";
import type { Shipment } from "./importing.ts";
import type { Office } from "./office.ts";
import { toLocal, units } from "./sums.ts";

/** An LC or TT of the story, with the margin that the bank keeps. */
export class Transfer {
  margin = 0n;

  private constructor(
    readonly office: Office,
    readonly id: number,
    readonly supplier: string,
  ) {}

  static async open(office: Office, supplier: string, fields: Json): Promise<Transfer> {
    const supplier_id = office.suppliers.get(supplier)!.id;
    const { id } = await office.post("/lc-tt", { supplier_id, currency: "USD", ...fields });
    return new Transfer(office, id, supplier);
  }

  /** A step, with the margin that the bank took at it. */
  async step(date: string, status: string, margin?: string): Promise<void> {
    const body = { status, date, margin_paid: margin };
    await this.office.change("PATCH", `/lc-tt/${this.id}/status`, body);
    if (!margin) return;
    this.margin += units(margin);
    this.office.books.move(date, "1390", "1310", units(margin));
  }

  /** Closed: what is left of the margin comes back. */
  async end(date: string): Promise<void> {
    await this.office.change("PATCH", `/lc-tt/${this.id}/status`, { status: "closed", date });
    this.office.books.move(date, "1310", "1390", this.margin);
    this.margin = 0n;
  }

  /** What the bank paid at the day's rate, first from the margin; its charges are a cost of the shipment. */
  async settle(
    date: string,
    amount: string,
    rate: string,
    { margin = "0", charges, shipment }: {
      margin?: string;
      charges?: string;
      shipment?: Shipment;
    } = {},
  ): Promise<void> {
    const { office } = this;
    await office.post(`/lc-tt/${this.id}/settlements`, {
      amount,
      rate,
      date,
      margin_used: margin,
      charges,
      shipment_id: shipment?.id,
    });
    this.margin -= units(margin);
    office.flow(date, "paid_to_suppliers", toLocal(units(amount), rate));
    office.books.post(
      date,
      ...office.owe(date, this.supplier, -units(amount), rate),
      ["1390", -units(margin)],
      ["1310", units(margin) - toLocal(units(amount), rate)],
    );
    if (!charges || !shipment) return;
    office.flow(date, "import_costs", units(charges));
    office.books.post(
      date,
      ...shipment.bear("lc_charge", units(charges), "value"),
      ["1310", -units(charges)],
    );
  }
}
