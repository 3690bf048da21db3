import sql from "sql-template-tag";
import { type Role, roles } from "../../domain/access/access.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/errors.ts";
import { changeLcTtStatus } from "../../domain/trade_finance/change_lc_tt_status.ts";
import type { LcTtStatus, LcTtType } from "../../domain/trade_finance/lc_tt_words.ts";
import { actorWith, type Answer } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase, inRollback, untilBlocked } from "../support/db.ts";
import { insertSupplier } from "../support/imports.ts";
import { desk } from "../support/trade_finance.ts";

// The list of docs/imports.md, "LC, TT and DP", typed again here; an LC is never paid by transfer,
// a transfer never opened.
const words =
  ("draft pi_received lc_opened tt_paid production shipped port_arrived customs released " +
    "warehouse closed cancelled").split(" ") as LcTtStatus[];
const ladders: Record<LcTtType, LcTtStatus[]> = {
  LC: words.filter((word) => word !== "tt_paid"),
  TT: words.filter((word) => word !== "lc_opened"),
  DP: words.filter((word) => word !== "tt_paid" && word !== "lc_opened"),
};
const mayWrite = ["owner", "admin", "manager", "accounts"];
const mayCorrect = ["owner", "admin", "manager"];

/** What docs/records.md, "Status changes", says of a move, told without the service's own code. */
function expected(
  role: Role,
  ladder: LcTtStatus[],
  from: LcTtStatus,
  to: LcTtStatus,
  note?: string,
): string {
  if (!mayWrite.includes(role)) return "forbidden";
  if (from === to) return "nothing";
  if (!ladder.includes(to)) return "invalid_transition";
  if (from === "closed" || from === "cancelled") {
    if (to === "closed" || to === "cancelled") return "invalid_transition";
    return role !== "owner" ? "forbidden" : note ? "moved" : "note";
  }
  if (to === "cancelled") {
    return from === "released" || from === "warehouse" ? "invalid_transition" : "moved";
  }
  if (ladder.indexOf(to) > ladder.indexOf(from)) return "moved";
  return !mayCorrect.includes(role) ? "forbidden" : note ? "moved" : "note";
}

Deno.test("changeLcTtStatus() answers every kind, status, status, role and note as the rules say", async () => {
  await using db = await freshDatabase();
  const supplier = await insertSupplier(db.database);
  const counted: Record<string, number> = {};
  await inRollback(db.database, async (tx) => {
    for (const [type, ladder] of Object.entries(ladders) as [LcTtType, LcTtStatus[]][]) {
      const id = await insertLcTt(tx, supplier, type);
      for (const role of ["owner", "manager", "accounts"] as const) {
        const actor = actorWith(role);
        for (const from of ladder) {
          for (const to of words) {
            for (const note of [undefined, "checked again"]) {
              await tx.query(sql`update lc_tt set status = ${from} where id = ${id}`);
              const before = await stateOf(tx, id);
              const got = await outcome(() =>
                changeLcTtStatus(tx, actor, id, { status: to, note, post_to_ledger: false })
              );
              const after = await stateOf(tx, id);
              const what = `${type}, ${role}: ${from} → ${to}, note ${note}`;
              const changed = after.version !== before.version;
              const told = got !== "answered" ? got : changed ? "moved" : "nothing";
              assertEquals(told, expected(role, ladder, from, to, note), what);
              assertEquals(after.changes - before.changes, changed ? 1 : 0, what);
              assertEquals(after.status, changed ? to : from, what);
              counted[told] = (counted[told] ?? 0) + 1;
            }
          }
        }
      }
    }
    const id = await insertLcTt(tx, supplier, "LC");
    for (const role of roles) {
      const move = { status: "lc_opened", post_to_ledger: false } as const;
      const got = await outcome(() => changeLcTtStatus(tx, actorWith(role), id, move));
      assertEquals(got === "forbidden", !mayWrite.includes(role), role);
    }
  });
  assertEquals(Object.values(counted).reduce((a, b) => a + b), (11 + 11 + 10) * 12 * 3 * 2);
  assertEquals(
    Object.keys(counted).sort(),
    ["forbidden", "invalid_transition", "moved", "note", "nothing"],
  );
});

