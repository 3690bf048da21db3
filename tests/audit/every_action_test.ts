import { type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { from } from "../staff/staff.ts";

const root = new URL("../../", import.meta.url);

/** Every action that the code writes into the log by its name. */
async function actionsIn(folder: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (isDirectory) (await actionsIn(`${folder}${name}/`)).forEach((each) => found.add(each));
    else if (name.endsWith(".ts")) {
      const text = await Deno.readTextFile(new URL(folder + name, root));
      for (const [, words] of text.matchAll(/\baction:([^,;]*"[a-z_]+\.[a-z_]+"[^,;]*)/g)) {
        for (const [, action] of words.matchAll(/"([a-z_]+\.[a-z_]+)"/g)) found.add(action);
      }
    }
  }
  return found;
}

/** Actions of the terminal and of the start, and the tests that look for their rows. */
const elsewhere: Record<string, string> = {
  "audit.sign_again": "audit/verify_audit_test.ts",
  "backup.create": "backup/backup_test.ts",
  "backup.restore": "backup/backup_test.ts",
  "demo.seed": "cli/demo_test.ts",
  "list.export": "api/exports_test.ts",
  "user.setup_owner": "staff/setup_owner_test.ts",
  "user.use_recovery_code": "staff/totp_test.ts",
  "vat_challan.print": "sales/vat_challans_test.ts",
};

/** Deeds that the examples of the documentation do not do, each with the action that it must leave. */
function deeds(owner: Caller, all: Json): Record<string, () => Promise<unknown>> {
  return {
    "demurrage_tariff.update": async () => {
      const step = { size: 20, from_day: 1, rate: 12, currency: "USD", exchange_rate: 120 };
      const { body } = await owner.post("/import-logistics/demurrage-tariffs", step);
      await owner.put(`/import-logistics/demurrage-tariffs/${body.data.id}`, { rate: 13 });
    },
    "discrepancy.draft": async () => {
      const items = [{
        shipment_item_id: all.shipment.items[0].id,
        received_qty: 2,
        accepted_qty: 1,
      }];
      const receipt = { shipment_id: all.shipment.id, items };
      const { body } = await owner.post("/import-logistics/receipts", receipt);
      await owner.patch(`/import-logistics/receipts/${body.data.id}/approve`);
    },
    "discrepancy.reopen": async () => {
      const path = `/import-logistics/discrepancies/${all.claim.id}`;
      const note = { resolution: "credit_note", amount: 5, exchange_rate: 120 };
      const { body } = await owner.patch(`${path}/resolve`, note);
      const entry = `/import-logistics/supplier-ledger/${body.data?.supplier_ledger_id}`;
      await owner.post(`${entry}/reverse`, { reason: "wrong" });
    },
    "lc_tt.margin": async () => {
      const lc = { type: "LC", amount: 900, currency: "USD", exchange_rate: 120 };
      const { body } = await owner.post("/lc-tt", { ...lc, supplier_id: all.supplier.id });
      const step = { status: "lc_opened", margin_paid: 10 };
      await owner.patch(`/lc-tt/${body.data.id}/status`, step);
    },
    "period.close": () => owner.put("/settings", { closed_through: "2025-01-31" }),
    "period.reopen": () =>
      owner.put("/settings", { closed_through: null, note: "a bill came late" }),
    "settings.method_accounts": () =>
      owner.put("/settings", { method_accounts: { card: all.account.id } }),
    "user.update": async () => {
      const user = { name: "Salma", role: "store", employee_code: "S-1" };
      const { body } = await owner.post("/users", user);
      await owner.put(`/users/${body.data.id}`, { name: "Salma Begum" });
    },
  };
}

Deno.test("every action of the audit log is left by a deed that a test does", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const all = await oneOfEverything(owner, "A");
  const seen = new Set<string>();
  const newest = async () => (await owner.get("/audit?limit=1")).body.data[0].id as number;
  const since = async (id: number): Promise<string[]> =>
    (await owner.get("/audit?limit=50")).body.data.filter((row: Json) => row.id > id)
      .map((row: Json) => row.action);

  for (const [action, deed] of Object.entries(deeds(owner, all))) {
    await t.step(action, async () => {
      const before = await newest();
      await deed();
      const left = await since(before);
      assert(left.includes(action), `${left}`);
      seen.add(action);
    });
  }
  await t.step("user.refresh_token_reused", async () => {
    const send = from(app, "10.0.0.9");
    const password = "Godown#2291";
    const user = { name: "Karim", role: "sales", email: "karim@example.test", password };
    await owner.post("/users", user);
    const body = { identifier: user.email, password };
    const { body: { data } } = await send("POST", "/auth/login", { body });
    const { refresh_token } = data;
    const before = await newest();
    for (let i = 0; i < 2; i++) await send("POST", "/auth/refresh", { body: { refresh_token } });
    assertEquals(await since(before), ["user.refresh_token_reused"]);
    seen.add("user.refresh_token_reused");
  });
  await t.step("and no other is left over", async () => {
    const traces = await Deno.readTextFile(new URL("tests/api/traces.json", root));
    const never = [...await actionsIn("domain/")].filter((action) =>
      !seen.has(action) && !traces.includes(`"${action} of `) && !(action in elsewhere)
    );
    assertEquals(never, []);
    for (const [action, file] of Object.entries(elsewhere)) {
      const text = await Deno.readTextFile(new URL(`tests/${file}`, root));
      assert(text.includes(action), `${file} says nothing of ${action}`);
    }
  });
});
