import type { Database } from "../../../domain/db/connect.ts";
import { type Answer, type Caller, type Json, testApp } from "../../support/app.ts";
import { assertEquals } from "../../support/assert.ts";
import { Books, Owed, type Posting, Shelf } from "./expected_books.ts";
import { sum, toLocal, units } from "./sums.ts";

interface Supplier {
  id: number;
  owed: Owed;
}

interface Change {
  date: string;
  amount: bigint;
}

interface Customer {
  id: number;
  opening?: Change;
  /** what he owes more, or less */
  owes: Change[];
}

type Flow = Record<"cash_in" | "paid_to_suppliers" | "import_costs", bigint>;

/** An invoice as far as its due goes, which falls with payments and returns. */
export class Due {
  readonly changes: Change[] = [];

  constructor(readonly customer: string, readonly date: string, readonly id: number) {}

  get due(): bigint {
    return this.on("9");
  }

  on(day: string): bigint {
    return sum(this.changes.filter(({ date }) => date <= day).map(({ amount }) => amount));
  }

  change(date: string, amount: bigint): void {
    this.changes.push({ date, amount });
  }
}

/**
 * The business of the story: its owner at the API and, beside what the service keeps, what the books have to
 * be after every deed. Whoever does a deed here works its figures out from what he sends.
 */
export class Office {
  readonly books = new Books();
  readonly shelves = new Map<string, Shelf>();
  readonly products = new Map<string, number>();
  readonly suppliers = new Map<string, Supplier>();
  readonly customers = new Map<string, Customer>();
  /** what was sold of each product and what that cost, returns and late costs with it */
  readonly earned = new Map<string, { revenue: bigint; cost: bigint }>();
  readonly invoices: Due[] = [];
  /** what came from customers, went to suppliers, was paid for imports; by day */
  readonly flows = new Map<string, Flow>();
  /** what VAT was charged on, or given back of */
  readonly taxed: { date: string; net: bigint }[] = [];
  /** ids of the accounts by number */
  readonly accounts = new Map<string, number>();

  private constructor(readonly owner: Caller) {}

  static async open(database: Database): Promise<Office> {
    const office = new Office(await testApp(database).as("owner"));
    for (const { number, id } of await office.read("/accounts?limit=200")) {
      office.accounts.set(number, id);
    }
    return office;
  }

  async read(path: string): Promise<Json> {
    return (await this.answer(200, this.owner.get(path), path)).data;
  }

  async post(path: string, body: Json): Promise<Json> {
    return (await this.answer(201, this.owner.post(path, body), `${path} ${JSON.stringify(body)}`))
      .data;
  }

  async change(method: "PATCH" | "PUT" | "POST", path: string, body: Json = {}): Promise<Json> {
    return (await this.answer(200, this.owner.call(method, path, body), path)).data;
  }

