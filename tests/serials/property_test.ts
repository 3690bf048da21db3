import fc from "fast-check";
import sql from "sql-template-tag";
import type { Database, Tx } from "../../domain/db/connect.ts";
import { Refusal } from "../../domain/errors.ts";
import { parse } from "../../domain/records/input.ts";
import { createInvoice } from "../../domain/sales/create_invoice.ts";
import { invoice as invoiceRecord } from "../../domain/sales/invoice.ts";
import { voidInvoice } from "../../domain/sales/void_invoice.ts";
import { createTicket } from "../../domain/service/create_ticket.ts";
import { ticket as ticketRecord } from "../../domain/service/ticket.ts";
import { ticketChanges, updateTicket } from "../../domain/service/update_ticket.ts";
import { moveStock, newMovement } from "../../domain/stock/move_stock.ts";
import { createRma } from "../../domain/warranty/create_rma.ts";
import { moveRma, rmaMove } from "../../domain/warranty/move_rma.ts";
import { rma as rmaRecord } from "../../domain/warranty/rma.ts";
import { actorWith } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, inRollback } from "../support/db.ts";
import { importer } from "../support/serials.ts";

const PIECES = 3;
const piece = fc.nat(PIECES - 1);
const turn = fc.nat(5);
const rmaStep = fc.constantFrom(
  "draft",
  "sent_to_supplier",
  "under_repair",
  "received_back",
  "delivered_to_customer",
  "closed",
  "cancelled",
);

/** What can be done; a turn picks among the open invoices, tickets or cases of the piece. */
const step = fc.oneof(
  fc.record({ what: fc.constantFrom("in", "out", "sell", "ticket", "rma"), piece }),
  fc.record({ what: fc.constantFrom("void", "ticket_status"), piece, turn }),
  fc.record({ what: fc.constant("rma_move"), piece, turn, to: rmaStep, by: fc.option(piece) }),
) as fc.Arbitrary<Step>;
interface Step {
  what: "in" | "out" | "sell" | "ticket" | "rma" | "void" | "ticket_status" | "rma_move";
  piece: number;
  turn: number;
  to: string;
  by: number | null;
}

/** A piece as it is thought of on paper: what stands of its stock, its cases, and what came for it. */
interface Piece {
  stands: { place: string; invoice?: number; rma?: number }[];
  broughtBack: boolean;
  tickets: Map<number, boolean>;
  /** RMA → the care it is in, if any */
  care: Map<number, string | undefined>;
  replaced: boolean;
}

function statusOf({ stands, broughtBack, tickets, care, replaced }: Piece): string {
  if (replaced) return "replaced";
  const cares = [...care.values()];
  for (const wanted of ["at_supplier", "returned", "in_service"]) {
    if (cares.includes(wanted)) return wanted;
  }
  if ([...tickets.values()].includes(true)) return "in_service";
  return stands.at(-1)?.place ?? (broughtBack ? "in_stock" : "known");
}

function isSellable(it: Piece): boolean {
  const place = stands(it);
  const away = [...it.care.values()].includes("at_supplier");
  return place === "known" || place === "in_stock" && !it.replaced && !away;
}

function stands({ stands, broughtBack }: Piece): string {
  return stands.at(-1)?.place ?? (broughtBack ? "in_stock" : "known");
}

const careOf = (status: string) =>
  ["sent_to_supplier", "under_repair"].includes(status)
    ? "at_supplier"
    : status === "received_back"
    ? "returned"
    : status === "draft"
    ? "in_service"
    : undefined;

/** A case on paper. */
interface Case {
  id: number;
  of: number;
  status: string;
  by?: number;
}

class Paper {
  readonly pieces: Piece[] = Array.from({ length: PIECES }, () => ({
    stands: [],
    broughtBack: false,
    tickets: new Map(),
    care: new Map(),
    replaced: false,
  }));
  readonly cases: Case[] = [];

  moveCase(it: Case, to: string, by: number | undefined): void {
    const was = { link: linkOf(it), care: stepOf(it.status) };
    Object.assign(it, { status: to, by: by ?? it.by });
    const link = linkOf(it);
    const subject = this.pieces[it.of];
    if (was.link !== undefined && was.link !== link) {
      subject.replaced = this.pieces[was.link].replaced = false;
      this.pieces[was.link].care.delete(it.id);
      this.dropHandover(was.link, it.id);
    }
    subject.care.set(it.id, careOf(to));
    if (link === undefined) return;
    const came = this.pieces[link];
    if (was.link !== link) {
      subject.replaced = true;
      came.replaced = false;
    } else if (was.care === stepOf(to)) return;
    came.care.set(it.id, careOf(to));
    const settled = to === "delivered_to_customer" || to === "closed";
    this.dropHandover(link, it.id);
    if (settled) came.stands.push({ place: "with_customer", rma: it.id });
  }

  private dropHandover(piece: number, rma: number): void {
    const { stands } = this.pieces[piece];
    const kept = stands.filter((one) => one.rma !== rma);
    stands.splice(0, stands.length, ...kept);
  }
}

/** Statuses that mean the same for the piece; delivered and closed are two. */
function stepOf(status: string): string {
  return careOf(status) ?? status;
}

function linkOf({ of, by, status }: Case): number | undefined {
  return by === undefined || by === of || status === "cancelled" ? undefined : by;
}

