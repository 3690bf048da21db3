import sql from "sql-template-tag";
import { approveRequest } from "../../domain/approvals/decide_request.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { actorWith } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { untilBlocked } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made, stockOf } from "../support/receiving.ts";
import { REQUESTS, shop } from "../support/requests.ts";

const password = "Godown#2291";

Deno.test("what is refused beyond a limit is asked of a second person, who does exactly that", async (t) => {
  await using w = await shop();
  const filed = await w.ask(w.sales, "/invoices", w.cheap);

  await t.step("what was asked, why, and what is at risk", async () => {
    const { reference_no, title, status, body, reason, risk_amount_local, created_by } = filed;
    assertEquals([title, status, reason], [
      "Invoice for Rahim",
      "pending",
      "He is a good customer",
    ]);
    assert(/^REQ-\d{4}-000001$/.test(reference_no), reference_no);
    assertEquals([body, risk_amount_local, created_by], [w.cheap, 179, w.sales.userId]);
    const { data: [card], meta } = (await w.manager.get("/approvals?kind=approval_request")).body;
    assertEquals([card.id, card.title, card.risk_amount_local, card.created_by], [
      filed.id,
      title,
      179,
      w.sales.userId,
    ]);
    assertEquals([card.facts.reason, card.facts.body, card.path], [
      reason,
      w.cheap,
      `#/approve/approval_request/${filed.id}`,
    ]);
    assertEquals(meta.counts, { approval_request: 1 });
  });

  await t.step("approved: exactly that write, by who approves, both named in the log", async () => {
    const before = await w.counted();
    const note = { note: "Agreed on the phone" };
    const approved = done(await w.manager.post(`${REQUESTS}/${filed.id}/approve`, note));
    assertEquals([approved.status, approved.decided_by, approved.decision_note], [
      "approved",
      w.manager.userId,
      "Agreed on the phone",
    ]);
    const [listed] = done(await w.manager.get(REQUESTS));
    const { name } = done(await w.manager.get("/auth/me"));
    assertEquals([listed.id, listed.decided_by_name, approved.decided_by_name], [
      filed.id,
      name,
      name,
    ]);
    const invoice = done(await w.sales.get(`/invoices/${approved.made_id}`));
    assertEquals([approved.made_type, approved.made_reference_no], [
      "invoice",
      invoice.reference_no,
    ]);
    assertEquals([invoice.total, invoice.created_by, invoice.items.length], [
      21,
      w.manager.userId,
      1,
    ]);
    assertEquals(await w.counted(), {
      invoices: before.invoices + 1,
      movements: before.movements + 1,
    });
    assertEquals((await stockOf(w.database, w.product))[0], "98");
    const [entry] = await w.logged("approval_request.approve");
    assertEquals([entry.actor_id, entry.after.created_by, entry.after.made_reference_no], [
      w.manager.userId,
      w.sales.userId,
      invoice.reference_no,
    ]);
    const [written] = await w.logged("invoice.create");
    assertEquals(written.actor_id, w.manager.userId);
  });

  await t.step("it waits no more, and is not decided twice", async () => {
    assertEquals((await w.manager.get("/approvals")).body.meta.total, 0);
    for (const step of ["approve", "refuse"]) {
      const again = await w.owner.post(`${REQUESTS}/${filed.id}/${step}`, { reason: "No" });
      assertRefused(again, 409, "status_changed");
      assertEquals(again.body.current_status, "approved");
    }
    assertRefused(await w.sales.post(`${REQUESTS}/${filed.id}/withdraw`), 409, "status_changed");
  });

  await t.step(
    "asked with one Idempotency-Key it is one request, approved with one one write",
    async () => {
      const key = { "idempotency-key": "ask-1" };
      const asked = { operation: "invoice.create", body: w.cheap, reason: "Again" };
      const [one, two] = [
        await w.sales.post(REQUESTS, asked, key),
        await w.sales.post(REQUESTS, asked, key),
      ];
      assertEquals([one.status, two.body], [201, one.body]);
      assertEquals(one.headers.get("location"), `/api/v1${REQUESTS}/${one.body.data.id}`);
      const path = `${REQUESTS}/${one.body.data.id}/approve`;
      const before = await w.counted();
      const [first, second] = [
        await w.owner.post(path, {}, key),
        await w.owner.post(path, {}, key),
      ];
      assertEquals([first.status, second.body], [200, first.body]);
      assertEquals((await w.counted()).invoices, before.invoices + 1);
    },
  );
});

