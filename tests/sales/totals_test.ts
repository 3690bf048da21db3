import fc from "fast-check";
import { decimal } from "../../domain/money/decimal.ts";
import type { Refusal } from "../../domain/errors.ts";
import { shareInOrder } from "../../domain/sales/allocations.ts";
import { invoiceTotals } from "../../domain/sales/totals.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";

type Figures = [quantity: string, unit_price: string, discount?: string, percent?: string];

function totals(lines: Figures[], discount = "0", vat_percent = "0", vat_included = false) {
  return invoiceTotals({
    items: lines.map(([quantity, unit_price, off, percent]) => ({
      quantity: decimal(quantity),
      unit_price: decimal(unit_price),
      discount: off === undefined ? undefined : decimal(off),
      discount_percent: percent === undefined ? undefined : decimal(percent),
      vat_percent: decimal(vat_percent),
    })),
    discount: decimal(discount),
    vat_included,
  });
}

function line(...figures: Figures) {
  const [{ discount, amount }] = totals([figures]).lines;
  return [String(discount), String(amount)];
}

Deno.test("invoiceTotals() rounds a line once, half up at 2 decimals", () => {
  assertEquals(line("3", "33.335"), ["0", "100.01"]); // 100.005
  assertEquals(line("0.333", "9.99"), ["0", "3.33"]); // 3.32667
  assertEquals(line("1", "1.005"), ["0", "1.01"]); // a double would say 1.00
  assertEquals(line("2", "100", "30"), ["30", "170"]);
  assertEquals(line("2", "100", undefined, "10"), ["20", "180"]);
  assertEquals(line("1", "0.10", undefined, "5"), ["0", "0.1"]); // 0.095
  assertEquals(line("1", "33.33", undefined, "7.5"), ["2.5", "30.83"]); // 30.83025
  assertEquals(line("1", "5", "5"), ["5", "0"]);
  assertEquals(line("1", "5", undefined, "100"), ["5", "0"]);
});

Deno.test("invoiceTotals() takes VAT of the whole after discounts, half up", () => {
  const show = ({ subtotal, vat, total }: ReturnType<typeof totals>) =>
    [subtotal, vat, total].map(String);
  assertEquals(show(totals([["1", "100"], ["2", "50.25", "0.5"]], "20", "15")), [
    "200",
    "27",
    "207",
  ]);
  assertEquals(show(totals([["1", "0.3"]], "0", "15")), ["0.3", "0.05", "0.35"]); // 0.045
  assertEquals(show(totals([["1", "10"]], "10", "15")), ["10", "0", "0"]);
  assertEquals(show(totals([["1", "9999999999999.99"]])), [
    "9999999999999.99",
    "0",
    "9999999999999.99",
  ]);
});

Deno.test("invoiceTotals() names every discount that is too large and amounts out of range", async () => {
  const fieldsOf = async (...given: Parameters<typeof totals>) => {
    const refusal = await thrownBy(() => totals(...given)) as Refusal;
    assertEquals(refusal.code, "invalid_fields");
    return Object.keys(refusal.details.errors!);
  };
  assertEquals(await fieldsOf([["1", "5", "5.01"], ["1", "5", undefined, "100.1"]]), [
    "items.0.discount",
    "items.1.discount_percent",
  ]);
  assertEquals(await fieldsOf([["1", "5"]], "5.01"), ["discount"]);
  assertEquals(await fieldsOf([["99999999999", "1000"]]), ["items.0.unit_price"]);
  assertEquals(await fieldsOf([["1", "9999999999999.99"], ["1", "0.01"]]), ["items"]);
  assertEquals(await fieldsOf([["1", "9999999999999"]], "0", "1"), ["items"]);
});

Deno.test("invoiceTotals() equals a recount in whole units", () => {
  // quantities in 10^-3, prices in 10^-4, percentages in 10^-4, amounts in 10^-2
  const item = fc.record({
    quantity: fc.integer({ min: 1, max: 50_000 }),
    price: fc.integer({ min: 0, max: 100_0000 }),
    percent: fc.option(fc.integer({ min: 0, max: 100_0000 }), { nil: undefined }),
  });
  const halfUp = (n: bigint, d: bigint) => (2n * n + d) / (2n * d);
  const text = (n: number | bigint, scale: number) => String(decimal(`${n}e-${scale}`));
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.nat(100),
      fc.nat(50_0000),
      (items, off, vatPercent) => {
        const amounts = items.map(({ quantity, price, percent = 0 }) =>
          halfUp(BigInt(quantity) * BigInt(price) * BigInt(100_0000 - percent), 10n ** 11n)
        );
        const subtotal = amounts.reduce((a, b) => a + b);
        const discount = subtotal * BigInt(off) / 100n;
        const vat = halfUp((subtotal - discount) * BigInt(vatPercent), 10n ** 6n);
        const found = totals(
          items.map((i) => [
            text(i.quantity, 3),
            text(i.price, 4),
            undefined,
            i.percent === undefined ? undefined : text(i.percent, 4),
          ]),
          text(discount, 2),
          text(vatPercent, 4),
        );
        assertEquals(found.lines.map((l) => String(l.amount)), amounts.map((a) => text(a, 2)));
        assertEquals(String(found.subtotal), text(subtotal, 2));
        assertEquals(String(found.vat), text(vat, 2));
        assertEquals(String(found.total), text(subtotal - discount + vat, 2));
        for (const l of found.lines) assert(l.discount.gte("0"));
      },
    ),
    { numRuns: 1000 },
  );
});

Deno.test("shareInOrder() fills one after the other and never more than there is or is due", () => {
  const cents = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 6 }), (amount, dues) => {
      const open = dues.map((due, i) => ({ id: i + 1, due: decimal(`${due}e-2`) }));
      const found = shareInOrder(decimal(`${amount}e-2`), open);
      let left = amount;
      const expected = dues.flatMap((due, i) => {
        const share = Math.min(left, due);
        left -= share;
        return share > 0 ? [[i + 1, String(decimal(`${share}e-2`))]] : [];
      });
      assertEquals(found.map((s) => [s.invoice_id, String(s.amount)]), expected);
    }),
    { numRuns: 500 },
  );
});
