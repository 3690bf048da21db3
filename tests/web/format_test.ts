import {
  dhakaDate,
  formatDate,
  formatMoney,
  formatNumber,
  formatShort,
  formatTime,
  formatWhen,
  type Writing,
} from "../../web/src/core/format.ts";
import { observed } from "../../web/src/core/net.ts";
import { assert, assertEquals } from "../support/assert.ts";

const en: Writing = { lang: "en", digits: "latin" };
const bn: Writing = { lang: "bn", digits: "bangla" };
const now = new Date("2026-11-21T16:30:00Z");

Deno.test("numbers are grouped as here, in either script", () => {
  assertEquals(formatNumber(12345678, en), "1,23,45,678");
  assertEquals(formatNumber(12345678, bn), "১,২৩,৪৫,৬৭৮");
  assertEquals(formatNumber(12345678, { lang: "bn", digits: "latin" }), "1,23,45,678");
});

Deno.test("money is exact to the poisha; at a glance it is lakh and crore, never rounded up", () => {
  assertEquals(formatMoney("12345678.5", "BDT", en), "৳1,23,45,678.50");
  assertEquals(formatMoney("-250", "USD", en), "-$250.00");
  assertEquals(formatMoney(5, "AED", en), "AED 5.00");
  // what is no taka is not counted in lakhs
  assertEquals(formatMoney(158048, "USD", en), "$158,048.00");
  assertEquals(formatMoney(-1437030.5, "CNY", bn), "-CN¥১,৪৩৭,০৩০.৫০");
  assertEquals(formatShort(99999.99, "BDT", en), "৳99,999");
  assertEquals(formatShort(250000, "BDT", en), "৳2.5 lakh");
  assertEquals(formatShort(12345678, "BDT", bn), "৳১.২৩ কোটি");
  assertEquals(formatShort(19999999, "BDT", en), "৳1.99 crore");
  assertEquals(formatShort(-250000, "BDT", en), "-৳2.5 lakh");
  assertEquals(formatShort(158048.5, "USD", en), "$158,048");
});

Deno.test("dates and times are those of Dhaka, wherever the phone is", () => {
  assertEquals(formatDate("2026-11-21", en, now), "21 Nov");
  assertEquals(formatDate("2025-02-03", en, now), "3 Feb 2025");
  assertEquals(formatDate("2026-11-21", bn, now), "২১ নভে");
  assertEquals(formatTime("2026-11-21T18:05:00Z", en), "00:05");
  assertEquals(dhakaDate(new Date("2026-11-21T18:05:00Z")), "2026-11-22");
  assertEquals(formatWhen("2026-11-21T10:42:00Z", en, now), "16:42");
  assertEquals(formatWhen("2026-11-20T04:42:00Z", en, now), "20 Nov, 10:42");
});

Deno.test("what writes dates is made once, not for every row: it takes a hundred times as long", () => {
  const real = Intl.DateTimeFormat;
  let made = 0;
  Intl.DateTimeFormat = class extends real {
    constructor(...given: ConstructorParameters<typeof real>) {
      super(...given);
      made++;
    }
  } as typeof real;
  try {
    const day = (n: number) => new Date(Date.UTC(2024, 0, n, 4, 42)).toISOString();
    for (let n = 1; n < 1000; n++) for (const way of [en, bn]) formatWhen(day(n), way, now);
  } finally {
    Intl.DateTimeFormat = real;
  }
  assert(made < 10, `${made}`);
});

Deno.test("today is the server's, whatever the phone's clock says", async () => {
  const answered = (at: number) =>
    observed(() =>
      Promise.resolve(new Response(null, { headers: { date: new Date(at).toUTCString() } }))
    );
  try {
    await answered(Date.UTC(2031, 2, 4, 12));
    assertEquals(dhakaDate(), "2031-03-04");
  } finally {
    await answered(Date.now());
  }
});
