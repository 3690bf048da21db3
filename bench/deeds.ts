import type { Json, Service } from "./service.ts";

const SHIPMENTS = "/import-logistics/shipments";
export const RECEIPTS = "/import-logistics/receipts";

/** Of the supplier's ledger: more than a page. */
const ENTRIES = 60;

export interface Business {
  supplier: Json;
  customers: Json[];
  products: Json[];
  shipments: Json[];
}

/** The same business for every version: made through its own API, all stock bought and on hand. */
export async function makeBusiness(service: Service, size: number): Promise<Business> {
  const post = (path: string, body: Json) => service.call("POST", path, body);
  const many = <T>(count: number, make: (i: number) => Promise<T>) => inLanes(count, 8, make);
  const supplier = await post("/suppliers", { name: "Shenzhen Boards" });
  const customers = await many(
    Math.ceil(size / 4),
    (i) => post("/customers", { name: `Customer ${i}`, phone: `017${String(i).padStart(8, "0")}` }),
  );
  const products = await many(size, (i) =>
    post("/products", {
      name: `Print board ${i}`,
      sku: `BRD-${i}`,
      opening_stock: 1_000_000,
      purchase_price: 10 + i,
      sale_price: 20 + i,
    }));
  const business = { supplier, customers, products, shipments: [] as Json[] };
  business.shipments = await many(Math.ceil(size / 5), (i) => newShipment(service, business, i));
  await many(size, (i) => newInvoice(service, business, i));
  await many(ENTRIES, (i) =>
    post("/import-logistics/supplier-ledger", {
      supplier_id: supplier.id,
      particulars: `Boards, invoice ${i}`,
      credit: 1000 + i,
      currency: "USD",
      exchange_rate: 122.85,
    }));
  return business;
}

/** Runs `make` for 0 … count−1, `lanes` at a time; answers in order. */
export async function inLanes<T>(count: number, lanes: number, make: (i: number) => Promise<T>) {
  const made: T[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    for (let i = next++; i < count; i = next++) made[i] = await make(i);
  }));
  return made;
}

const of = <T>(all: T[], i: number) => all[i % all.length];

function newShipment(service: Service, { supplier, products }: Business, i: number) {
  const bought = Array.from({ length: 10 }, (_, line) => of(products, i * 7 + line));
  return shipmentOf(service, supplier, bought, 10);
}

/** A shipment with a line of so many pieces for each product. */
export function shipmentOf(
  service: Service,
  supplier: Json,
  products: Json[],
  pieces: number,
): Promise<Json> {
  return service.call("POST", SHIPMENTS, {
    supplier_id: supplier.id,
    currency: "USD",
    exchange_rate: 122.85,
    items: products.map(({ id, name, sku }, line) => ({
      product_id: id,
      product_name: name,
      sku,
      ordered_qty: pieces,
      purchase_value: 1000 + line,
    })),
  });
}

function newInvoice(service: Service, { customers, products }: Business, i: number) {
  return service.call("POST", "/invoices", {
    customer_id: of(customers, i).id,
    items: Array.from({ length: 5 }, (_, line) => ({
      product_id: of(products, i * 5 + line).id,
      quantity: 1,
      unit_price: 25,
    })),
  });
}

/** Creates, approves and posts a receipt of all ten lines of a shipment of its own. */
async function receiveAndPost(service: Service, shipment: Json) {
  const receipt = await service.call("POST", RECEIPTS, {
    shipment_id: shipment.id,
    items: shipment.items.map((item: Json) => ({
      shipment_item_id: item.id,
      received_qty: 10,
      accepted_qty: 10,
    })),
  });
  await service.call("PATCH", `${RECEIPTS}/${receipt.id}/approve`);
  await service.call("POST", `${RECEIPTS}/${receipt.id}/post-stock`, {});
}

export interface Write {
  name: string;
  /** what the deed needs, made before the clock runs */
  prepare?: (service: Service, business: Business, i: number) => Promise<Json>;
  run: (service: Service, business: Business, i: number, prepared: Json) => Promise<unknown>;
}

export const writes: Write[] = [
  { name: "create a shipment of 10 lines", run: newShipment },
  {
    name: "create, approve, post a receipt of 10 lines",
    prepare: newShipment,
    run: (service, _business, _i, shipment) => receiveAndPost(service, shipment),
  },
  {
    name: "the same with landed cost",
    async prepare(service, business, i) {
      const shipment = await newShipment(service, business, i);
      for (const [cost_head, amount] of [["freight", 5000], ["customs_duty", 9000]] as const) {
        await service.call("POST", `${SHIPMENTS}/${shipment.id}/costs`, { cost_head, amount });
      }
      return shipment;
    },
    run: (service, _business, _i, shipment) => receiveAndPost(service, shipment),
  },
  { name: "invoice of 5 lines", run: newInvoice },
  {
    name: "payment of a customer",
    run: (service, { customers }, i) =>
      service.call("POST", "/invoices/receive-payment", {
        customer_id: of(customers, i).id,
        amount: 10,
        method: "cash",
      }),
  },
];

export function reads(
  { supplier, products, shipments }: Business,
): { name: string; path: string }[] {
  return [
    { name: "who am I", path: "/auth/me" },
    { name: "read one product with its stock", path: `/products/${products[3].id}` },
    { name: "read a shipment of 10 lines", path: `${SHIPMENTS}/${shipments[3].id}` },
    { name: "list of 50 products", path: "/products?limit=50" },
    { name: "supplier statement", path: `/suppliers/${supplier.id}/ledger` },
    { name: "dashboard", path: "/dashboard" },
    { name: "summary", path: "/import-logistics/summary" },
    { name: "search", path: "/search?q=board" },
  ];
}
