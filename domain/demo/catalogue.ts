/** What the demonstration trades in. Prices are made up, in the size that such goods have. */
export interface Article {
  sku: string;
  name: string;
  brand: string;
  category: "Machines" | "Print heads" | "Boards" | "Ink" | "Spare parts";
  unit: "set" | "pcs" | "liter" | "roll";
  /** abroad, whole dollars */
  price_usd: number;
  weight_kg: number;
  warranty_months: number;
  /** how its serial numbers begin; without one it has none */
  serial?: string;
  /** pieces to a line of a shipment, at most */
  lot: number;
}

type Fixed = Pick<Article, "category" | "unit" | "warranty_months">;

function articles(
  fixed: Fixed,
  rows: [
    sku: string,
    name: string,
    brand: string,
    usd: number,
    kg: number,
    lot: number,
    serial?: string,
  ][],
): Article[] {
  return rows.map(([sku, name, brand, price_usd, weight_kg, lot, serial]) => ({
    ...fixed,
    sku,
    name,
    brand,
    price_usd,
    weight_kg,
    lot,
    serial,
  }));
}

export const catalogue: Article[] = [
  ...articles({ category: "Machines", unit: "set", warranty_months: 12 }, [
    ["UV-2513-G5", "UV flatbed printer 2.5 × 1.3 m", "Ricoh", 20900, 1180, 2, "UV25"],
    ["UV-6090-XP", "UV flatbed printer 60 × 90 cm", "Epson", 4200, 260, 4, "UV69"],
    ["ECO-1800-I3200", "Eco-solvent inkjet printer 1.8 m", "Epson", 3490, 315, 6, "ECO18"],
    ["SUB-1900-4H", "Sublimation inkjet printer 1.9 m, four heads", "Epson", 7900, 540, 3, "SUB19"],
    ["DTF-600-2H", "DTF printer 60 cm with shaker", "Epson", 2900, 280, 5, "DTF60"],
    ["CNC-1325-3K", "CNC router 1.3 × 2.5 m, 3 kW", "Ruiqi", 4650, 820, 3, "CNC13"],
    ["LSR-1390-100", "CO₂ laser cutter 1.3 × 0.9 m, 100 W", "Ruiqi", 2350, 390, 4, "LSR13"],
  ]),
  ...articles({ category: "Print heads", unit: "pcs", warranty_months: 6 }, [
    ["PH-I3200-A1", "Print head I3200-A1", "Epson", 860, 1, 20, "I32A"],
    ["PH-I3200-U1", "Print head I3200-U1", "Epson", 890, 1, 20, "I32U"],
    ["PH-XP600", "Print head XP600", "Epson", 165, 1, 40, "XP6"],
    ["PH-GEN5", "Print head Gen5", "Ricoh", 1650, 1, 8, "G5R"],
  ]),
  ...articles({ category: "Boards", unit: "pcs", warranty_months: 6 }, [
    ["BRD-HOSON-2H", "Main board for two I3200 heads", "Hoson", 340, 1, 12, "HS2"],
    ["BRD-BYHX-4H", "Main board for four Gen5 heads", "BYHX", 520, 1, 8, "BY4"],
    ["BRD-SENYANG-X", "Main board for XP600 heads", "Senyang", 210, 1, 15, "SYX"],
  ]),
  ...articles({ category: "Ink", unit: "liter", warranty_months: 0 }, [
    ["INK-ECO-C", "Eco-solvent ink cyan", "Lanyu", 6, 1, 300],
    ["INK-ECO-M", "Eco-solvent ink magenta", "Lanyu", 6, 1, 300],
    ["INK-ECO-Y", "Eco-solvent ink yellow", "Lanyu", 6, 1, 300],
    ["INK-ECO-K", "Eco-solvent ink black", "Lanyu", 6, 1, 300],
    ["INK-UV-W", "UV ink white", "Lanyu", 26, 1, 120],
    ["INK-DTF-W", "DTF ink white", "Lanyu", 9, 1, 200],
  ]),
  ...articles({ category: "Spare parts", unit: "pcs", warranty_months: 0 }, [
    ["DMP-JV33", "Damper JV33", "Boda", 1, 1, 500],
    ["CAP-DX5", "Capping station DX5", "Boda", 7, 1, 100],
    ["PMP-STD", "Ink pump, double", "Boda", 9, 1, 80],
    ["LMP-UV-LED", "UV LED lamp 395 nm", "Boda", 95, 2, 20],
  ]),
];

/** What a supplier of this kind sells. */
export function soldBy(kind: "Machines" | "Parts" | "Ink"): Article[] {
  const categories = {
    Machines: ["Machines", "Print heads"],
    Parts: ["Print heads", "Boards", "Spare parts"],
    Ink: ["Ink"],
  }[kind];
  return catalogue.filter(({ category }) => categories.includes(category));
}
