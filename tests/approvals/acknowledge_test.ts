import sql from "sql-template-tag";
import { businessDate } from "../../domain/business/business.ts";
import { addDays } from "../../domain/business/calendar.ts";
import { acknowledge } from "../../domain/approvals/acknowledge.ts";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { actorWith, type Caller, type Json } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  done,
  made,
  SHIPMENTS,
  warehouse,
} from "../support/receiving.ts";

const tomorrow = () => addDays(businessDate(new Date()), 1);

/** Five usual costs and as many that are not. */
async function withCosts(database: Database, ...wrong: number[]) {
  const w = await warehouse(database);
  for (const amount of [100, 100, 100, 100, 100, ...wrong]) {
    const items = [{ product_name: "Ink", ordered_qty: 1, purchase_value: 1000 }];
    const { id } = await w.ship(items);
    made(await w.owner.post(`${SHIPMENTS}/${id}/costs`, { cost_head: "freight", amount }));
  }
  return w;
}

async function waits(caller: Caller, query = ""): Promise<Json[]> {
  return done(await caller.get(`/approvals?sort=-risk_amount_local${query}`)) as unknown as Json[];
}

const itemsOf = (rows: Json[]) =>
  rows.map(({ kind, id, version }) => ({
    kind,
    id,
    ...version !== null && { version },
  }));

Deno.test("what is right as it stands is asked of nobody again, until it is taken back", async (t) => {
  await using db = await freshDatabase();
  const w = await withCosts(db.database, 500, 900, 700);
  const [dearest, , least] = await waits(w.owner);

  await t.step("most at stake first, the newest unless asked", async () => {
    const risks = (rows: Json[]) => rows.map((row) => row.risk_amount_local);
    assertEquals(risks(await waits(w.owner)), [800, 600, 400]);
    assertEquals(risks(done(await w.owner.get("/approvals")) as unknown as Json[]), [
      600,
      800,
      400,
    ]);
    assertInvalid(await w.owner.get("/approvals?sort=risk"), "sort");
  });

  await t.step("several at once, with what was seen; a second phone finds it done", async () => {
    const items = itemsOf([dearest, least]);
    const answer = done(await w.owner.post("/approvals/acknowledge", { items, note: "by air" }));
    assertEquals(answer.not_waiting, []);
    const [one] = answer.acknowledged;
    assertEquals(
      [one.kind, one.until, one.note, one.risk_amount_local, one.seen.share_percent],
      ["cost_out_of_range", null, "by air", 800, 90],
    );
    assertEquals((await waits(w.manager)).map(({ id }) => id), [(await waits(w.owner))[0].id]);
    const again = done(await w.manager.post("/approvals/acknowledge", { items }));
    assertEquals(again, answer, "the first one's");
    const listed = done(await w.accounts.get("/approvals/acknowledged?sort=created_at"));
    assertEquals(listed.map(({ record_id }: Json) => record_id), [dearest.id, least.id]);
    assertEquals(done(await w.store.get("/approvals/acknowledged")), [], "not his to decide");
  });

  await t.step("taken back by whoever did it, and by the owner", async () => {
    const [{ id }] = done(await w.owner.get("/approvals/acknowledged?sort=created_at"));
    const path = "/approvals/withdraw";
    assertRefused(await w.manager.post(path, { ids: [id] }), 403, "forbidden");
    assertRefused(await w.owner.post(path, { ids: [id, 999] }), 404, "not_found");
    const [taken] = done(await w.owner.post(path, { ids: [id] })) as unknown as Json[];
    assert(taken.withdrawn_at !== null);
    assertEquals(done(await w.owner.post(path, { ids: [id] })), [taken], "once is enough");
    assertEquals((await waits(w.manager))[0].id, dearest.id);
    const items = itemsOf([dearest]);
    const { acknowledged } = done(await w.manager.post("/approvals/acknowledge", { items }));
    assert(acknowledged[0].id !== id);
    done(await w.owner.post(path, { ids: [acknowledged[0].id] }));
  });

  await t.step("what no longer waits is said, and nothing is written for it", async () => {
    const path = `${SHIPMENTS}/${dearest.facts.shipment_id}/costs/${dearest.id}/reverse`;
    made(await w.owner.post(path, { reason: "typo" }));
    const items = [...itemsOf([dearest]), { kind: "cost_out_of_range", id: 999 }];
    assertEquals(done(await w.owner.post("/approvals/acknowledge", { items })), {
      acknowledged: [],
      not_waiting: items,
    });
  });

  await t.step("two phones at once leave one: the second waits for the first", async () => {
    const items = itemsOf(await waits(w.owner)) as { kind: "cost_out_of_range"; id: number }[];
    assertEquals(items.length, 1);
    const { first, second } = await inTransaction(db.database, async (tx) => {
      const first = await acknowledge(tx, actorWith("owner"), { items });
      const second = w.manager.post("/approvals/acknowledge", { items });
      await untilBlocked(db.database);
      return { first, second };
    });
    const { acknowledged } = done(await second);
    assertEquals(acknowledged.map(({ id }: Json) => id), [first.acknowledged[0].id]);
    assertEquals((await w.owner.get("/approvals/acknowledged")).body.data.length, 4);
    assertEquals(await waits(w.owner), []);
  });
});

