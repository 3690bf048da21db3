import { businessDate } from "../../domain/business/business.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { actorWith, type Answer, type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { enterSupplier } from "../support/journal.ts";

const ledger = "/import-logistics/supplier-ledger";

async function books() {
  const db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post("/suppliers", { name: "Machine Works", currency: "USD" });
  return {
    ...db,
    owner,
    enter: (entry: Json) =>
      owner.post(ledger, { supplier_id: 1, particulars: "Proforma 7", ...entry }),
    /** what we owe in dollars and in local currency, and what settling has cost so far */
    async owed() {
      const { meta } = (await owner.get(`${ledger}?supplier_id=1`)).body;
      const [usd] = meta.balances.filter((b: Json) => b.currency === "USD");
      return [usd.balance, usd.balance_local, meta.realised_exchange_difference];
    },
    async differences() {
      const { data } = (await owner.get(`${ledger}?entry_type=exchange_difference&sort=id`)).body;
      return data.map((row: Json) => [row.credit, row.debit, row.amount_local, row.entry_date]);
    },
  };
}

Deno.test("postSupplierEntry() realises the exchange difference of whatever reduces a foreign balance", async (t) => {
  await using b = await books();

  await t.step("in part, against what the debt stands at", async () => {
    await b.enter({ credit: 100, exchange_rate: 110, entry_date: "2026-01-10" });
    await b.enter({ debit: 40, exchange_rate: 120, entry_date: "2026-02-10" });
    // 4800 paid for 4400
    assertEquals(await b.differences(), [[0, 0, 400, "2026-02-10"]]);
    assertEquals(await b.owed(), [60, 6600, 400]);
  });

  await t.step("the rest, on the day of its payment even when that is an earlier one", async () => {
    await b.enter({ debit: 60, exchange_rate: 120.5, entry_date: "2026-02-05" });
    assertEquals((await b.differences()).at(-1), [0, 0, 630, "2026-02-05"]);
    assertEquals(await b.owed(), [0, 0, 1030]);
  });

  await t.step("paid below it, with halves of a paisa: a gain", async () => {
    await b.enter({ credit: 0.01, exchange_rate: 100.5, entry_date: "2026-03-01" }); // 1.005 → 1.01
    await b.enter({ debit: 0.01, exchange_rate: 99, entry_date: "2026-03-02" });
    assertEquals((await b.differences()).at(-1), [0, 0, -0.02, "2026-03-02"]);
    assertEquals(await b.owed(), [0, 0, 1029.98]);
  });

  await t.step("paid in advance, the purchase later", async () => {
    await b.enter({ debit: 10, exchange_rate: 120, entry_date: "2026-03-03" });
    await b.enter({ credit: 10, exchange_rate: 121, entry_date: "2026-03-04" });
    assertEquals((await b.differences()).at(-1), [0, 0, -10, "2026-03-04"]);
  });

  await t.step("at the same rate there is none, and in local currency never", async () => {
    await b.enter({ credit: 5, exchange_rate: 120 });
    await b.enter({ debit: 5, exchange_rate: 120 });
    await b.enter({ credit: 5, currency: "BDT" });
    await b.enter({ debit: 5, currency: "BDT" });
    assertEquals((await b.differences()).length, 4);
  });

  await t.step("another currency does not mind", async () => {
    await b.enter({ credit: 5, currency: "CNY", exchange_rate: 16 });
    assertEquals((await b.differences()).length, 4);
  });
});

Deno.test("an advance of 780 USD paid at 122.75 stands at 95,745.00, whatever was owed before it", async () => {
  await using b = await books();
  await b.enter({ credit: 87_400, exchange_rate: 119.5, entry_date: "2026-01-10" });
  await b.enter({ debit: 88_180, exchange_rate: 122.75, entry_date: "2026-02-10" });
  // 87,400 × (122.75 − 119.5) = 284,050 lost; 780 × 122.75 beyond zero
  assertEquals(await b.owed(), [-780, -95_745, 284_050]);
  await b.enter({ credit: 390, exchange_rate: 120, entry_date: "2026-03-01" });
  // half of the advance is relieved at its own rate
  assertEquals(await b.owed(), [-390, -47_872.5, 285_122.5]);
});

Deno.test("what is relieved is rounded half even, all of it at zero", async () => {
  await using b = await books();
  await b.enter({ credit: 2, currency: "USD", exchange_rate: 0.125 }); // 0.25
  await b.enter({ debit: 0.2, exchange_rate: 1 }); // 0.025 → 0.02
  assertEquals((await b.owed()).slice(0, 2), [1.8, 0.23]);
  await b.enter({ debit: 1.8, exchange_rate: 1 });
  assertEquals((await b.owed()).slice(0, 2), [0, 0]);
});

Deno.test("reverseEntry() takes back the exchange difference that an entry had realised", async (t) => {
  await using b = await books();
  const reverse = (id: number) => b.owner.post(`${ledger}/${id}/reverse`, { reason: "Wrong" });
  await b.enter({ credit: 100, exchange_rate: 110 }); // 1
  await b.enter({ debit: 100, exchange_rate: 120 }); // 2, realises 3

  await t.step("the difference itself cannot be reversed", async () => {
    const { status, body } = await reverse(3);
    assertEquals([status, body.code], [409, "not_reversible"]);
  });

  await t.step("without the payment we owe what was booked", async () => {
    assertEquals((await reverse(2)).status, 201); // 4, and 5 for the difference
    assertEquals(await b.owed(), [100, 11000, 0]);
    const { data } = (await b.owner.get(`${ledger}/5`)).body;
    assertEquals([data.reverses_id, data.cause_id, data.amount_local], [3, 4, -1000]);
    assertEquals((await reverse(5)).body.code, "not_reversible");
  });

  await t.step("paid again at another rate", async () => {
    await b.enter({ debit: 100, exchange_rate: 115 });
    assertEquals(await b.owed(), [0, 0, 500]);
  });

  await t.step(
    "without the purchase the payment is an advance that stands at what it relieved",
    async () => {
      assertEquals((await reverse(1)).status, 201);
      assertEquals(await b.owed(), [-100, -11000, 500]);
    },
  );
});

Deno.test("postSupplierEntry() sees what the posting before it left, so that no residue stays", async () => {
  await using b = await books();
  await b.enter({ credit: 100, exchange_rate: 110 });
  let second!: Promise<Answer>;
  await inTransaction(b.database, async (tx) => {
    await enterSupplier(tx, actorWith("owner"), {
      supplier_id: 1,
      entry_type: "payment",
      particulars: "First half",
      debit: new Decimal("50"),
      currency: "USD",
      exchange_rate: new Decimal("120"),
      entry_date: "2020-12-31", // a number series of its own: only the supplier's lock can hold the other
    });
    second = b.enter({ debit: 50, exchange_rate: 121, entry_date: businessDate() });
    await untilBlocked(b.database);
  });
  assertEquals((await second).status, 201);
  assertEquals(await b.owed(), [0, 0, 1050]);
});
