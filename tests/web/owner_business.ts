import sharp from "sharp";
import { addDays } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";
import type { Caller, Json } from "../support/app.ts";
import { done, made } from "../support/receiving.ts";
import type { Site } from "./browser.ts";

/** A business with something on every screen of the owner, made through the API. */
export async function openBusiness(site: Site) {
  const [owner, store] = [await site.app.as("owner"), await site.app.as("store")];
  const today = businessDate();
  const day = (days: number) => addDays(today, days);
  const supplier = made(
    await owner.post("/suppliers", {
      name: "Guangzhou Huahui Printing Machinery",
      phone: "+8613800138000",
      currency: "USD",
    }),
  );
  const goods = await importSome(owner, supplier.id, day);
  const receipts = await receiveSome(store, goods.arrived);
  await photograph(site, store, receipts.broken.id);
  await sellSome(owner, goods.productId, day);
  await moveMoney(owner, supplier.id, day);
  return { owner, store, supplier, ...goods, receipts };
}
export type Business = Awaited<ReturnType<typeof openBusiness>>;

const SHIPMENTS = "/import-logistics/shipments";

async function importSome(owner: Caller, supplier_id: number, day: (days: number) => string) {
  const { id: productId } = made(
    await owner.post("/products", {
      name: "Print head DX7",
      opening_stock: 8,
      opening_stock_date: "2020-01-01",
      purchase_price: 900,
    }),
  );
  const ship = async (more: Json, steps: string[]) => {
    const shipment = made(
      await owner.post(SHIPMENTS, {
        supplier_id,
        currency: "USD",
        exchange_rate: 120,
        items: [
          {
            product_id: productId,
            product_name: "Print head DX7",
            ordered_qty: 20,
            purchase_value: 2400,
          },
          { product_name: "Main board V5", ordered_qty: 5, purchase_value: 900 },
        ],
        ...more,
      }),
    );
    for (const status of steps) {
      done(await owner.patch(`${SHIPMENTS}/${shipment.id}/status`, { status }));
    }
    return shipment;
  };
  const late = await ship({ eta_chittagong: day(-12), tracking_number: "MSKU1234565" }, [
    "in_transit",
  ]);
  await ship({ eta_chittagong: day(-4) }, ["chittagong_port_arrival"]);
  await ship({ eta_chittagong: day(9) }, ["booking_confirmed"]);
  const arrived = await ship({ eta_chittagong: day(-20) }, ["warehouse_received"]);
  for (
    const [cost_head, amount] of [
      ["freight", 42000],
      ["customs_duty", 61000.5],
      ["cnf_agent", 9500],
      ["local_transport", 7800],
    ] as const
  ) {
    made(
      await owner.post(`${SHIPMENTS}/${arrived.id}/costs`, {
        cost_head,
        amount,
        currency: "BDT",
        allocation_method: "value",
      }),
    );
  }
  for (const [from_day, to_day, rate] of [[1, 7, 6], [8, null, 12]]) {
    made(
      await owner.post("/import-logistics/demurrage-tariffs", {
        size: 20,
        from_day,
        ...to_day && { to_day },
        rate,
        currency: "USD",
        exchange_rate: 120,
        valid_from: day(-90),
      }),
    );
  }
  for (
    const [container_number, arrived_on] of [["MSKU1234565", -9], ["TCLU7654321", -2]] as const
  ) {
    made(
      await owner.post(`${SHIPMENTS}/${late.id}/containers`, {
        container_number,
        size: 20,
        free_days: 4,
        arrived_on: day(arrived_on),
      }),
    );
  }
  return { productId, late, arrived };
}

async function receiveSome(store: Caller, { id: shipment_id, items }: Json) {
  const receive = async (lines: Json[]) =>
    made(await store.post("/import-logistics/receipts", { shipment_id, items: lines }));
  const [heads, boards] = items;
  const whole = await receive([{ shipment_item_id: heads.id, received_qty: 10 }]);
  const broken = await receive([
    { shipment_item_id: heads.id, received_qty: 6, accepted_qty: 4 },
    { shipment_item_id: boards.id, received_qty: 2 },
  ]);
  const another = await receive([{ shipment_item_id: boards.id, received_qty: 1 }]);
  return { whole, broken, another };
}

async function photograph(site: Site, store: Caller, receiptId: number) {
  const image = { width: 400, height: 300, channels: 3 as const, background: "#a33" };
  const bytes = await sharp({ create: image }).jpeg().toBuffer();
  const form = new FormData();
  form.set("related_type", "receipt");
  form.set("related_id", String(receiptId));
  form.set("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "crate.jpg");
  const answer = await site.app.app.request("http://localhost/api/v1/uploads", {
    method: "POST",
    headers: { authorization: `Bearer ${store.token}` },
    body: form,
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}

async function sellSome(owner: Caller, product_id: number, day: (days: number) => string) {
  const customer = made(
    await owner.post("/customers", { name: "Rahman Textile Mills Ltd", phone: "01712345678" }),
  );
  const bill = async (quantity: number, days: number) =>
    made(
      await owner.post("/invoices", {
        customer_id: customer.id,
        invoice_date: day(days),
        due_date: day(days + 7),
        items: [{ product_id, quantity, unit_price: 14500 }],
      }),
    );
  await bill(1, -50);
  await bill(2, -8);
  await bill(1, 0);
  for (const [amount, days] of [[9000, -1], [16000, -3], [12500, 0]] as const) {
    made(
      await owner.post("/invoices/receive-payment", {
        customer_id: customer.id,
        amount,
        payment_date: day(days),
      }),
    );
  }
  made(
    await owner.post("/tasks", {
      title: "Ring the C&F agent",
      due_date: day(-1),
      priority: "high",
    }),
  );
  made(
    await owner.post("/import-logistics/rmas", {
      customer_id: customer.id,
      board_serial_number: "BRD-778812",
      fault_description: "No display after power-on",
    }),
  );
}

async function moveMoney(owner: Caller, supplier_id: number, day: (days: number) => string) {
  for (const entry of [{ credit: 3300 }, { debit: 800, entry_type: "payment" }]) {
    made(
      await owner.post("/import-logistics/supplier-ledger", {
        supplier_id,
        particulars: "Proforma 18",
        exchange_rate: 120,
        ...entry,
      }),
    );
  }
  made(
    await owner.post("/lc-tt", {
      supplier_id,
      type: "LC",
      amount: 25000,
      currency: "USD",
      exchange_rate: 120,
      expiry_date: day(12),
      latest_shipment_date: day(5),
    }),
  );
  const rma = made(
    await owner.post("/import-logistics/rmas", {
      supplier_id,
      board_serial_number: "BRD-100200",
      fault_description: "Ink leaks into the board",
      customer_name: "Karim Signs",
    }),
  );
  done(
    await owner.patch(`/import-logistics/rmas/${rma.id}/status`, { status: "sent_to_supplier" }),
  );
  const { data: shipments } = (await owner.get(SHIPMENTS)).body;
  made(
    await owner.post("/import-logistics/discrepancies", {
      shipment_id: shipments[0].id,
      discrepancy_type: "damage",
      quantity: 2,
      estimated_value: 240,
      currency: "USD",
      exchange_rate: 120,
    }),
  );
}