Deno.test("what is put off waits for its day, for him alone, unless it changes", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Head", ordered_qty: 2, purchase_value: 100 }]);
  const items = [{ shipment_item_id: shipment.items[0].id, received_qty: 2, accepted_qty: 1 }];
  await w.approve((await w.receive(shipment.id, items)).id);
  const claims = (caller: Caller) => waits(caller, "&kind=claim_resolve");
  const [claim] = await claims(w.owner);
  const put = (caller: Caller, body: Json = {}) =>
    caller.post("/approvals/acknowledge", {
      items: itemsOf([claim]),
      until: tomorrow(),
      ...body,
    });

  await t.step("a step that must be taken is put off, not waved through", async () => {
    assertInvalid(await put(w.owner, { until: undefined }), "until");
    assertInvalid(await put(w.owner, { until: businessDate(new Date()) }), "until");
    assertInvalid(await put(w.owner, { until: addDays(tomorrow(), 31) }), "until");
    assertInvalid(await put(w.owner, { items: [] }), "items");
    const { acknowledged, not_waiting } = done(await put(w.store));
    assertEquals([acknowledged.length, not_waiting], [0, [{ kind: claim.kind, id: claim.id }]]);
  });

  await t.step(
    "gone for him, listed and not counted where he asks; others still see it",
    async () => {
      done(await put(w.owner));
      const { body } = await w.owner.get("/approvals?put_off=true&kind=claim_resolve");
      assertEquals([body.data.length, body.meta.total, body.meta.counts], [1, 0, {
        receipt_post: 1,
      }]);
      assertEquals(body.data[0].put_off_until, tomorrow());
      assertEquals(await claims(w.owner), []);
      assertEquals((await claims(w.manager)).map(({ id }) => id), [claim.id]);
    },
  );

  await t.step("asked again when it changes, and on its day", async () => {
    const path = `/import-logistics/discrepancies/${claim.id}/submit`;
    done(await w.manager.patch(path, {}));
    assertEquals((await claims(w.owner)).map(({ id }) => id), [claim.id]);
    done(await put(w.owner)); // of the version he saw on a phone without network
    assertEquals((await claims(w.owner)).map(({ id }) => id), [claim.id]);
    done(await put(w.owner, { items: itemsOf(await claims(w.owner)) }));
    assertEquals(await claims(w.owner), []);
    await db.database.query(sql`
      update acknowledgements set until = ${businessDate(new Date())}::date`);
    assertEquals((await claims(w.owner)).map(({ id }) => id), [claim.id]);
  });
});
