import { parse } from "../records/input.ts";
import { createInvoice } from "../sales/create_invoice.ts";
import { invoice as invoiceRecord } from "../sales/invoice.ts";
import { collect } from "./collect.ts";
import type { Article } from "./catalogue.ts";
import { certify, type SoldLine, takeAllBack, takeOneBack } from "./take_back.ts";
import type { StockedArticle, World } from "./world.ts";

/** What customers ask for, and how often of ten. */
const wishes: Article["category"][] = [
  "Machines",
  "Machines",
  "Print heads",
  "Print heads",
  "Boards",
  "Ink",
  "Ink",
  "Ink",
  "Spare parts",
  "Spare parts",
];

/** One invoice of the day: one to three goods from the shelf, with their serial numbers. */
export async function sell(world: World): Promise<void> {
  const { chance, diary, tx } = world;
  const customer = chance.pick(world.customers);
  const lines = takeLines(world);
  const machines = lines.filter(({ article }) => article.category === "Machines");
  const due_date = diary.date(diary.day + chance.pick([0, 7, 15, 30, 45]));
  const role = customer.limited ? "manager" : "sales";
  const invoice = await createInvoice(
    tx,
    world.as(role),
    parse(invoiceRecord.entry, {
      customer_id: `${customer.id}`,
      due_date,
      vat_percent: chance.pick(["0", "0", "5", "7.5"]),
      override_credit_limit: String(role === "manager"),
      items: [
        ...lines.map(({ article, pieces, serials }) => ({
          product_id: `${article.id}`,
          quantity: `${pieces}`,
          unit_price: `${article.selling_price}`,
          ...serials.length > 0 && { serial_numbers: serials },
          ...chance.percent(20) && { discount_percent: chance.pick(["2", "2.5", "5"]) },
        })),
        ...machines.length > 0 || lines.length === 0
          ? [{ description: "Installation and training", quantity: "1", unit_price: "15000" }]
          : [],
      ],
    }),
  );
  const pieces = lines.flatMap(({ article, serials }) =>
    serials.map((serial) => ({ serial, article, customer, day: diary.day }))
  );
  if (chance.percent(2)) {
    diary.note(diary.day + 1, () => takeAllBack(world, invoice.id, lines));
    return;
  }
  world.sold.push(...pieces.filter(() => chance.percent(70)));
  const later = diary.day + chance.from(2, 12);
  const loose = lines.findIndex(({ serials }) => serials.length === 0);
  if (loose >= 0 && world.sometimes("return", 6)) {
    diary.note(later, () => takeOneBack(world, invoice, loose, lines[loose].article));
  }
  if (customer.limited && world.sometimes("certificate", 12)) {
    diary.note(later, () => certify(world, customer, invoice));
  }
  collect(world, customer, invoice, daysFrom(diary.date(), due_date));
}

function daysFrom(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days;
}

function takeLines(world: World): SoldLine[] {
  const { chance } = world;
  const wanted = chance.some(wishes, chance.from(1, 3));
  const chosen = new Set<StockedArticle>();
  for (const category of new Set(wanted)) {
    const there = [...world.articles.values()].filter((article) =>
      article.category === category && world.inStock(article) > 0
    );
    if (there.length > 0) chosen.add(chance.pick(there));
  }
  return [...chosen].map((article) => {
    const most = article.category === "Ink" ? 12 : article.category === "Spare parts" ? 6 : 2;
    const asked = article.category === "Machines" ? 1 : chance.from(1, most);
    const pieces = Math.min(asked, world.inStock(article));
    return { article, pieces, serials: world.takeFromStock(article, pieces) };
  });
}
