import { createShipments } from "../imports/create_shipments.ts";
import { findShipment } from "../imports/find_shipment.ts";
import { newShipment } from "../imports/shipment.ts";
import { parse } from "../records/input.ts";
import { soldBy } from "./catalogue.ts";
import { rateOf } from "./rates.ts";
import type { DemoSupplier, StockedArticle, World } from "./world.ts";

/** Yuan for a dollar's worth of goods, made up. */
const CNY_PER_USD = 7;

export interface OrderedLine {
  item_id: number;
  article: StockedArticle;
  pieces: number;
  serials: string[];
}

/** A shipment on its way, as the import desk knows it. */
export interface Consignment {
  id: number;
  supplier: DemoSupplier;
  by_sea: boolean;
  rate: string;
  /** of all lines, in the supplier's currency */
  value: number;
  lines: OrderedLine[];
  lc_tt?: { id: number; type: "LC" | "TT" };
  container_id?: number;
  arrived_on?: number;
  /** claims that nobody has resolved yet */
  claims: number[];
}

/** Orders goods of one supplier, two to four lines, as a draft. */
export async function orderGoods(
  world: World,
  { bySea, eta }: { bySea: boolean; eta: number },
): Promise<Consignment> {
  const { chance, tx, diary } = world;
  const supplier = chance.pick(world.suppliers);
  const rate = rateOf(world, supplier.currency);
  const chosen = chance.some(soldBy(supplier.kind), chance.from(2, 4)).map(({ sku }) => {
    const article = world.articles.get(sku)!;
    const pieces = chance.from(Math.ceil(article.lot / 2), article.lot);
    return { article, pieces, serials: world.newSerials(article, pieces) };
  });
  const perUsd = supplier.currency === "CNY" ? CNY_PER_USD : 1;
  const valueOf = (line: typeof chosen[number]) => line.article.price_usd * line.pieces * perUsd;
  const voyage = chance.from(100000, 999999);
  const input = parse(newShipment, {
    supplier_id: `${supplier.id}`,
    shipment_type: supplier.kind === "Machines"
      ? "machine"
      : supplier.kind === "Ink"
      ? "consumables"
      : "spare_parts",
    shipment_mode: bySea ? "sea" : chance.pick(["air", "courier"]),
    tracking_number: `${bySea ? "BL" : "AWB"}${voyage}`,
    carrier: bySea ? chance.pick(["Eastern Star Line", "Bay Feeder"]) : "Lotus Air Cargo",
    port_of_loading: bySea ? chance.pick(["Shenzhen", "Nansha", "Qingdao"]) : "Guangzhou",
    vessel_or_flight: bySea ? `Golden River ${voyage % 90}E` : `LT ${voyage % 900 + 100}`,
    eta_chittagong: diary.date(eta),
    warehouse_name: "Tongi warehouse",
    exchange_rate: rate,
    items: chosen.map((line) => ({
      product_name: line.article.name,
      sku: line.article.sku,
      ordered_qty: `${line.pieces}`,
      purchase_value: `${valueOf(line)}`,
      weight_kg: `${line.article.weight_kg * line.pieces}`,
      serial_numbers: line.serials,
    })),
  });
  const [id] = await createShipments(tx, world.as("accounts"), [input]);
  const { items } = await findShipment(tx, world.as("accounts"), id);
  return {
    id,
    supplier,
    by_sea: bySea,
    rate,
    value: chosen.reduce((total, line) => total + valueOf(line), 0),
    lines: chosen.map((line, at) => ({ ...line, item_id: items[at].id })),
    claims: [],
  };
}