Deno.test("a request is refused or withdrawn, and nothing is done", async () => {
  await using w = await shop();
  const before = await w.counted();
  const [no, back] = [
    await w.ask(w.sales, "/invoices", w.cheap),
    await w.ask(w.sales, "/invoices", w.cheap),
  ];
  assertInvalid(await w.manager.post(`${REQUESTS}/${no.id}/refuse`, {}), "reason");
  const refused = done(await w.manager.post(`${REQUESTS}/${no.id}/refuse`, { reason: "Too low" }));
  assertEquals([refused.status, refused.decision_note, refused.made_id], [
    "refused",
    "Too low",
    null,
  ]);
  assertEquals((await w.sales.get(`${REQUESTS}/${no.id}`)).body.data.decision_note, "Too low");
  assertRefused(await w.manager.post(`${REQUESTS}/${back.id}/withdraw`), 403, "forbidden");
  assertEquals(done(await w.sales.post(`${REQUESTS}/${back.id}/withdraw`)).status, "withdrawn");
  for (const { id } of [no, back]) {
    assertRefused(await w.owner.post(`${REQUESTS}/${id}/approve`), 409, "status_changed");
  }
  assertEquals(await w.counted(), before);
  const kept = await w.database.query(sql`update approval_requests set title = 'x'`)
    .catch((error) => error.message);
  assertEquals(kept, "a request is never changed");
});

Deno.test("nobody approves his own, nor under a second name", async () => {
  await using w = await shop();
  const operation = "invoice.create";
  const own = made(
    await w.manager.post(REQUESTS, { operation, body: w.cheap, reason: "Mine" }),
  );
  for (const step of ["approve", "refuse"]) {
    const answer = await w.manager.post(`${REQUESTS}/${own.id}/${step}`, { reason: "No" });
    assertRefused(answer, 403, "own_request");
  }
  assertEquals((await w.manager.get("/approvals")).body.meta.total, 0);
  assertEquals((await w.owner.get("/approvals")).body.meta.total, 1);
  const ofOwner = made(
    await w.owner.post(REQUESTS, { operation, body: w.cheap, reason: "Mine" }),
  );
  assertRefused(await w.owner.post(`${REQUESTS}/${ofOwner.id}/approve`), 403, "own_request");
  const admin = await w.as("admin");
  const { id } = made(
    await admin.post("/users", {
      name: "Second name",
      role: "sales",
      email: "second@example.test",
      password,
    }),
  );
  const second = await w.signedIn(id, "sales");
  const request = await w.ask(second, "/invoices", w.cheap);
  assertRefused(await admin.post(`${REQUESTS}/${request.id}/approve`), 403, "own_request");
  done(await w.owner.post(`${REQUESTS}/${request.id}/approve`));
});

Deno.test("two who approve at the same moment leave one write: the second waits for the first", async () => {
  await using w = await shop();
  const { id } = await w.ask(w.sales, "/invoices", w.cheap);
  const before = await w.counted();
  const second = await inTransaction(w.database, async (tx) => {
    const actor = { ...actorWith("manager"), userId: w.manager.userId };
    await approveRequest(tx, actor, id, {});
    const second = w.owner.post(`${REQUESTS}/${id}/approve`);
    await untilBlocked(w.database);
    return [second];
  });
  assertRefused(await second[0], 409, "status_changed");
  assertEquals((await w.counted()).invoices, before.invoices + 1);
});

Deno.test("what a rule refuses when it is approved is answered, and the request stays", async (t) => {
  await using w = await shop();

  await t.step("goods that were sold meanwhile", async () => {
    const all = { ...w.cheap, items: [{ ...w.cheap.items[0], quantity: 100 }] };
    const { id, version } = await w.ask(w.sales, "/invoices", all);
    const sold = made(await w.sell(w.sales, { quantity: 1, unit_price: 100 }));
    assertRefused(await w.manager.post(`${REQUESTS}/${id}/approve`), 409, "insufficient_stock");
    const { status, version: now } = done(await w.sales.get(`${REQUESTS}/${id}`));
    assertEquals([status, now], ["pending", version]);
    done(await w.sales.post(`/invoices/${sold.id}/void`, { reason: "Typed wrong" }));
    done(await w.manager.post(`${REQUESTS}/${id}/approve`));
  });

  await t.step("an invoice that was voided meanwhile", async () => {
    made(
      await w.owner.post("/products/stock-movement", {
        product_id: w.product,
        type: "in",
        quantity: 50,
        reason: "Found",
      }),
    );
    const invoice = made(await w.sell(w.sales, { quantity: 3, unit_price: 100 }));
    done(await w.owner.put("/settings", { void_limit: 200 }));
    const path = `/invoices/${invoice.id}/void`;
    const reason = { reason: "Typed wrong" };
    const request = await w.ask(w.sales, path, reason, { record_id: invoice.id });
    assertEquals([request.title, request.risk_amount_local], [
      `Void of ${invoice.reference_no}`,
      300,
    ]);
    done(await w.owner.post(path, reason));
    assertRefused(await w.manager.post(`${REQUESTS}/${request.id}/approve`), 409, "already_void");
    assertEquals((await w.sales.get(`${REQUESTS}/${request.id}`)).body.data.status, "pending");
  });

  await t.step("an If-Match of what stood there before", async () => {
    const { id } = await w.ask(w.sales, "/invoices", w.cheap);
    const old = await w.manager.post(`${REQUESTS}/${id}/approve`, {}, { "if-match": '"7"' });
    assertRefused(old, 412, "precondition_failed");
  });
});
