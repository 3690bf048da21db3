import sql from "sql-template-tag";
import { businessDate } from "../../domain/business/business.ts";
import type { Role } from "../../domain/access/access.ts";
import { type Caller, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { done, made, RECEIPTS, warehouse } from "../support/receiving.ts";

const password = "Godown#2291";

Deno.test("isOneHand() lets no one person approve a receipt under two names", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { signedIn } = testApp(db.database);
  const admin = await w.as("admin");
  const shipment = await w.ship([{ product_name: "Damper", ordered_qty: 100 }]);
  let count = 0;
  /** A login made by somebody, used by whoever knows its password. */
  const login = async (by: Caller, role: Role) => {
    const email = `login-${++count}@example.test`;
    const { id } = made(await by.post("/users", { name: `Login ${count}`, role, email, password }));
    return await signedIn(id, role);
  };
  const receiveBy = async (by: Caller) =>
    made(
      await by.post(RECEIPTS, {
        shipment_id: shipment.id,
        items: [{ shipment_item_id: shipment.items[0].id, received_qty: 1 }],
      }),
    ).id as number;
  const codeOf = async (by: Caller, receipt: number) => {
    const answer = await by.patch(`${RECEIPTS}/${receipt}/approve`, {});
    return [answer.status, answer.body.code];
  };
  const refused = [403, "own_receipt"];

  await t.step("who made the login that counted does not approve", async () => {
    const store = await login(admin, "store");
    const receipt = await receiveBy(store);
    assertEquals(await codeOf(admin, receipt), refused);
    assertEquals(await codeOf(w.manager, receipt), [200, undefined]);
  });

  await t.step("nor does a login that was made by who counted", async () => {
    const receipt = await receiveBy(admin);
    assertEquals(await codeOf(await login(admin, "manager"), receipt), refused);
  });

  await t.step("nor two logins that one admin made, until a day has gone", async () => {
    const [store, manager] = [await login(admin, "store"), await login(admin, "manager")];
    const receipt = await receiveBy(store);
    assertEquals(await codeOf(manager, receipt), refused);
    await db.database.query(sql`alter table audit_log disable trigger all`);
    await db.database.query(sql`update audit_log
      set recorded_at = recorded_at - interval '25 hours' where entity = 'user'`);
    await db.database.query(sql`alter table audit_log enable trigger all`);
    assertEquals(await codeOf(manager, receipt), [200, undefined]);
  });

  await t.step("nor whose program acts as the other, as long as its token goes on", async () => {
    const receipt = await receiveBy(w.store);
    const path = `/users/${w.manager.userId}/tokens`;
    const token = made(
      await admin.post(path, { name: "Scale", expires_on: businessDate(new Date()) }),
    );
    const other = await receiveBy(admin);
    assertEquals(await codeOf(w.manager, other), refused);
    assertEquals(await codeOf(w.manager, receipt), [200, undefined]);
    await db.database.query(sql`update sessions set expires_at = now() - interval '25 hours'
      where id = ${token.id}`);
    assertEquals(await codeOf(w.manager, other), [200, undefined]);
  });

  await t.step("nor who gave the other a password, through a third login too", async () => {
    const receipt = await receiveBy(w.store);
    const reset = `/users/${w.store.userId}/reset-password`;
    done(await admin.post(reset, { new_password: "Another#5512" }));
    assertEquals(await codeOf(admin, receipt), refused);
    assertEquals(await codeOf(await login(admin, "manager"), receipt), refused);
    assertEquals(await codeOf(w.manager, receipt), [200, undefined]);
  });

  await t.step("whom the owner made are two people, and he may do both himself", async () => {
    const [store, manager] = [await login(w.owner, "store"), await login(w.owner, "manager")];
    assertEquals(await codeOf(manager, await receiveBy(store)), [200, undefined]);
    assertEquals(await codeOf(w.owner, await receiveBy(w.owner)), [200, undefined]);
  });
});
