import { businessDate } from "../../domain/business/business.ts";
import { addDays } from "../../domain/business/calendar.ts";
import type { Caller, Json } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  done,
  made,
  SHIPMENTS,
  warehouse,
} from "../support/receiving.ts";

const TARIFFS = "/import-logistics/demurrage-tariffs";

async function running(caller: Caller, query = ""): Promise<{ data: Json[]; meta: Json }> {
  const { status, body } = await caller.get(`/import-logistics/demurrage${query}`);
  assertEquals(status, 200, JSON.stringify(body));
  return body;
}

Deno.test("tariffs are entered, corrected and ended with their dates", async () => {
  await using db = await freshDatabase();
  const { owner, accounts, store } = await warehouse(db.database);
  const today = businessDate();
  const step = { size: 20, from_day: 1, to_day: 7, rate: 6, currency: "USD" };
  assertEquals((await owner.get(TARIFFS)).body.data, [], "none is shipped");

  const tariff = made(await accounts.post(TARIFFS, { ...step, size: "20GP", port: "Chattogram" }));
  assertEquals(
    [tariff.kind, tariff.size, tariff.exchange_rate, tariff.exchange_rate_date, tariff.valid_from],
    ["demurrage", 20, null, null, today],
  );
  const rated = done(await accounts.put(`${TARIFFS}/${tariff.id}`, { exchange_rate: 122.5 }));
  assertEquals([rated.exchange_rate, rated.exchange_rate_date], [122.5, today]);
  const ended = done(
    await accounts.put(`${TARIFFS}/${tariff.id}`, { valid_to: today, to_day: null }),
  );
  assertEquals([ended.valid_to, ended.to_day, ended.version], [today, null, 3]);
  assertEquals(
    done(await accounts.put(`${TARIFFS}/${tariff.id}`, { currency: "CNY" })).exchange_rate,
    null,
    "a dollar rate says nothing about yuan",
  );
  const { body: { data: deeds } } = await owner.get(
    `/audit?entity=demurrage_tariff&entity_id=${tariff.id}`,
  );
  assertEquals(deeds.length, 4, "every change is in the audit");
  assertEquals((await owner.get(`${TARIFFS}?valid_on=${addDays(today, 1)}`)).body.data, []);
  assertEquals((await owner.get(`${TARIFFS}?size=40`)).body.data, []);
  assertEquals((await owner.get(`${TARIFFS}?size=20&port=chattogram`)).body.data.length, 1);

  const refused: [Json, string][] = [
    [{ ...step, to_day: 1, from_day: 2 }, "to_day"],
    [{ ...step, size: 30 }, "size"],
    [{ ...step, valid_to: "2000-01-01" }, "valid_to"],
    [{ ...step, currency: "BDT", exchange_rate: 2 }, "exchange_rate"],
    [{ ...step, exchange_rate_date: today }, "exchange_rate_date"],
    [{ ...step, rate: -1 }, "rate"],
  ];
  for (const [body, name] of refused) assertInvalid(await owner.post(TARIFFS, body), name);
  assertRefused(await store.get(TARIFFS), 403, "forbidden");
});

