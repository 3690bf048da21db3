import { decimal } from "../../domain/money/decimal.ts";
import { invoicePdf, type PrintedInvoice } from "../../domain/documents/invoice_pdf.ts";
import type { DocumentOptions } from "../../domain/documents/letterhead.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { linesOf, type PrintedText, readPdf } from "../support/pdf.ts";
import { bangla, english, sampleInvoice } from "./samples.ts";

async function pagesOf(
  invoice: PrintedInvoice,
  options: DocumentOptions,
): Promise<PrintedText[][]> {
  return readPdf(await invoicePdf(invoice, options));
}

async function linesOfPages(invoice: PrintedInvoice, options: DocumentOptions) {
  return (await pagesOf(invoice, options)).map(linesOf);
}

/** Fails when two texts share room on a page, or one stands outside its margins. */
function assertNothingOverlaps(pages: PrintedText[][]): void {
  for (const page of pages) {
    const boxes = page.filter(({ text }) => text.trim() !== "").map((text) => ({
      ...text,
      top: text.baseline - 0.75 * text.size,
      bottom: text.baseline + 0.25 * text.size,
    }));
    for (const [at, a] of boxes.entries()) {
      assert(a.x > 39 && a.right < 596.28 - 39 && a.top > 39 && a.bottom < 842 - 39, a.text);
      for (const b of boxes.slice(at + 1)) {
        const apart = a.right <= b.x + 0.5 || b.right <= a.x + 0.5 || a.bottom <= b.top ||
          b.bottom <= a.top;
        assert(apart, `"${a.text}" and "${b.text}" overlap`);
      }
    }
  }
}

Deno.test("invoicePdf() prints everything of an invoice in English", async () => {
  const [lines, ...rest] = await linesOfPages(sampleInvoice(2), english);
  assertEquals(rest, []);
  assertEquals(lines, [
    "Karnaphuli Machinery Trading Invoice",
    "214 Strand Road, Sadarghat",
    "Chattogram 4000",
    "Phone: +880 31 555 0142",
    "Bill to",
    "Number INV-2026-00042",
    "মোঃ কৃষ্ণ সন্ধ্যা স্পিনিং মিলস Ltd.",
    "Date 21 Nov 2026",
    "শ্রীমঙ্গল রোড, ব্রাহ্মণবাড়িয়া Due date 5 Dec 2026",
    "Phone: 01712-345678",
    "# Description Quantity Unit price (৳) Discount (৳) Amount (৳)",
    "1 CNC knitting board KX-40 with সার্ভো ড্রাইভ (চট্টগ্রাম) 1 pcs 12,500.50 100.50 12,400.00",
    "Serial no.: KX40-1000, KX40-5000",
    "Warranty: 12 months",
    "2 ক্রেতার পছন্দের যন্ত্রাংশ, কৃষ্ণ রঙের ঢাকনা Ø 25 mm ±0.5 1 pcs 12,500.50 100.50 12,400.00",
    "Warranty: 1 month",
    "Subtotal ৳24,800.00",
    "Discount ৳0.00",
    "VAT (15%) ৳3,720.00",
    "Total ৳28,520.00",
    "Paid ৳1,000.00",
    "Due ৳27,520.00",
    "In words: Twenty-eight thousand five hundred twenty taka only",
    "Payments",
    "21 Nov 2026, bKash, 8N7A6D5E, ৳1,000.00",
    "Notes",
    "বিক্রয়ের পর মূল্য ফেরত হয় না। Goods once sold are not taken back.",
    "Customer's signature Authorised signature",
    "Invoice INV-2026-00042 Page 1 of 1",
  ]);
});

Deno.test("invoicePdf() prints labels, numbers and words in Bangla, and data as typed", async () => {
  const [lines] = await linesOfPages(sampleInvoice(3), bangla);
  for (
    const line of [
      "কর্ণফুলী মেশিনারি ট্রেডিং বিক্রয় চালান",
      "পরিশোধের শেষ তারিখ ৫ ডিসেম্বর ২০২৬",
      "ফোন: 01712-345678",
      "ক্রম পণ্যের বিবরণ পরিমাণ একক মূল্য (৳) ছাড় (৳) মূল্য (৳)",
      "৩ Servo motor 750 W, 10 Ω brake, ½″ shaft ১ পিস ১২,৫০০.৫০ ১০০.৫০ ১২,৪০০.০০",
      "সিরিয়াল নম্বর: KX40-1000, KX40-5000",
      "ওয়ারেন্টি: ১২ মাস",
      "মূল্য সংযোজন কর (১৫%) ৳৫,৫৮০.০০",
      "বকেয়া ৳৪১,৭৮০.০০",
      "কথায়: বিয়াল্লিশ হাজার সাতশত আশি টাকা মাত্র",
      "২১ নভেম্বর ২০২৬, বিকাশ, 8N7A6D5E, ৳১,০০০.০০",
      "বিক্রয় চালান INV-2026-00042 পৃষ্ঠা ১ / ১",
    ]
  ) {
    assert(lines.some((printed) => printed.endsWith(line)), `${line}\n${lines.join("\n")}`);
  }
});

Deno.test("invoicePdf() prints Bangla labels with Latin digits when asked", async () => {
  const [lines] = await linesOfPages(sampleInvoice(1), { ...bangla, digits: "latn" });
  assert(lines.includes("মূল্য সংযোজন কর (15%) ৳1,860.00"));
  assert(lines.some((line) => line.endsWith("তারিখ 21 নভেম্বর 2026")));
});

