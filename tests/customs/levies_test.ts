import { computeDuty, costOf, eachLevy, type Levies } from "../../domain/customs/levies.ts";
import { levies } from "../../domain/customs/levy_words.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { assertEquals } from "../support/assert.ts";

/** Rates CD/RD/SD/VAT/AIT/AT, as published schedules print them. */
function ratesOf(text: string): Levies<{ percent: ReturnType<typeof decimal>; per_unit: null }> {
  const [cd, rd, sd, vat, ait, at] = text.split("/");
  const of: Levies<string> = { cd, rd, sd, vat, at, ait };
  return eachLevy((levy) => ({ percent: decimal(of[levy]), per_unit: null }));
}

/** Value, rates, then CD, RD, SD, VAT, AIT, AT and the total as they were published or assessed. */
const golden: Record<string, [string, string, string]> = {
  // advance trade VAT of before July 2019: 4 % of 1.2667 times what VAT is on
  "P1 of 2019": [
    "1239945.42",
    "25/4/45/15/5/5.0668",
    "309986.36 49597.82 719788.32 347897.69 61997.27 117515.20 1606782.65",
  ],
  "P2": ["1161.50", "25/5/20/15/5/5", "290.38 58.08 301.99 271.79 58.08 90.60 1070.90"],
  "8443.39.10": [
    "1239945.42",
    "1/0/0/15/5/7.5",
    "12399.45 0 0 187851.73 61997.27 93925.87 356174.32",
  ],
  "8534.00": [
    "1239945.42",
    "5/0/0/15/5/7.5",
    "61997.27 0 0 195291.40 61997.27 97645.70 416931.65",
  ],
  "8443.99.90": [
    "1239945.42",
    "10/0/0/15/5/7.5",
    "123994.54 0 0 204590.99 61997.27 102295.50 492878.30",
  ],
  "3215.19": [
    "1239945.42",
    "25/3/0/15/5/7.5",
    "309986.36 37198.36 0 238069.52 61997.27 119034.76 766286.27",
  ],
  "8473.30": ["1239945.42", "5/0/0/0/2/7.5", "61997.27 0 0 0 24798.91 97645.70 184441.88"],
  "8536.50": [
    "1239945.42",
    "25/3/20/15/5/7.5",
    "309986.36 37198.36 317426.03 285683.42 61997.27 142841.71 1155133.15",
  ],
};

Deno.test("computeDuty() comes to what customs publish, levy by levy", async (t) => {
  for (const [name, [value, rates, published]] of Object.entries(golden)) {
    await t.step(name, () => {
      const { levies: of, total } = computeDuty(decimal(value), ratesOf(rates));
      const { cd, rd, sd, vat, ait, at } = of;
      const found = [cd, rd, sd, vat, ait, at, total].map((amount) => Number(String(amount)));
      assertEquals(found, published.split(" ").map(Number));
    });
  }
});

Deno.test("computeDuty() takes an amount per unit instead of a rate, and builds on it", () => {
  const rates = {
    ...ratesOf("0/0/20/15/5/7.5"),
    cd: { percent: decimal("25"), per_unit: decimal("10.5") },
  };
  const { levies: of, total } = computeDuty(decimal("1000"), rates, decimal("30"));
  // CD 315; SD 20 % of 1315; VAT 15 % and AT 7.5 % of 1578; AIT 5 % of 1000
  const found = levies.map((levy) => Number(String(of[levy])));
  assertEquals([found, Number(String(total))], [[315, 0, 263, 236.7, 118.35, 50], 983.05]);
});

Deno.test("costOf() is what never comes back", () => {
  const { levies: of } = computeDuty(decimal("1239945.42"), ratesOf("25/3/20/15/5/7.5"));
  assertEquals(Number(String(costOf(of, false))), 664610.75); // CD + RD + SD
  assertEquals(Number(String(costOf(of, true))), 1093135.88); // and VAT and AT, which are final then
});
