import sql from "sql-template-tag";
import { type Role, roles } from "../../domain/access/access.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { createRma } from "../../domain/warranty/create_rma.ts";
import { moveRma } from "../../domain/warranty/move_rma.ts";
import { rma as rmaRecord, type RmaStatus } from "../../domain/warranty/rma.ts";
import { parse } from "../../domain/records/input.ts";
import { actorWith, type Answer, testApp } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase, inRollback, untilBlocked } from "../support/db.ts";

const path = "/import-logistics/rmas";

// The list of docs/imports.md, "RMA", typed again here.
const ladder = ("draft received_from_customer warranty_verified ready_to_send_supplier " +
  "sent_to_supplier supplier_received under_repair replacement_approved return_in_transit " +
  "received_back delivered_to_customer closed cancelled").split(" ") as RmaStatus[];
const mayMove = ["owner", "admin", "manager", "service_manager", "engineer", "store"];
const mayCorrect = ["owner", "admin", "manager"];

/** What docs/records.md, "Status changes", says of a move, told without the service's own code. */
function expected(role: Role, from: RmaStatus, to: RmaStatus, note?: string): string {
  if (!mayMove.includes(role)) return "forbidden";
  if (from === to) return "nothing";
  const reopening = from === "closed" || from === "cancelled";
  if (reopening && (to === "closed" || to === "cancelled")) return "invalid_transition";
  if (reopening) return role !== "owner" ? "forbidden" : note ? "moved" : "note";
  if (ladder.indexOf(to) > ladder.indexOf(from)) return "moved";
  return !mayCorrect.includes(role) ? "forbidden" : note ? "moved" : "note";
}

Deno.test("moveRma() answers every status, status, role and note as the rules say", async () => {
  await using db = await freshDatabase();
  await inRollback(db.database, async (tx) => {
    const counted: Record<string, number> = {};
    for (const role of roles) {
      const actor = actorWith(role);
      for (const from of ladder) {
        const { id } = await createRma(
          tx,
          actorWith("system"),
          parse(rmaRecord.entry, {
            serial_number: "S",
            fault_description: "dead",
            customer_name: "A",
          }),
        );
        for (const to of ladder) {
          for (const note of [undefined, "checked again"]) {
            await tx.query(sql`update rmas set status = ${from} where id = ${id}`);
            const before = await stateOf(id);
            const got = await outcome(() => moveRma(tx, actor, id, { status: to, note }));
            const after = await stateOf(id);
            const what = `${role}: ${from} → ${to}, note ${note}`;
            const changed = after.version !== before.version;
            const told = got !== "answered" ? got : changed ? "moved" : "nothing";
            assertEquals(told, expected(role, from, to, note), what);
            assertEquals(after.changes - before.changes, changed ? 1 : 0, what);
            assertEquals(after.status, changed ? to : from, what);
            counted[told] = (counted[told] ?? 0) + 1;
          }
        }
      }
    }

    async function stateOf(id: number) {
      const [state] = await tx.query<[{ version: number; status: string; changes: number }]>(sql`
        select version, status, (select count(*) from history
          where entity = 'rma' and entity_id = ${id} and field = 'status') as changes
        from rmas where id = ${id}`);
      return state;
    }

    assertEquals(Object.values(counted).reduce((a, b) => a + b), 13 * 13 * 9 * 2);
    assertEquals(Object.keys(counted).sort(), [
      "forbidden",
      "invalid_transition",
      "moved",
      "note",
      "nothing",
    ]);
  });
});

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

Deno.test("the status of an RMA moves over HTTP", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const engineer = await as("engineer");
  await owner.post(path, { serial_number: "S", fault_description: "dead" });
  const at = `${path}/1/status`;

  await t.step("forward with a note, as told by a phone that was offline", async () => {
    const { status, body } = await engineer.patch(at, {
      status: "sent-to-supplier",
      note: "by DHL",
      expected_status: "draft",
      occurred_at: "2026-01-05T23:30:00+06:00",
    });
    assertEquals([status, body.data.status, body.data.version], [200, "sent_to_supplier", 2]);
    const change = body.data.history.at(-1);
    assertEquals(
      [change.from, change.to, change.note, change.by, change.occurred_at],
      ["draft", "sent_to_supplier", "by DHL", engineer.userId, "2026-01-05T17:30:00.000Z"],
    );
  });

  await t.step("the same again writes nothing", async () => {
    const { status, body } = await engineer.patch(at, { status: "sent_to_supplier", note: "x" });
    assertEquals([status, body.data.version, body.data.history.length], [200, 2, 2]);
  });

  await t.step("another status than expected is a conflict", async () => {
    const { status, body } = await engineer.patch(at, {
      status: "under_repair",
      expected_status: "draft",
    });
    assertEquals([status, body.code, body.current_status], [
      409,
      "status_changed",
      "sent_to_supplier",
    ]);
    assertMatch(body.message, /conflict/i);
  });

  await t.step("a replacement's serial stays with the case", async () => {
    const { body } = await engineer.patch(at, {
      status: "replacement_approved",
      replacement_serial_number: " NEW-1 ",
    });
    assertEquals(body.data.replacement_serial_number, "NEW-1");
    const next = await engineer.patch(at, {
      status: "received_back",
      occurred_at: "2026-01-25T10:00:00Z",
    });
    assertEquals(next.body.data.replacement_serial_number, "NEW-1");
    assertEquals(next.body.data.days_at_supplier, 20);
  });

  await t.step("back needs rights and a note, closed ends it", async () => {
    assertEquals((await engineer.patch(at, { status: "draft", note: "n" })).status, 403);
    const unnoted = await owner.patch(at, { status: "draft" });
    assertEquals([unnoted.status, Object.keys(unnoted.body.errors)], [422, ["note"]]);
    assertEquals((await engineer.patch(at, { status: "closed" })).status, 200);
    const end = await engineer.patch(at, { status: "cancelled" });
    assertEquals([end.status, end.body.code, end.body.allowed], [409, "invalid_transition", []]);
    assertEquals((await engineer.patch(at, { status: "draft", note: "n" })).status, 403);
    assertEquals((await owner.patch(at, { status: "draft", note: "n" })).status, 200);
  });

  await t.step("wrong words, unknown ids and unknown paths", async () => {
    assertEquals((await owner.patch(at, { status: "lost" })).status, 422);
    assertEquals((await owner.patch(at, {})).status, 422);
    assertEquals((await owner.patch(`${path}/99/status`, { status: "closed" })).status, 404);
    assertEquals((await owner.patch(`${path}/x/status`, { status: "closed" })).status, 404);
    assertEquals((await owner.get(`${path}/99`)).status, 404);
    assertEquals((await owner.put(at, { status: "closed" })).status, 405);
    assertEquals((await (await as("sales")).patch(at, { status: "closed" })).status, 403);
    assertEquals((await (await as("store")).post(path, {})).status, 403);
  });
});

Deno.test("moveRma() judges the status that the transaction before it left", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await owner.post(path, { serial_number: "S", fault_description: "dead" });
  let second: Promise<Answer> | undefined;
  await inTransaction(db.database, async (tx) => {
    await moveRma(tx, actorWith("owner"), 1, { status: "under_repair" });
    second = owner.patch(`${path}/1/status`, {
      status: "warranty_verified",
      expected_status: "draft",
    });
    await untilBlocked(db.database);
  });
  const { status, body } = await second!;
  assertEquals([status, body.code, body.current_status], [409, "status_changed", "under_repair"]);
});