Deno.test("invoicePdf() leaves out what an invoice has not", async () => {
  const invoice: PrintedInvoice = {
    ...sampleInvoice(1),
    due_date: null,
    notes: null,
    payments: [],
    vat_percent: null,
    customer: { name: "Cash customer" },
  };
  const [lines] = await linesOfPages(invoice, { ...english, currency: "USD" });
  const text = lines.join("\n");
  for (const label of ["Due date", "Notes", "Payments", "In words", "VAT (", "null", "undefined"]) {
    assert(!text.includes(label), label);
  }
  assert(lines.includes("Total USD 14,260.00"));
});

Deno.test("invoicePdf() says that an invoice is void", async () => {
  const [lines] = await linesOfPages({ ...sampleInvoice(1), status: "void" }, english);
  assert(lines.some((line) => line.endsWith("VOID")));
});

Deno.test("invoicePdf() repeats the heading and numbers the pages of a long invoice", async () => {
  const pages = await linesOfPages(sampleInvoice(60), english);
  assertEquals(pages.length, 4);
  const found: string[] = [];
  for (const [at, lines] of pages.entries()) {
    assert(lines.some((line) => line.startsWith("# Description Quantity")));
    if (at > 0) assert(/^\d+ /.test(lines[1]), "a row begins the page");
    assertEquals(lines.at(-1), `Invoice INV-2026-00042 Page ${at + 1} of 4`);
    found.push(...lines.filter((line) => / 1 pcs /.test(line)).map((line) => line.split(" ")[0]));
  }
  assertEquals(found, Array.from({ length: 60 }, (_, at) => String(at + 1)));
});

Deno.test("invoicePdf() keeps the totals on one page wherever the lines end", async () => {
  for (let count = 8; count < 24; count++) {
    const pages = await linesOfPages(sampleInvoice(count), english);
    const last = pages.findIndex((lines) => lines.some((line) => line.startsWith("Subtotal")));
    const labels = ["Subtotal", "Discount ৳", "VAT", "Total", "Paid", "Due ৳", "In words"];
    for (const label of labels) {
      assert(pages[last].some((line) => line.startsWith(label)), `${label} of ${count} lines`);
    }
  }
});

Deno.test("invoicePdf() lets nothing overlap, whatever the data", async () => {
  const huge = decimal("9999999999999.99");
  const longWord = "KX".repeat(120);
  const bengali = "যন্ত্রাংশ বিক্রয়োত্তর রক্ষণাবেক্ষণ ".repeat(40);
  const invoice = sampleInvoice(12);
  invoice.items[0].description = longWord;
  invoice.items[1].description = bengali.trim();
  invoice.items[2].serial_numbers = Array.from({ length: 900 }, (_, at) => `SN-2026-${at}`);
  invoice.items[3].description = "line one\nline two\r\n\ttabbed\u0000\u0007 and \ud800 strange";
  Object.assign(invoice.items[4], { unit_price: huge, discount: huge, amount: huge });
  Object.assign(invoice.items[5], { quantity: decimal("999999999999.999"), unit: longWord });
  Object.assign(invoice, { subtotal: huge, vat: huge, total: huge, paid: huge, due: huge });
  invoice.reference_no = longWord;
  invoice.customer = { name: bengali.trim(), company_name: longWord, address: bengali, phone: "1" };
  invoice.notes = bengali.repeat(20);
  const business = { name: longWord, address: bengali, phone: longWord };
  for (const options of [english, bangla]) {
    const pages = await pagesOf(invoice, { ...options, business });
    assert(pages.length > 4);
    assertNothingOverlaps(pages);
    const text = pages.flat().map(({ text }) => text).join(" ").replaceAll(" ", "");
    assert(text.includes("SN-2026-899") && text.includes("strange"));
  }
  for (const count of [1, 14, 15, 16, 17, 60]) {
    assertNothingOverlaps(await pagesOf(sampleInvoice(count), bangla));
  }
});

Deno.test("invoicePdf() gives the same bytes for the same invoice", async () => {
  const first = await invoicePdf(sampleInvoice(20), bangla);
  await invoicePdf(sampleInvoice(3), english);
  const second = await invoicePdf(sampleInvoice(20), bangla);
  assertEquals(first, second);
  assert(new TextDecoder().decode(first).includes("(D:20261121000000Z)"));
});

Deno.test("invoicePdf() draws several invoices at once without mixing them", async () => {
  const alone = await invoicePdf(sampleInvoice(4), bangla);
  const together = await Promise.all([
    invoicePdf(sampleInvoice(4), bangla),
    invoicePdf(sampleInvoice(9), english),
    invoicePdf(sampleInvoice(4), bangla),
  ]);
  assertEquals(together[0], alone);
  assertEquals(together[2], alone);
});

Deno.test("invoicePdf() costs an idle process nothing: what draws is loaded by the first call", async () => {
  const folder = new URL("../../domain/documents/", import.meta.url);
  for await (const { name } of Deno.readDir(folder)) {
    const source = await Deno.readTextFile(new URL(name, folder));
    const eager = /^import (?!type\b).*"(pdfkit|fontkit|harfbuzzjs)"/m.exec(source);
    assertEquals(eager?.[0], undefined, name);
  }
});
