import sql, { join, raw } from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { conflict } from "../errors.ts";
import { shipmentStatuses } from "../imports/shipment_words.ts";
import { ticketStatuses } from "../service/ticket_words.ts";
import { taskStatuses } from "../tasks/task_words.ts";
import { rmaStatuses } from "../warranty/rma_words.ts";
import { takeChequeAhead } from "./collect.ts";
import { Chance } from "./chance.ts";
import { Diary } from "./diary.ts";
import { openMoney } from "./keep_books.ts";
import { followTask } from "./keep_office.ts";
import { openPlaces } from "./move_goods.ts";
import { hireStaff, openBooks } from "./open_books.ts";
import { followTicket, ticketDays } from "./repair.ts";
import { followRma, rmaDays } from "./return_goods.ts";
import { sell } from "./sell.ts";
import { sendBack } from "./send_back.ts";
import { followShipment, planVoyage } from "./ship_goods.ts";
import { World } from "./world.ts";

/** Beside these there is one shipment, ticket, case and task in every status. */
const sizes = {
  small: { days: 150, customers: 24, invoices: 70, shipments: 14, tickets: 8, rmas: 5, tasks: 8 },
  large: {
    days: 540,
    customers: 220,
    invoices: 2000,
    shipments: 290,
    tickets: 180,
    rmas: 90,
    tasks: 150,
  },
} as const;
export type DemoSize = keyof typeof sizes;
export const demoSizes = Object.keys(sizes) as DemoSize[];

/** What a business writes first; the demonstration begins where none of them has a row. */
const businessTables = [
  "customers",
  "invoices",
  "lc_tt",
  "payments",
  "products",
  "rmas",
  "service_tickets",
  "shipments",
  "stock_movements",
  "supplier_ledger",
  "suppliers",
  "tasks",
];

export interface DemoOptions {
  size: DemoSize;
  /** another number, another business */
  seed: number;
  /** of everybody on the staff */
  password: string;
  dryRun: boolean;
  /** the day that is done, and how many there are */
  onDay?: (day: number, days: number) => void;
  signal?: AbortSignal;
}

export interface DemoOutcome {
  size: DemoSize;
  seed: number;
  dry_run: boolean;
  from: string;
  to: string;
  /** rows by table */
  records: Record<string, number>;
  staff: { name: string; role: string; email: string }[];
}

/**
 * Fills an empty database with an invented business, lived through day by day by the same verbs that
 * the staff use, so that its books are whole. Same seed, same day: same business. One transaction, all
 * or nothing. Source: docs/terminal.md, "Demonstration data".
 *
 * @throws Refusal `forbidden`, `database_not_empty`, `invalid_fields` on a poor password
 */
export async function seedDemo(
  database: Database,
  actor: Actor,
  { size, seed, password, dryRun, onDay, signal }: DemoOptions,
): Promise<DemoOutcome> {
  allow(actor, "users.write_admins");
  const { days, customers, ...wanted } = sizes[size];
  return await inTransaction(database, async (tx) => {
    await refuseUnlessEmpty(tx);
    await tx.query(sql`select set_config('jit', 'off', true)`); // thousands of short statements
    const diary = new Diary(-days, actor.today, Date.parse(actor.now));
    const world = new World(tx, new Chance(seed), diary, actor);
    diary.note(-days, async () => {
      await hireStaff(world, password);
      await openBooks(world, customers);
      await openMoney(world);
      await openPlaces(world);
      await tx.query(sql`analyze`);
    });
    planWork(world, days, wanted);
    await diary.live(async (day) => {
      signal?.throwIfAborted();
      onDay?.(days + day, days);
      if (day % 30 === 0) await tx.query(sql`analyze`); // plans made for empty tables get slow
    });
    return await conclude(tx, actor, world, { size, seed, dry_run: dryRun });
  }, { unhurried: true, dryRun });
}

async function refuseUnlessEmpty(tx: Tx): Promise<void> {
  const filled = await tx.query<{ table: string }[]>(join(
    businessTables.map((table) =>
      sql`select ${table} as "table" where exists (select from ${raw(table)})`
    ),
    " union all ",
  ));
  if (filled.length === 0) return;
  const tables = filled.map(({ table }) => table);
  throw conflict(
    "database_not_empty",
    `this database holds business records already (${tables.join(", ")}). The demonstration goes ` +
      `into an empty one, such as DATA_DIR=demo.`,
    { tables },
  );
}

type Wanted = Record<"invoices" | "shipments" | "tickets" | "rmas" | "tasks", number>;

/** One of every status that is there today, and the rest spread over the time before. */
function planWork(world: World, days: number, wanted: Wanted): void {
  const { chance, diary } = world;
  for (const status of shipmentStatuses) {
    const voyage = planVoyage(world, status === "cancelled");
    followShipment(world, -voyage.days[status], voyage);
  }
  for (const status of ticketStatuses) {
    followTicket(world, -ticketDays[status], status === "cancelled" ? status : "closed");
  }
  for (const status of rmaStatuses) {
    followRma(world, -rmaDays[status], status === "cancelled" ? status : "closed");
  }
  for (const day of [-2, -1]) diary.note(day, () => takeChequeAhead(world));
  for (const day of [-40, -1]) diary.note(day, () => sendBack(world));
  for (const status of taskStatuses) followTask(world, -2, status);
  const spread = (count: number, follow: (day: number) => void, until = -1) => {
    for (let i = 0; i < count; i++) follow(chance.from(1 - days, until));
  };
  const end = () => chance.percent(94) ? "closed" as const : "cancelled" as const;
  const order = (day: number) => followShipment(world, day, planVoyage(world, chance.percent(4)));
  spread(wanted.shipments, order, -40); // most of them have arrived by now
  spread(wanted.tickets, (day) => followTicket(world, day, end()));
  spread(wanted.rmas, (day) => followRma(world, day, end()));
  spread(
    wanted.tasks,
    (day) => followTask(world, day, chance.pick(["completed", "completed", "waiting"])),
  );
  for (let i = 0; i < wanted.invoices; i++) {
    diary.note(1 - days + Math.floor(i * (days - 1) / (wanted.invoices - 1)), () => sell(world));
  }
}

async function conclude(
  tx: Tx,
  actor: Actor,
  { staff, diary }: World,
  run: Pick<DemoOutcome, "size" | "seed" | "dry_run">,
): Promise<DemoOutcome> {
  const counted = [...businessTables, "receipts", "discrepancies", "shipment_containers"].sort();
  const [records] = await tx.query<[Record<string, number>]>(
    sql`select ${
      join(counted.map((table) => sql`(select count(*) from ${raw(table)}) as ${raw(table)}`))
    }`,
  );
  await audit(tx, actor, {
    action: "demo.seed",
    entity: "demo",
    entityId: null,
    after: { ...run, local_currency: business.localCurrency, records },
  });
  return {
    ...run,
    from: diary.date(diary.firstDay),
    to: diary.today,
    records,
    staff: [...staff].map(([role, { name }]) => ({
      name,
      role,
      email: `${role.replace("_", "-")}@demo.example`,
    })),
  };
}
