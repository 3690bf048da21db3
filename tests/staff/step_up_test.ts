import sql from "sql-template-tag";
import type { Role } from "../../domain/access/access.ts";
import { businessDate } from "../../domain/business/business.ts";
import { addDays } from "../../domain/business/calendar.ts";
import { type Answer, type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { PASSWORD, sessionOf, userWith } from "./staff.ts";

const LATER = 10 * 60 + 1;

async function office() {
  const db = await freshDatabase();
  const { as, holding } = testApp(db.database);
  const session = async (userId: number) => holding((await sessionOf(db.database, userId)).token);
  const people = {} as Record<"owner" | "admin" | "accounts" | "sales", Caller & { id: number }>;
  for (const role of ["owner", "admin", "accounts", "sales"] as const) {
    const { id } = await userWith(db.database, role);
    people[role] = { ...await session(id), id };
  }
  const ask = (roles: Role[]) =>
    db.database.query(sql`update settings set step_up_roles = ${roles}`);
  return { ...db, ...people, as, holding, session, ask };
}

function refused(answer: Answer): void {
  assertEquals([answer.status, answer.body.code], [403, "step_up_required"], answer.body.detail);
}

function done({ status, body }: Answer): Json {
  assert(status === 200 || status === 201, JSON.stringify(body));
  return body.data;
}

const confirm = (by: Caller, password = PASSWORD, more: Json = {}) =>
  by.post("/auth/step-up", { password, ...more });

Deno.test("what is sensitive waits until who asks has confirmed who he is", async (t) => {
  await using w = await office();
  const { owner, admin, accounts } = w;
  const today = businessDate(new Date());
  const customer = done(await owner.post("/customers", { name: "Rahim", credit_limit: 10 }));
  const product = done(
    await owner.post("/products", {
      name: "Pump",
      opening_stock: 1000,
      purchase_price: 50,
      selling_price: 100,
    }),
  );
  const target = done(
    await owner.post("/users", { name: "Nasrin", role: "sales", employee_code: "E-9" }),
  );
  const items = (unit_price: number) => [{ product_id: product.id, quantity: 2, unit_price }];
  const sale = (by: Caller, more: Json) =>
    by.post("/invoices", { customer_id: customer.id, items: items(100), ...more });
  const sold = async () => done(await sale(owner, { override_credit_limit: true }));
  done(await owner.put("/settings", { void_limit: 50, stock_move_limit: 100 }));
  const [first, second] = [await sold(), await sold()];
  const asked = done(
    await w.sales.post("/approvals/requests", {
      operation: "invoice.void",
      record_id: first.id,
      body: { reason: "typed wrong" },
      reason: "A slip",
    }),
  );
  let code = 10;
  const newUser = (role: Role) => ({ name: `User ${++code}`, role, employee_code: `E-${code}` });
  const token = { name: "Export", expires_on: addDays(today, 5) };

  const acts: [string, Caller, (by: Caller) => Promise<Answer>][] = [
    ["a role", owner, (by) => by.put(`/users/${target.id}`, { role: "manager" })],
    ["an end", admin, (by) => by.put(`/users/${target.id}`, { active: false })],
    ["a powerful login", owner, (by) => by.post("/users", newUser("accounts"))],
    ["a password", owner, (by) => by.post(`/users/${target.id}/reset-password`, {})],
    ["a program's token", owner, (by) => by.post(`/users/${w.sales.id}/tokens`, token)],
    ["an access setting", owner, (by) => by.put("/settings", { totp_required_roles: [] })],
    ["a limit", admin, (by) => by.patch("/settings", { discount_limit: 60 })],
    ["closing", accounts, (by) => by.put("/settings", { closed_through: "2020-06-30" })],
    [
      "reopening",
      owner,
      (by) => by.put("/settings", { closed_through: "2020-05-31", note: "Late bill" }),
    ],
    ["an approval", admin, (by) => by.post(`/approvals/requests/${asked.id}/approve`, {})],
    ["credit", owner, (by) => sale(by, { override_credit_limit: true })],
    ["a price", owner, (by) => sale(by, { items: items(0) })],
    ["a void", owner, (by) => by.post(`/invoices/${second.id}/void`, { reason: "typed wrong" })],
    ["goods", admin, (by) =>
      by.post("/products/stock-movement", {
        product_id: product.id,
        type: "in",
        quantity: 101,
        reason: "count",
      })],
  ];

  await t.step("nobody is asked unless the settings say so", async () => {
    done(await owner.put("/settings", { discount_limit: 50 }));
    done(await owner.post("/users", newUser("manager")));
  });

  await w.ask(["owner", "admin", "accounts"]);
  for (const [what, by, act] of acts) {
    await t.step(what, async () => {
      await w.database.query(sql`update sessions set confirmed_until = null`);
      refused(await act(by));
      const { status, body } = await confirm(by);
      assertEquals(status, 200, JSON.stringify(body));
      done(await act(by));
    });
  }

  await t.step("the rest goes on as before", async () => {
    await w.database.query(sql`update sessions set confirmed_until = null`);
    done(await owner.post("/users", newUser("sales")));
    done(await owner.put(`/users/${target.id}`, { name: "Nasrin Begum" }));
    done(await owner.put("/settings", { demurrage_free_days: 9 }));
    done(await sale(owner, { payment: { amount: 200, method: "cash" } }));
    done(
      await owner.post("/products/stock-movement", {
        product_id: product.id,
        type: "in",
        quantity: 100,
        reason: "count",
      }),
    );
  });

  await t.step("a role that is not named goes on; whoever is limited stays so", async () => {
    await w.ask(["accounts"]);
    done(await owner.post("/users", newUser("manager")));
    refused(await accounts.put("/settings", { closed_through: "2020-06-30" }));
    await w.ask(["sales"]);
    const { body } = await sale(w.sales, { items: items(0) });
    assertEquals(body.code, "beyond_limit");
  });
});

Deno.test("a confirmation is one session's, for ten minutes", async (t) => {
  await using w = await office();
  const { owner } = w;
  const act = (by: Caller = owner) => by.put("/settings", { discount_limit: 50 });
  await w.ask(["owner"]);
  const second = await w.session(owner.id);
  const audited = async () => (await owner.get("/audit?limit=1")).body.data[0];

  await t.step("it ends by itself, and stands in the audit log", async () => {
    const until = Date.parse((await confirm(owner)).body.data.confirmed_until) - Date.now();
    assert(until > 590_000 && until < 610_000, `${until} ms`);
    assertEquals((await audited()).action, "user.step_up");
    done(await act());
    const earlier = `${LATER - 60} seconds`;
    await w.database.query(sql`
      update sessions set confirmed_until = confirmed_until - ${earlier}::interval`);
    done(await act());
    await w.database.query(sql`
      update sessions set confirmed_until = confirmed_until - interval '1 minute'`);
    refused(await act());
  });

  await t.step("another session of the same user is not confirmed by it", async () => {
    await confirm(owner);
    done(await act());
    refused(await act(second));
  });

  await t.step("the same key sends the same request again", async () => {
    const key = { "idempotency-key": "one" };
    const send = () => second.post("/users", { name: "A", role: "manager", phone: "017111" }, key);
    refused(await send());
    await confirm(second);
    const { id } = done(await send());
    assertEquals((await send()).body.data.id, id);
  });

  await t.step("a new password clears it", async () => {
    await confirm(owner);
    const change = { current_password: PASSWORD, new_password: "another phrase 43" };
    const { token } = done(await owner.post("/auth/change-password", change));
    refused(await act());
    refused(await act(w.holding(token)));
  });
});

Deno.test("a wrong password confirms nothing, and is counted", async () => {
  await using w = await office();
  await w.ask(["admin"]);
  const act = () => w.admin.put("/settings", { discount_limit: 50 });
  const wrong = await confirm(w.admin, "a wrong guess");
  assertEquals([wrong.status, wrong.body.code], [401, "invalid_credentials"]);
  refused(await act());
  const { body } = await w.owner.get("/audit?limit=1");
  assertEquals(body.data[0].action, "user.step_up_failed");
  await w.database.query(sql`delete from known_addresses`);
  await w.database.query(sql`
    insert into login_failures (account, address)
    select ${`user ${w.admin.id}`}, '10.66.0.2' from generate_series(1, 10)`);
  const throttled = await confirm(w.admin);
  assertEquals([throttled.status, throttled.body.code], [429, "too_many_attempts"]);
  assert(Number(throttled.headers.get("retry-after")) > 0);
  refused(await act());
});

Deno.test("a program confirms nothing, so what is sensitive is closed to it", async () => {
  await using w = await office();
  const expires_on = addDays(businessDate(new Date()), 5);
  const give = (more: Json) =>
    w.owner.post(`/users/${w.accounts.id}/tokens`, { name: "Closing", expires_on, ...more });
  const whole = w.holding(done(await give({})).token);
  const some = w.holding(
    done(await give({ permissions: ["periods.close", "settings.change", "overview.read"] })).token,
  );
  const close = (by: Caller, day: string) => by.put("/settings", { closed_through: day });
  done(await close(whole, "2020-01-31"));
  await w.ask(["accounts"]);
  for (const program of [whole, some]) {
    for (const answer of [await close(program, "2020-02-29"), await confirm(program)]) {
      assertEquals([answer.status, answer.body.code], [403, "forbidden"]);
    }
    assertEquals((await program.get("/settings")).status, 200);
  }
});

Deno.test("which roles are asked is the owner's word, and counts at once", async () => {
  await using w = await office();
  const set = (by: Caller) => by.put("/settings", { step_up_roles: ["owner"] });
  for (const by of [w.admin, w.accounts]) assertEquals((await set(by)).status, 403);
  const wrong = await w.owner.put("/settings", { step_up_roles: ["king"] });
  assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["step_up_roles.0"]]);
  done(await set(w.owner));
  refused(await w.owner.put("/settings", { step_up_roles: null }));
  await confirm(w.owner);
  assertEquals(done(await w.owner.put("/settings", { step_up_roles: null })).step_up_roles, []);
});
