import { dhakaDay } from "./days.ts";
import type { Caller, Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import type { Site } from "./browser.ts";

/** A shipment that stands at the door, with two products of which some are in stock. */
export interface Warehouse {
  manager: Caller;
  shipment: Json;
  printer: Json;
  ribbon: Json;
}

async function made(answer: Promise<Json>): Promise<Json> {
  const { status, body } = await answer;
  assertEquals(status, 201, JSON.stringify(body));
  return body.data;
}

export async function openWarehouse(site: Site, status = "local_transport"): Promise<Warehouse> {
  const manager = await site.app.as("manager");
  const supplier = await made(manager.post("/suppliers", {
    name: "Guangzhou Inkjet Co.",
    phone: "+8613800138000",
    currency: "USD",
  }));
  const product = (name: string, sku: string, opening_stock: number) =>
    made(manager.post("/products", {
      name,
      sku,
      unit: "pcs",
      purchase_price: 900,
      opening_stock,
      opening_stock_date: "2020-01-01",
      min_stock: 10,
      selling_price: 1500,
      warranty_months: 12,
    }));
  const printer = await product("Inkjet printer X1", "PRN-X1", 4);
  const ribbon = await product("Ribbon 110 mm", "RIB-110", 30);
  const shipment = await made(manager.post("/import-logistics/shipments", {
    supplier_id: supplier.id,
    tracking_number: "TRK-778899",
    container_number: "MSKU9070323",
    vessel_or_flight: "Maersk Chattogram",
    eta_chittagong: dhakaDay(-6),
    warehouse_name: "Tongi",
    currency: "USD",
    exchange_rate: 120,
    items: [
      {
        product_name: "Inkjet printer X1",
        sku: "PRN-X1",
        product_id: printer.id,
        ordered_qty: 10,
        purchase_value: 8000,
        unit: "pcs",
        serial_numbers: ["SN-1001", "SN-1002"],
      },
      {
        product_name: "Ribbon 110 mm",
        sku: "RIB-110",
        product_id: ribbon.id,
        ordered_qty: 24,
        purchase_value: 240,
        unit: "pcs",
      },
    ],
  }));
  const path = `/import-logistics/shipments/${shipment.id}`;
  await made(manager.post(`${path}/costs`, { cost_head: "freight", amount: 45000 }));
  await made(manager.post(`${path}/containers`, {
    size: 20,
    free_days: 4,
    arrived_on: dhakaDay(-5),
  }));
  await made(manager.post("/import-logistics/demurrage-tariffs", {
    kind: "demurrage",
    size: 20,
    from_day: 1,
    rate: 12,
    currency: "USD",
    exchange_rate: 120,
    valid_from: dhakaDay(-300),
  }));
  const moved = await manager.patch(`${path}/status`, { status });
  assertEquals(moved.status, 200, JSON.stringify(moved.body));
  return { manager, shipment, printer, ribbon };
}
