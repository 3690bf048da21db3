import { decimal } from "../../domain/money/decimal.ts";
import { moneyReceiptPdf, type PrintedPayment } from "../../domain/documents/money_receipt_pdf.ts";
import type { DocumentOptions } from "../../domain/documents/letterhead.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { bangla, english, samplePayment } from "./samples.ts";

async function linesOfPages(payment: PrintedPayment, options: DocumentOptions) {
  return readPdf(await moneyReceiptPdf(payment, options)).map(linesOf);
}

Deno.test("moneyReceiptPdf() prints everything of a cheque payment in English", async () => {
  assertEquals(await linesOfPages(samplePayment, english), [[
    "Karnaphuli Machinery Trading Money receipt",
    "214 Strand Road, Sadarghat",
    "Chattogram 4000",
    "Phone: +880 31 555 0142",
    "Received with thanks from",
    "Number PAY-2026-00007",
    "Rahman Textile Mills",
    "Date 21 Nov 2026",
    "Plot 12, BSCIC, কক্সবাজার",
    "Phone: 01812-000111",
    "Amount received ৳1,23,45,678.50",
    "In words One crore twenty-three lakh forty-five thousand six hundred seventy-eight taka and",
    "fifty poisha only",
    "Method Cheque",
    "Reference Pubali Bank, Agrabad",
    "Cheque no. 0045127",
    "Cheque date 20 Nov 2026",
    "Against invoice Amount (৳)",
    "INV-2026-00040 1,20,00,000.00",
    "INV-2026-00042 45,678.25",
    "On account (advance) 3,00,000.25",
    "Notes",
    "চেক নগদায়ন সাপেক্ষে রশিদ কার্যকর হবে।",
    "Authorised signature",
    "Money receipt PAY-2026-00007 Page 1 of 1",
  ]]);
});

Deno.test("moneyReceiptPdf() prints labels, numbers and words in Bangla", async () => {
  const [lines] = await linesOfPages(samplePayment, bangla);
  for (
    const line of [
      "কর্ণফুলী মেশিনারি ট্রেডিং টাকা প্রাপ্তির রশিদ",
      "গৃহীত টাকা ৳১,২৩,৪৫,৬৭৮.৫০",
      "কথায় এক কোটি তেইশ লক্ষ পঁয়তাল্লিশ হাজার ছয়শত আটাত্তর টাকা পঞ্চাশ পয়সা মাত্র",
      "পরিশোধের মাধ্যম চেক",
      "চেকের তারিখ ২০ নভেম্বর ২০২৬",
      "INV-2026-00040 ১,২০,০০,০০০.০০",
      "অগ্রিম জমা ৩,০০,০০০.২৫",
    ]
  ) assert(lines.includes(line), `${line}\n${lines.join("\n")}`);
});

Deno.test("moneyReceiptPdf() has no advance line when invoices take the whole amount", async () => {
  const payment = {
    ...samplePayment,
    amount: decimal("45678.25"),
    method: "cash",
    allocations: [samplePayment.allocations![1]],
    reference: null,
    cheque_number: null,
    cheque_date: null,
  };
  const text = (await linesOfPages(payment, english))[0].join("\n");
  assert(text.includes("Method Cash"));
  for (const label of ["On account", "Cheque", "Reference"]) assert(!text.includes(label), label);
});

Deno.test("moneyReceiptPdf() runs over pages with many invoices and says when it is void", async () => {
  const allocations = Array.from({ length: 80 }, (_, at) => ({
    invoice_reference_no: `INV-2026-${at}`,
    amount: decimal("1"),
  }));
  const pages = await linesOfPages({ ...samplePayment, allocations, status: "void" }, english);
  assert(pages.length > 1);
  for (const lines of pages) assert(lines.includes("Against invoice Amount (৳)"));
  assert(pages[0].some((line) => line.endsWith("VOID")));
});

Deno.test("moneyReceiptPdf() gives the same bytes for the same payment", async () => {
  assertEquals(
    await moneyReceiptPdf(samplePayment, bangla),
    await moneyReceiptPdf(samplePayment, bangla),
  );
});
