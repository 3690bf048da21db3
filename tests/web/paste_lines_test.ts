import { assertEquals } from "../support/assert.ts";
import { pastedLines } from "../../web/src/screens/desk/pasted_lines.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { signIn } from "./phone.ts";
import { shop } from "./staff_page.ts";

Deno.test("rows of a spreadsheet are read as lines of an invoice, in either script", () => {
  const { lines, wrong } = pastedLines(
    "SKU\tQty\tPrice\tDiscount\nINK-1\t২\t1,250.50\t100\n\nIJ-X1;1\n",
  );
  assertEquals(wrong, []);
  assertEquals(lines, [
    { at: 2, code: "INK-1", quantity: "2", unit_price: "1250.5", discount: "100" },
    { at: 4, code: "IJ-X1", quantity: "1" },
  ]);
});

Deno.test("a row that does not fit is named with its reason", () => {
  const { wrong } = pastedLines(
    "A-1\nB-1\t0\nC-1\t1\tcheap\nD-1\t1\t5\t5%\nE-1\t1\t5\t0\tgift\nF-1\t1\nF-1\t2\n\t3",
  );
  assertEquals(wrong, [
    { at: 1, why: "no_quantity", cell: "" },
    { at: 2, why: "no_quantity", cell: "0" },
    { at: 3, why: "no_price", cell: "cheap" },
    { at: 4, why: "no_discount", cell: "5%" },
    { at: 5, why: "too_many", cell: "gift" },
    { at: 7, why: "twice", cell: "F-1" },
    { at: 8, why: "no_code", cell: "" },
  ]);
});

browserTest("at the desk rows are pasted into an invoice: all, or none and why", async () => {
  await using site = await openSite();
  const { customer, ink, owner } = await shop(site);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    const url = `${origin(site.port)}/mobile`;
    await signIn(page, url, await site.user("owner"), "bn");
    await page.goto(`${url}#/invoices/new?customer_id=${customer.id}`);
    await page.getByText("স্প্রেডশিট থেকে বসান").click();
    const add = page.getByRole("button", { name: "লাইনগুলো যোগ করুন" });
    await page.fill("[name=pasted]", `${ink.sku}\t2\t1,500\t100\nNO-SUCH\t1\n${ink.sku}\tx`);
    await add.click();
    await page.locator("details .error").nth(1).waitFor();
    assertEquals(await page.locator("details .error").allInnerTexts(), [
      "লাইন 2: NO-SUCH নামে কোনো পণ্য নেই",
      "লাইন 3: পরিমাণ নেই বা সংখ্যা নয় (x)",
    ]);
    assertEquals(await page.locator("[name^=price-]").count(), 0);

    await page.fill("[name=pasted]", `SKU\tQty\tPrice\tDiscount\n${ink.sku}\t2\t1,500\t100`);
    await add.click();
    await page.locator(`[name=price-${ink.id}]`).waitFor();
    assertEquals(await page.inputValue(`[name=price-${ink.id}]`), "1500");
    assertEquals(await page.inputValue(`[name=discount-${ink.id}]`), "100");
    await page.getByText("৳2,900.00").first().waitFor();
    await page.getByRole("button", { name: "সংরক্ষণ", exact: false }).last().click();
    await page.waitForURL(`${url}#/invoices`);
    await page.locator(".desk, .row").filter({ hasText: "৳2,900.00" }).first().waitFor();
    for (;;) {
      const { body } = await owner.get("/invoices?sort=-id&limit=1");
      if (Number(body.data[0].total) !== 2900) {
        await page.waitForTimeout(300);
        continue;
      }
      const { body: { data } } = await owner.get(`/invoices/${body.data[0].id}`);
      assertEquals(Number(data.items[0].discount), 100);
      break;
    }
  } finally {
    await browser.close();
  }
});
