import type { Json } from "../support/app.ts";
import { type Deed, type History, type Kind, kinds } from "./history.ts";
import { wait } from "./link.ts";
import type { World } from "./world.ts";

const PATIENCE_MS = 20_000;
const BETWEEN_MS = 20;

/** Clients that write and read until they are told to stop; what they were doing they bring to its end. */
export class Clients {
  #stopping = false;
  #number = 0;
  readonly #world: World;
  readonly #history: History;
  readonly #token: string;

  constructor(world: World, history: History, token: string) {
    this.#world = world;
    this.#history = history;
    this.#token = token;
  }

  /** @returns the end of all of them */
  async run(writers: number, readers: number): Promise<void> {
    const { make } = this;
    const business = {
      supplier: await make("/suppliers", { name: "Shenzhen Boards" }),
      customers: await Promise.all(
        [1, 2, 3, 4].map((each) =>
          make("/customers", { name: `Customer ${each}`, phone: `0171234567${each}` })
        ),
      ),
      products: await Promise.all([1, 2, 3].map((each) =>
        make("/products", {
          name: `Board ${each}`,
          sku: `BRD-${each}`,
          opening_stock: 1_000_000,
          purchase_price: 10 + each,
        })
      )),
    };
    await Promise.all([
      ...Array.from({ length: writers }, () => this.#write(business)),
      ...Array.from({ length: readers }, () => this.#read(business)),
    ]);
  }

  stop(): void {
    this.#stopping = true;
  }

  /** What the business needs before anything goes wrong. */
  make = async (path: string, body: Json): Promise<Json> => {
    const made = await this.#untilDone("POST", path, body, `before-${btoa(body.name)}`);
    if (!made) throw new Error(`POST ${path} was refused`);
    return made;
  };

  async #write({ supplier, customers, products }: Json): Promise<void> {
    while (!this.#stopping) {
      const n = ++this.#number;
      const key = `storm-${n}`;
      const customer_id = customers[n % customers.length].id;
      const line = (at: number) => ({
        product_id: products[(n + at) % products.length].id,
        quantity: 1,
        unit_price: 25,
      });
      const turn = n % 6;
      if (turn === 0) {
        const phone = `018${String(n).padStart(8, "0")}`;
        await this.#deed("customer", key, "/customers", { name: key, phone });
      } else if (turn === 1 || turn === 2) {
        const items = [line(0), line(1)];
        await this.#deed("invoice", key, "/invoices", { customer_id, items, notes: key });
      } else if (turn === 3) {
        const paid = { customer_id, amount: 10, method: "cash", note: key, allow_duplicate: true };
        await this.#deed("payment", key, "/invoices/receive-payment", paid);
      } else if (turn === 4) await this.#receive(key, supplier, products);
      else {
        const form = new FormData();
        form.set("file", new Blob([`%PDF-1.4\n% ${key}\n%%EOF`]), `${key}.pdf`);
        await this.#deed("upload", `${key}.pdf`, "/uploads", form);
      }
      await wait(BETWEEN_MS);
    }
  }

  async #receive(key: string, supplier: Json, products: Json[]): Promise<void> {
    const shipment = await this.#deed("shipment", key, "/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: "USD",
      exchange_rate: 122.85,
      notes: key,
      items: products.map(({ id, name }, at) => ({
        product_id: id,
        product_name: name,
        ordered_qty: 2,
        purchase_value: 100.01 + at,
      })),
    });
    const receipt = shipment && await this.#deed("receipt", key, "/import-logistics/receipts", {
      shipment_id: shipment.id,
      note: key,
      items: shipment.items.map(({ id }: Json) => ({ shipment_item_id: id, received_qty: 2 })),
    });
    if (!receipt) return;
    const path = `/import-logistics/receipts/${receipt.id}`;
    const approved = await this.#untilDone("PATCH", `${path}/approve`, {}, `${key}-approve`);
    if (approved) await this.#untilDone("POST", `${path}/post-stock`, {}, `${key}-post`);
  }

  async #deed(kind: Kind, key: string, path: string, body: unknown): Promise<Json> {
    const deed = this.#history.opened(kind, key);
    const made = await this.#untilDone("POST", path, body, `${kind}-${key}`);
    if (made) this.#history.acknowledged(deed, made);
    return made;
  }

  /** Asks again with the same key until somebody says it is done; undefined where it was refused. */
  async #untilDone(method: string, path: string, body: unknown, key: string): Promise<Json> {
    for (;;) {
      const answer = await this.#ask(method, path, body, { "idempotency-key": key });
      if (answer.status === 200 || answer.status === 201) return answer.body.data;
      if (answer.status >= 400 && !mayPass(answer)) return undefined;
      await wait(100 + Math.random() * 200);
    }
  }

  async #read({ customers, products, supplier }: Json): Promise<void> {
    const history = this.#history;
    const one = (all: Json[]) => all[Math.floor(Math.random() * all.length)];
    const checks: [path: () => string, wrong: (body: Json) => unknown][] = [
      [
        () => `/customers/${one(customers).id}`,
        ({ data: { summary, ledger } }) =>
          ledger.length > 0 && summary.balance !== ledger[0].running_balance &&
          `${summary.balance} owed, ${ledger[0].running_balance} by the ledger`,
      ],
      [
        () => `/products/${one(products).id}`,
        ({ data: { stock_qty, stock_movements: [last] } }) =>
          stock_qty !== last.balance_after &&
          `${stock_qty} in stock, ${last.balance_after} after the last movement`,
      ],
      [
        () => `/import-logistics/supplier-ledger?supplier_id=${supplier.id}&limit=1`,
        ({ data: [last], meta: { balances: [sum] } }) =>
          last && sum.balance !== last.running_balance &&
          `${sum.balance} owed, ${last.running_balance} by the last entry`,
      ],
      [
        () => "/reports/trial-balance",
        ({ meta: { totals } }) =>
          totals.debit !== totals.credit && `debit ${totals.debit}, credit ${totals.credit}`,
      ],
    ];
    while (!this.#stopping) {
      const known = one(history.deeds.filter(({ state }) => state === "acknowledged").slice(-500));
      if (known) await this.#readBack(known);
      const [path, wrong] = one(checks);
      const asked = path();
      const { status, body } = await this.#ask("GET", asked);
      const fault = status === 200 && wrong(body);
      if (fault) history.found(`GET ${asked} is of two moments: ${fault}`);
      history.reads++;
      await wait(BETWEEN_MS);
    }
  }

  /** What was acknowledged is there for whoever reads it, on either server. */
  async #readBack({ kind, id, reference_no }: Deed): Promise<void> {
    if (kind === "upload") return; // its content, not a record
    const { status, body } = await this.#ask("GET", `${kinds[kind].path}/${id}`);
    this.#history.reads++;
    if (status === 404) this.#history.found(`acknowledged ${kind} ${reference_no} is not there`);
    else if (status === 200 && body.data.reference_no !== reference_no) {
      this.#history.found(`${reference_no} is ${body.data.reference_no} now`);
    }
  }

  /** One request to either server; status 0 where there was no answer. */
  async #ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Json; headers: Headers }> {
    const { servers } = this.#world;
    const { base } = servers[Math.floor(Math.random() * servers.length)];
    const plain = path.replace(/\d+/g, "…").replace(/\?.*/, "");
    try {
      const answer = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...headers,
          ...body !== undefined && !(body instanceof FormData) &&
            { "content-type": "application/json" },
        },
        body: body instanceof FormData
          ? body
          : body === undefined
          ? undefined
          : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const { status } = answer;
      const read = await answer.json();
      this.#history.answered(`${method} ${status}`);
      this.#judge(`${method} ${plain}`, { status, body: read, headers: answer.headers });
      return { status, body: read, headers: answer.headers };
    } catch (error) {
      const late = (error as Error).name === "TimeoutError";
      this.#history.answered(`${method} ${late ? "late" : "no answer"}`);
      if (late || !this.#history.trouble) {
        const what = late ? `no answer in ${PATIENCE_MS / 1000} s` : String(error);
        this.#history.found(`${method} ${plain}: ${what}`);
      }
      return { status: 0, body: undefined, headers: new Headers() };
    }
  }

  /** Only success is answered while all is well, and only 503 with when to come back in trouble. */
  #judge(what: string, answer: { status: number; body: Json; headers: Headers }): void {
    const { status, body, headers } = answer;
    if (status < 300) return;
    const { trouble } = this.#history;
    if (status === 503 && trouble && headers.has("retry-after")) return;
    if (status === 409 && mayPass(answer)) return; // its first request is still under way
    if (status === 401 && trouble?.includes("clock")) return; // its token is not of that time
    this.#history.found(`${what}: ${status} ${body?.code ?? ""} ${body?.detail ?? ""}`);
  }
}

/** Whether the same may be done later. */
function mayPass({ status, headers }: { status: number; headers: Headers }): boolean {
  return status === 503 || status === 401 || status === 429 ||
    status === 409 && headers.has("retry-after");
}
