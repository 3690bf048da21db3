import fc from "fast-check";
import { decimal } from "../../domain/money/decimal.ts";
import {
  formatAmount,
  formatMoney,
  formatNumber,
  inDigits,
} from "../../domain/documents/format_money.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("formatMoney() groups taka by thousand, lakh and crore in both scripts", () => {
  const cases = [
    ["0", "৳0.00", "৳০.০০"],
    ["-0", "৳0.00", "৳০.০০"],
    ["0.5", "৳0.50", "৳০.৫০"],
    ["999", "৳999.00", "৳৯৯৯.০০"],
    ["1000", "৳1,000.00", "৳১,০০০.০০"],
    ["99999.99", "৳99,999.99", "৳৯৯,৯৯৯.৯৯"],
    ["100000", "৳1,00,000.00", "৳১,০০,০০০.০০"],
    ["12345678.50", "৳1,23,45,678.50", "৳১,২৩,৪৫,৬৭৮.৫০"],
    ["1234567890123.99", "৳12,34,56,78,90,123.99", "৳১২,৩৪,৫৬,৭৮,৯০,১২৩.৯৯"],
    ["-4567.1", "-৳4,567.10", "-৳৪,৫৬৭.১০"],
  ];
  for (const [amount, latin, bengali] of cases) {
    assertEquals(formatMoney(decimal(amount), "BDT", "latn"), latin);
    assertEquals(formatMoney(decimal(amount), "BDT", "beng"), bengali);
  }
});

Deno.test("formatMoney() writes another currency by its code and in thousands", () => {
  assertEquals(formatMoney(decimal("1234567.5"), "USD", "latn"), "USD 1,234,567.50");
  assertEquals(formatMoney(decimal("-1000"), "CNY", "beng"), "-CNY ১,০০০.০০");
});

Deno.test("formatAmount() shows every decimal there is and rounds none away", () => {
  assertEquals(formatAmount(decimal("1000.1255"), "BDT", "latn"), "1,000.1255");
  assertEquals(formatAmount(decimal("99999999.9999"), "BDT", "latn"), "9,99,99,999.9999");
});

Deno.test("formatNumber() writes quantities with the decimals they need", () => {
  assertEquals(formatNumber(decimal("10.000"), "latn"), "10");
  assertEquals(formatNumber(decimal("125000.5"), "latn"), "1,25,000.5");
  assertEquals(formatNumber(decimal("7.5"), "beng"), "৭.৫");
});

Deno.test("inDigits() changes digits and nothing else", () => {
  assertEquals(inDigits("Page 10 of 29, 384756", "beng"), "Page ১০ of ২৯, ৩৮৪৭৫৬");
  assertEquals(inDigits("Page 10", "latn"), "Page 10");
});

Deno.test("formatAmount() groups as ICU does for India and Bangladesh, whatever the amount", () => {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;
  const latin = new Intl.NumberFormat("en-IN", format);
  const bengali = new Intl.NumberFormat("bn-BD", format);
  const western = new Intl.NumberFormat("en-US", format);
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 16n), 10n ** 16n), fc.constantFrom(0, 2, 4), (units, scale) => {
      const text = `${units}e-${scale}` as `${number}`;
      const amount = decimal(text);
      assertEquals(formatAmount(amount, "BDT", "latn"), latin.format(text));
      assertEquals(formatAmount(amount, "BDT", "beng"), bengali.format(text));
      assertEquals(formatAmount(amount, "USD", "latn"), western.format(text));
    }),
  );
});