const actor = actorWith("system");

/** What a verb answers, or the code it refuses with; then nothing of it is left. */
async function attempt<T>(tx: Tx, body: () => Promise<T>): Promise<T | string> {
  await tx.query(sql`savepoint attempt`);
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query(sql`rollback to savepoint attempt`);
    return error.code;
  }
}

interface World {
  database: Database;
  productId: number;
  customerId: number;
}

const counted: Record<string, number> = {};

async function play({ productId, customerId }: World, tx: Tx, steps: Step[]): Promise<void> {
  const paper = new Paper();
  const serial = (n: number) => `SN-${n}`;
  const tickets: { id: number; of: number; open: boolean }[] = [];
  const count = (what: string) => counted[what] = (counted[what] ?? 0) + 1;
  const move = (type: string, n: number) =>
    moveStock(
      tx,
      actor,
      parse(newMovement, {
        product_id: String(productId),
        type,
        quantity: "1",
        reason: "x",
        serial_numbers: [serial(n)],
      }),
    );

  for (const { what, piece: n, turn, to, by } of steps) {
    const it = paper.pieces[n];
    switch (what) {
      case "in":
        if (stands(it) === "in_stock" && isSellable(it)) {
          assertEquals(await attempt(tx, () => move("in", n)), "serial_in_stock");
          count("in refused");
          break;
        }
        await move("in", n);
        it.stands.push({ place: "in_stock" });
        it.replaced = false;
        break;
      case "out":
      case "sell": {
        const items = [{
          product_id: String(productId),
          quantity: "1",
          unit_price: "1",
          serial_numbers: [`sn.${n}`],
        }];
        const answer = await attempt<{ id: number }>(
          tx,
          () =>
            what === "out" ? move("out", n) : createInvoice(
              tx,
              actor,
              parse(invoiceRecord.entry, { customer_id: String(customerId), items }),
            ),
        );
        assertEquals(
          typeof answer === "string" ? answer : "done",
          isSellable(it) ? "done" : "serial_not_in_stock",
        );
        count(`${what} ${isSellable(it) ? "done" : "refused"}`);
        if (typeof answer === "string") break;
        it.stands.push(
          what === "out" ? { place: "removed" } : { place: "sold", invoice: answer.id },
        );
        break;
      }
      case "void": {
        const sold = it.stands.filter(({ invoice }) => invoice !== undefined);
        if (sold.length === 0) break;
        const one = sold[turn % sold.length];
        await voidInvoice(tx, actor, one.invoice!, { reason: "x" });
        it.stands.splice(it.stands.indexOf(one), 1);
        it.broughtBack = true;
        count("voided");
        break;
      }
      case "ticket": {
        const { id } = await createTicket(
          tx,
          actor,
          parse(ticketRecord.entry, {
            customer_id: String(customerId),
            problem_description: "x",
            serial_number: serial(n),
          }),
        );
        tickets.push({ id, of: n, open: true });
        it.tickets.set(id, true);
        break;
      }
      case "ticket_status": {
        const mine = tickets.filter(({ of }) => of === n);
        if (mine.length === 0) break;
        const one = mine[turn % mine.length];
        one.open = !one.open;
        const status = one.open ? "open" : "closed";
        await updateTicket(tx, actor, one.id, parse(ticketChanges, { status }));
        it.tickets.set(one.id, one.open);
        break;
      }
      case "rma": {
        const { id } = await createRma(
          tx,
          actor,
          parse(rmaRecord.entry, { serial_number: serial(n), fault_description: "x" }),
        );
        paper.cases.push({ id, of: n, status: "draft" });
        it.care.set(id, "in_service");
        break;
      }
      case "rma_move": {
        const mine = paper.cases.filter(({ of }) => of === n);
        if (mine.length === 0) break;
        const one = mine[turn % mine.length];
        const body = {
          status: to,
          note: "x",
          ...by !== null && { replacement_serial_number: `sn ${by}` },
        };
        const answer = await attempt(tx, () => moveRma(tx, actor, one.id, parse(rmaMove, body)));
        if (typeof answer === "string" || one.status === to) break;
        paper.moveCase(one, to, by ?? undefined);
        count(linkOf(one) === undefined ? "moved" : "moved with replacement");
        break;
      }
    }
    const rows = await tx.query<{ serial_key: string; status: string }[]>(
      sql`select serial_key, status from serials where serial_key like 'SN_' order by serial_key`,
    );
    const found = new Map(rows.map((row) => [row.serial_key, row.status]));
    paper.pieces.forEach((one, i) => {
      assertEquals(
        found.get(`SN${i}`) ?? "known",
        statusOf(one),
        `${serial(i)} after ${what} of ${n}`,
      );
    });
  }
}

Deno.test("the status of a piece is what its log says, whatever was done in whatever order", async () => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const { id: productId } = await shop.product({ opening_stock: 1000 });
  const world = { database: db.database, productId, customerId: shop.customer.id };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 18, maxLength: 30, size: "max" }),
      (steps) => inRollback(db.database, (tx) => play(world, tx, steps)),
    ),
    { numRuns: 120 },
  );
  console.log("done in all programs:", counted);
  for (const what of ["sell done", "sell refused", "voided", "moved", "moved with replacement"]) {
    assert(counted[what] > 0, `no program came to: ${what}`);
  }
});