  async answer(status: number, asked: Promise<Answer>, what: string): Promise<Json> {
    const answer = await asked;
    assertEquals(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** The id of a money account. */
  account(number: string): number {
    return this.accounts.get(number)!;
  }

  async openAccount(name: string, number: string, opening: string, date: string): Promise<void> {
    const body = { name, number, money_type: "bank", opening_balance: opening };
    const { id } = await this.post("/accounts", { ...body, opening_balance_date: date });
    this.accounts.set(number, id);
    this.books.move(date, number, "3100", units(opening));
  }

  /** What lay on an account that was there from the start. */
  async openBalance(number: string, opening: string, date: string): Promise<void> {
    const body = { opening_balance: opening, opening_balance_date: date };
    await this.change("PUT", `/accounts/${this.account(number)}`, body);
    this.books.move(date, number, "3100", units(opening));
  }

  async addProduct(
    sku: string,
    opening?: { pieces: number; cost: string; date: string },
  ): Promise<void> {
    const shelf = new Shelf();
    const { id } = await this.post("/products", {
      name: `Product ${sku}`,
      sku,
      ...opening && {
        opening_stock: opening.pieces,
        purchase_price: opening.cost,
        opening_stock_date: opening.date,
      },
    });
    this.products.set(sku, id);
    this.shelves.set(sku, shelf);
    if (!opening) return;
    shelf.put(BigInt(opening.pieces), BigInt(opening.pieces) * units(opening.cost));
    this.books.move(opening.date, "1100", "3100", shelf.value);
  }

  async addSupplier(
    name: string,
    currency: string,
    opening?: { amount: string; rate: string; date: string },
  ): Promise<void> {
    const { id } = await this.post("/suppliers", {
      name,
      currency,
      ...currency === "BDT" && { supplier_type: "service" },
      ...opening && {
        opening_balance: opening.amount,
        opening_exchange_rate: opening.rate,
        opening_balance_date: opening.date,
      },
    });
    this.suppliers.set(name, { id, owed: new Owed(currency) });
    if (opening) {
      const postings = this.owe(opening.date, name, units(opening.amount), opening.rate);
      this.books.post(opening.date, ...postings, [
        "3100",
        toLocal(units(opening.amount), opening.rate),
      ]);
    }
  }

  /** A supplier is owed more, or less: the lines on 2100, and on 5500 what the rates make of it. */
  owe(date: string, name: string, cents: bigint, rate = "1"): Posting[] {
    const { local, difference } = this.suppliers.get(name)!.owed.move(date, cents, rate);
    return [["2100", -local - difference], ["5500", difference]];
  }

  async addCustomer(name: string, opening?: { amount: string; date: string }): Promise<void> {
    const { id } = await this.post("/customers", {
      name,
      ...opening && { opening_balance: opening.amount, opening_balance_date: opening.date },
    });
    const customer: Customer = { id, owes: [] };
    this.customers.set(name, customer);
    if (opening) {
      const amount = units(opening.amount);
      customer.opening = { date: opening.date, amount };
      this.books.post(opening.date, ...this.debit(opening.date, name, amount), ["3100", -amount]);
    }
  }

  /** A customer owes more, or less: the line on 1200. */
  debit(date: string, name: string, amount: bigint): Posting[] {
    this.customers.get(name)!.owes.push({ date, amount });
    return [["1200", amount]];
  }

  /** Revenue and cost of a product, or of a service, for the margins. */
  earn(sku: string, revenue: bigint, cost: bigint): void {
    const key = this.products.has(sku) ? sku : "";
    const before = this.earned.get(key) ?? { revenue: 0n, cost: 0n };
    this.earned.set(key, { revenue: before.revenue + revenue, cost: before.cost + cost });
  }

  flow(date: string, what: keyof Flow, amount: bigint): void {
    const day = this.flows.get(date) ?? { cash_in: 0n, paid_to_suppliers: 0n, import_costs: 0n };
    this.flows.set(date, { ...day, [what]: day[what] + amount });
  }

  async spend(
    date: string,
    category: string,
    from: string,
    amount: string,
    more: Json = {},
  ): Promise<Json> {
    const asked = { category, account_id: this.account(from), amount, date, ...more };
    const made = await this.post("/expenses", asked);
    this.books.move(date, category, from, units(amount));
    return made;
  }

  async transfer(date: string, from: string, to: string, amount: string): Promise<void> {
    await this.post("/accounts/transfers", { from, to, amount, date });
    this.books.move(date, to, from, units(amount));
  }

  /** Pays a supplier or payee by hand from a money account. */
  async paySupplier(
    date: string,
    name: string,
    amount: string,
    { rate = "1", from = "1310" }: { rate?: string; from?: string } = {},
  ): Promise<void> {
    const { id, owed: { currency } } = this.suppliers.get(name)!;
    await this.post("/import-logistics/supplier-ledger", {
      supplier_id: id,
      entry_type: "payment",
      particulars: "Paid",
      debit: amount,
      currency,
      ...currency !== "BDT" && { exchange_rate: rate },
      account_id: this.account(from),
      entry_date: date,
    });
    const local = toLocal(units(amount), rate);
    this.flow(date, "paid_to_suppliers", local);
    this.books.post(date, ...this.owe(date, name, -units(amount), rate), [from, -local]);
  }

  /** Closes the books through a day, or opens them again with a note. */
  async close(day: string, note?: string): Promise<void> {
    const closed = await this.change("PUT", "/settings", { closed_through: day, note });
    assertEquals(closed.closed_through, day);
  }
}
