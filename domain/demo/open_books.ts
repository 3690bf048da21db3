import { business } from "../business/business.ts";
import { createCustomers } from "../customers/create_customer.ts";
import { customer } from "../customers/customer.ts";
import { customsTariff } from "../customs/customs_tariff.ts";
import { enterCustomsTariffs } from "../customs/enter_tariff.ts";
import { levies } from "../customs/levy_words.ts";
import { createTariff } from "../demurrage/create_tariff.ts";
import { tariff } from "../demurrage/tariff.ts";
import { parse } from "../records/input.ts";
import { createProducts } from "../products/create_product.ts";
import { product } from "../products/product.ts";
import { settings, updateSettings } from "../settings/settings.ts";
import { createUser } from "../staff/create_user.ts";
import { user } from "../staff/user.ts";
import { moveStock, newMovement } from "../stock/move_stock.ts";
import { createSupplier } from "../suppliers/create_supplier.ts";
import { supplier } from "../suppliers/supplier.ts";
import { catalogue } from "./catalogue.ts";
import { codes } from "./customs_codes.ts";
import { firms, people, Phones, suppliers } from "./names.ts";
import { rateOf } from "./rates.ts";
import type { World } from "./world.ts";

/** Taka for a dollar's worth of goods: what they cost landed, and what they are sold for. */
const COST_PER_USD = 140;
const PRICE_PER_USD = 195;

/** The staff: one of every role, all with the same password. */
export async function hireStaff(world: World, password: string): Promise<void> {
  const { tx, staff, owner, diary } = world;
  for (const [at, [role, name, department]] of people.entries()) {
    const email = `${role.replace("_", "-")}@demo.example`;
    const input = parse(user.entry, {
      name,
      role,
      email,
      department,
      password,
      employee_code: `D-${at + 1}`,
    });
    const hired = await createUser(
      tx,
      { ...owner, now: diary.moment(), today: diary.date() },
      input,
    );
    staff.set(role, { id: hired.id, name });
  }
}

/** Suppliers, customers and products as they stood when the books were taken over. */
export async function openBooks(world: World, customers: number): Promise<void> {
  await enterSuppliers(world);
  await enterAgent(world);
  await enterCustomers(world, customers);
  await enterProducts(world);
  await enterTariff(world);
  await enterCustomsTariff(world);
}

async function enterCustomsTariff(world: World): Promise<void> {
  for (const { hs_code, rates } of Object.values(codes)) {
    const percent = levies.map((levy, at) => [`${levy}_percent`, `${rates[at]}`]);
    const row = {
      hs_code,
      valid_from: "2020-07-01",
      source: "Made up",
      ...Object.fromEntries(percent),
    };
    await enterCustomsTariffs(world.tx, world.as("accounts"), [parse(customsTariff.entry, row)]);
  }
}

async function enterSuppliers(world: World): Promise<void> {
  for (const [at, [name, city, currency, kind, contact_person]] of suppliers.entries()) {
    const made = await createSupplier(
      world.tx,
      world.as("accounts"),
      parse(supplier.entry, {
        name,
        currency,
        contact_person,
        country: "China",
        address: `Industrial Park ${at + 1}, ${city}`,
        phone: `+86 755 8${at}12 40${at}7`,
        email: `sales${at + 1}@supplier.example`,
        supplier_type: kind,
        payment_terms: currency === "USD" ? "LC at sight" : "TT 30 days",
        credit_days: "30",
        ...at % 3 === 0 &&
          { opening_balance: `${4000 + at * 750}`, opening_exchange_rate: rateOf(world, currency) },
      }),
    );
    world.suppliers.push({ id: made.id, name, currency, kind });
  }
}

/** Whoever is owed for clearing and carrying goods, and sends bills of his own. */
async function enterAgent(world: World): Promise<void> {
  const input = parse(supplier.entry, {
    name: "Patenga Clearing & Forwarding",
    supplier_type: "service",
    country: "Bangladesh",
    currency: business.localCurrency,
    phone: "031 2520 114",
    payment_terms: "15 days",
  });
  world.agent = (await createSupplier(world.tx, world.as("accounts"), input)).id;
}

async function enterCustomers(world: World, count: number): Promise<void> {
  const { chance, diary } = world;
  const phones = new Phones(chance);
  const entered = firms(chance, count).map((firm, at) => ({
    ...firm,
    phone: phones.next(),
    customer_type: chance.pick(["dealer", "corporate", "retail", "retail", "individual"]),
    credit_limit: at % 4 === 0 ? "2500000" : "0",
    ...at % 5 === 1 && {
      opening_balance: `${chance.from(8, 160) * 1000}`,
      opening_balance_date: diary.date(),
    },
  }));
  const inputs = entered.map((firm) => parse(customer.entry, firm));
  const made = await createCustomers(world.tx, world.as("accounts"), inputs);
  for (const [at, { id, name }] of made.entries()) {
    const { phone, credit_limit } = entered[at];
    world.customers.push({ id, name, phone, limited: credit_limit !== "0" });
  }
}

async function enterProducts(world: World): Promise<void> {
  const opened = catalogue.map((article) => ({
    article,
    selling_price: article.price_usd * PRICE_PER_USD,
    lying: article.serial ? article.category === "Machines" ? 3 : 10 : article.lot * 2,
  }));
  const made = await createProducts(
    world.tx,
    world.as("manager"),
    opened.map(({ article, selling_price, lying }) =>
      parse(product.entry, {
        ...only(article, ["sku", "name", "brand", "category", "unit"]),
        purchase_price: `${article.price_usd * COST_PER_USD}`,
        selling_price: `${selling_price}`,
        min_stock: `${Math.ceil(article.lot / 4)}`,
        warranty_months: `${article.warranty_months}`,
        weight_kg: `${article.weight_kg}`,
        country_of_origin: "China",
        is_serialized: String(article.serial !== undefined),
        ...article.serial === undefined && { opening_stock: `${lying}` },
      })
    ),
  );
  for (const [at, { id }] of made.entries()) {
    const { article, selling_price, lying } = opened[at];
    world.articles.set(article.sku, { ...article, id, selling_price });
    const serial_numbers = world.newSerials(article, lying);
    world.putInStock(article, lying, serial_numbers);
    if (serial_numbers.length === 0) continue;
    const movement = { product_id: `${id}`, type: "in", quantity: `${lying}`, serial_numbers };
    const input = parse(newMovement, { ...movement, reason: "Opening stock" });
    await moveStock(world.tx, world.as("store"), input);
  }
}

/** Rent steps made up for the demonstration: the owner enters what his port and lines ask for. */
async function enterTariff(world: World): Promise<void> {
  const steps = [["1", "7", 6], ["8", "20", 12], ["21", undefined, 24]] as const;
  for (const kind of ["demurrage", "detention"]) {
    for (const size of ["20", "40"]) {
      for (const [from_day, to_day, usd] of steps) {
        const rate = `${size === "40" ? usd * 2 : usd}`;
        const money = { rate, currency: "USD", exchange_rate: rateOf(world, "USD") };
        const input = parse(tariff.entry, {
          kind,
          size,
          from_day,
          to_day,
          ...money,
          note: "made up",
        });
        await createTariff(world.tx, world.as("accounts"), input);
      }
    }
  }
  const days = { demurrage_free_days: "4", detention_free_days: "14", rma_approval_limit: "50000" };
  await updateSettings(world.tx, world.as("manager"), parse(settings.changes, days));
}

function only<T, K extends keyof T>(of: T, names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
}