Deno.test("the demurrage clock runs from arrival to the gate", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { owner } = w;
  const today = businessDate();
  const shipment = await w.ship([], { container_number: "csqu 305438-3", carrier: "Maersk" });
  const containers = `${SHIPMENTS}/${shipment.id}/containers`;
  const add = async (body: Json) => made(await owner.post(containers, body));

  await t.step("a container is entered once, its number judged", async () => {
    const first = await add({ size: 20, discharged_on: addDays(today, -6) });
    assertEquals(
      [first.container_number, first.container_number_fault, first.carrier, first.free_days],
      ["CSQU3054383", null, "Maersk", null],
    );
    assertRefused(await owner.post(containers, { size: 20 }), 409, "duplicate_container");
    const mistyped = await add({ size: "40HC", container_number: "CSQU3054384" });
    assert(mistyped.container_number_fault.includes("ends in 3"));
    assertInvalid(
      await owner.post(containers, { size: 20, container_number: "X 1234", gate_out_on: today }),
      "arrived_on",
    );
    assertInvalid(
      await owner.patch(`${containers}/${first.id}`, { gate_out_on: addDays(today, -7) }),
      "gate_out_on",
    );
    assertRefused(await owner.patch(`${containers}/999999`, {}), 404, "not_found");
    assertRefused(await owner.get(`${SHIPMENTS}/999999/containers`), 404, "not_found");
    assertEquals((await owner.get(containers)).body.data.length, 2);
  });

  await t.step("without free days and tariff nothing is made up", async () => {
    const { data: [card], meta } = await running(owner);
    assertEquals(meta.total, 1, "the other one has not arrived");
    assertEquals([card.free_days_left, card.days_over, card.rent_today_local], [null, null, 0]);
    done(await owner.put("/settings", { demurrage_free_days: 4 }));
    const [told] = (await running(owner)).data;
    assertEquals([told.free_days_left, told.days_over], [0, 2]);
    assertEquals(told.clocks[0].days_without_tariff, 2);
  });

  const step = { size: 20, from_day: 1, rate: 6, currency: "USD" };

  await t.step("a tariff without a rate shows dollars, and says the rate is missing", async () => {
    const tariff = made(
      await owner.post(TARIFFS, { ...step, to_day: 2, valid_from: addDays(today, -30) }),
    );
    const { data: [card], meta } = await running(owner);
    assertEquals(card.clocks[0].rent_so_far, [
      { currency: "USD", amount: 12, exchange_rate: null, amount_local: null },
    ]);
    assertEquals([card.rent_so_far_local, card.rate_missing, meta.without_rate], [
      null,
      ["USD"],
      1,
    ]);
    done(await owner.put(`${TARIFFS}/${tariff.id}`, { exchange_rate: 122.855 }));
    const [rated] = (await running(owner)).data;
    assertEquals([rated.rent_today_local, rated.rent_so_far_local], [737.13, 1474.26]);
  });

  await t.step("the rent until a day, by the steps that hold by then", async () => {
    made(await owner.post(TARIFFS, { ...step, from_day: 3, rate: 1000, currency: "BDT" }));
    made(
      await owner.post(TARIFFS, {
        ...step,
        from_day: 3,
        rate: 1500,
        currency: "BDT",
        carrier: "maersk",
        valid_from: addDays(today, 2),
      }),
    );
    const { data: [card], meta } = await running(owner, `?until=${addDays(today, 3)}`);
    // 12 USD, then a day at 1000, then two at the line's own 1500
    assertEquals([card.rent_so_far_local, card.rent_until_local], [1474.26, 5474.26]);
    assertEquals([meta.until, meta.rent_until_local], [addDays(today, 3), 5474.26]);
    assertInvalid(await owner.get("/import-logistics/demurrage?until=2020-01-01"), "until");
  });

  await t.step("most taka at risk first; who sees no costs sees the days", async () => {
    await add({ size: 20, container_number: "TEMU0000001", arrived_on: today, free_days: 0 });
    await add({ size: 40, container_number: "TEMU0000002", arrived_on: addDays(today, -30) });
    const names = async (by: Caller, query = "") =>
      (await running(by, query)).data.map((card) => card.container_number);
    const until = `?until=${addDays(today, 3)}`;
    assertEquals(await names(owner, until), ["CSQU3054383", "TEMU0000001", "TEMU0000002"]);
    assertEquals(await names(w.store, until), ["TEMU0000002", "CSQU3054383", "TEMU0000001"]);
    const { data: [card], meta } = await running(w.store);
    assertEquals(Object.keys({ ...card, ...meta }).filter((name) => name.startsWith("rent")), []);
    assertEquals(
      Object.keys(card.clocks[0]).filter((name) => name.startsWith("rent")),
      [],
    );
  });

  await t.step("at the gate demurrage ends, detention ends with the empty container", async () => {
    const { data: [card] } = await running(owner, `?until=${addDays(today, 3)}`);
    const left = `${containers}/${card.id}`;
    done(await owner.patch(left, { gate_out_on: today }));
    const still = async () =>
      (await running(owner)).data.filter(({ id }) => id === card.id)[0]?.clocks.map((
        c: Json,
      ) => [c.kind, c.days_over]);
    assertEquals(await still(), [["demurrage", 2]]); // what was run up is not forgotten (found 11)
    const stopped = async (query = "") =>
      (await running(owner, query)).data.find(({ id }) => id === card.id)?.clocks[0];
    assertEquals((await stopped())?.ended_on, today);
    assertEquals(
      (await stopped())?.rent_so_far,
      (await stopped(`?until=${addDays(today, 9)}`))?.rent_until,
    );
    done(await owner.put("/settings", { detention_free_days: 5 }));
    assertEquals(await still(), [["demurrage", 2], ["detention", 1]]);
    done(await owner.patch(left, { returned_on: today }));
    assertEquals(await still(), undefined);
    assertEquals((await stopped(`?shipment_id=${shipment.id}`))?.days_over, 2);
    assertEquals(
      done(await owner.patch(left, { gate_out_on: null, returned_on: null })).gate_out_on,
      null,
    );
    assertEquals(await still(), [["demurrage", 2], ["detention", 1]]);
  });

  await t.step("a cancelled shipment's containers are nobody's", async () => {
    done(await owner.patch(`${SHIPMENTS}/${shipment.id}/status`, { status: "cancelled" }));
    assertEquals((await running(owner)).data, []);
  });

  await t.step("settings are read by all and changed by few", async () => {
    assertEquals(done(await w.store.get("/settings")).detention_free_days, 5);
    assertRefused(await w.store.put("/settings", {}), 403, "forbidden");
    assertInvalid(await owner.put("/settings", { demurrage_free_days: -1 }), "demurrage_free_days");
    assertEquals(
      done(await owner.put("/settings", { demurrage_free_days: null }))
        .demurrage_free_days,
      null,
    );
  });
});