async function insertLcTt(tx: Tx, supplier: number, type: LcTtType): Promise<number> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into lc_tt (reference_no, supplier_id, type, amount, currency)
    values (${crypto.randomUUID()}, ${supplier}, ${type}, 10, 'USD') returning id`);
  return id;
}

async function stateOf(tx: Tx, id: number) {
  const [state] = await tx.query<[{ version: number; status: string; changes: number }]>(sql`
    select version, status, (select count(*) from history
      where entity = 'lc_tt' and entity_id = ${id} and field = 'status') as changes
    from lc_tt where id = ${id}`);
  return state;
}

/** "answered" when it went through, `note` for a missing note, else the code. */
async function outcome(move: () => Promise<unknown>): Promise<string> {
  try {
    await move();
    return "answered";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.details.errors?.note ? "note" : error.code;
  }
}

Deno.test("the status of an LC or TT moves over HTTP", async (t) => {
  await using d = await desk();
  const lc = await d.open();
  const tt = await d.open({ type: "TT" });

  await t.step("forward, dated by the day it happened where the business is", async () => {
    const { status, body } = await d.move(lc.id, "LC-Opened", {
      date: "2026-01-05",
      note: "City Bank",
      expected_status: "draft",
    });
    assertEquals([status, body.data.status, body.data.version], [200, "lc_opened", 2]);
    const change = body.data.history.at(-1);
    assertEquals(
      [change.from, change.to, change.note, change.by, change.occurred_at],
      ["draft", "lc_opened", "City Bank", d.owner.userId, "2026-01-04T18:00:00.000Z"],
    );
    const later = await d.move(lc.id, "production", { occurred_at: "2026-01-20T10:00:00+06:00" });
    assertEquals(later.body.data.history.at(-1).occurred_at, "2026-01-20T04:00:00.000Z");
  });

  await t.step("the wrong kind is a conflict that says what is possible", async () => {
    const wrong = await d.move(lc.id, "tt_paid");
    assertEquals([wrong.status, wrong.body.code], [409, "invalid_transition"]);
    assertMatch(wrong.body.message, /conflict/i);
    assertEquals(wrong.body.allowed, ladders.LC.filter((word) => word !== "production"));
    const opened = await d.move(tt.id, "lc_opened");
    assertEquals([opened.status, opened.body.code], [409, "invalid_transition"]);
    assertEquals(opened.body.allowed, ladders.TT.filter((word) => word !== "draft"));
  });

  await t.step("released goods cannot be called off", async () => {
    assertEquals((await d.move(lc.id, "released")).status, 200);
    const { status, body } = await d.move(lc.id, "canceled");
    assertEquals([status, body.code], [409, "invalid_transition"]);
    assertEquals(body.allowed.includes("cancelled"), false);
  });

  await t.step("another status than expected", async () => {
    const { status, body } = await d.move(tt.id, "shipped", { expected_status: "production" });
    assertEquals([status, body.code, body.current_status], [409, "status_changed", "draft"]);
  });

  await t.step("a step back needs a note and a manager", async () => {
    const unnoted = await d.move(lc.id, "draft");
    assertEquals([unnoted.status, Object.keys(unnoted.body.errors)], [422, ["note"]]);
    const accounts = await d.app.as("accounts");
    const back = { status: "draft", note: "Typed wrongly" };
    assertEquals((await accounts.patch(`/lc-tt/${lc.id}/status`, back)).status, 403);
    assertEquals((await d.move(lc.id, "draft", { note: "Typed wrongly" })).status, 200);
  });

  await t.step("wrong words and unknown ids", async () => {
    assertEquals((await d.move(lc.id, "lost")).status, 422);
    assertEquals((await d.move(99, "closed")).status, 404);
    assertEquals((await d.owner.patch("/lc-tt/x/status", { status: "closed" })).status, 404);
    assertEquals((await d.owner.get("/lc-tt/99")).status, 404);
    assertEquals((await d.owner.put("/lc-tt/1/status", {})).status, 405);
    const stale = await d.owner.patch("/lc-tt/1/status", { status: "closed" }, {
      "if-match": '"1"',
    });
    assertEquals([stale.status, stale.body.code], [412, "precondition_failed"]);
  });
});

Deno.test("changeLcTtStatus() judges the status that the transaction before it left", async () => {
  await using d = await desk();
  const { id } = await d.open();
  let second!: Promise<Answer>;
  await inTransaction(d.database, async (tx) => {
    await changeLcTtStatus(tx, actorWith("owner"), id, {
      status: "released",
      post_to_ledger: true,
      settlement_amount: decimal("1000"),
    });
    second = d.move(id, "released", { post_to_ledger: true });
    await untilBlocked(d.database);
  });
  const { status, body } = await second;
  assertEquals([status, body.code], [409, "settlement_exceeds_amount"]);
  assertEquals((await d.read(id)).settlements.length, 1);
});

Deno.test("changeLcTtStatus() posts a payment twice at once only as far as the amount goes", async () => {
  await using d = await desk();
  const { id } = await d.open();
  let second!: Promise<Answer>;
  await inTransaction(d.database, async (tx) => {
    await changeLcTtStatus(tx, actorWith("owner"), id, {
      status: "released",
      post_to_ledger: true,
      settlement_amount: decimal("600"),
    });
    second = d.move(id, "warehouse", { post_to_ledger: true, settlement_amount: 600 });
    await untilBlocked(d.database);
  });
  const { status, body } = await second;
  assertEquals([status, body.code, body.settled], [409, "settlement_exceeds_amount", 600]);
  assertEquals((await d.read(id)).status, "released");
});
