import { decimal, sum } from "../../domain/money/decimal.ts";
import type { PrintedInvoiceLine } from "../../domain/documents/invoice_lines.ts";
import type { PrintedInvoice } from "../../domain/documents/invoice_pdf.ts";
import type { DocumentOptions } from "../../domain/documents/letterhead.ts";
import type { PrintedPayment } from "../../domain/documents/money_receipt_pdf.ts";

export const english: DocumentOptions = {
  business: {
    name: "Karnaphuli Machinery Trading",
    address: "214 Strand Road, Sadarghat\nChattogram 4000",
    phone: "+880 31 555 0142",
  },
  language: "en",
  digits: "latn",
  currency: "BDT",
};

export const bangla: DocumentOptions = {
  business: {
    name: "কর্ণফুলী মেশিনারি ট্রেডিং",
    address: "২১৪ স্ট্র্যান্ড রোড, সদরঘাট\nচট্টগ্রাম ৪০০০",
    phone: "+880 31 555 0142",
  },
  language: "bn",
  digits: "beng",
  currency: "BDT",
};

const products = [
  { description: "CNC knitting board KX-40 with সার্ভো ড্রাইভ (চট্টগ্রাম)", warranty_months: 12 },
  { description: "ক্রেতার পছন্দের যন্ত্রাংশ, কৃষ্ণ রঙের ঢাকনা Ø 25 mm ±0.5", warranty_months: 1 },
  { description: "Servo motor 750 W, 10 Ω brake, ½″ shaft", warranty_months: null },
];

/** An invoice with `count` lines of one piece for 12,500.50, 100.50 off each, VAT 15 %. */
export function sampleInvoice(count: number): PrintedInvoice {
  const items: PrintedInvoiceLine[] = Array.from({ length: count }, (_, at) => ({
    ...products[at % products.length],
    quantity: decimal("1"),
    unit: "pcs",
    unit_price: decimal("12500.50"),
    discount: decimal("100.50"),
    amount: decimal("12400"),
    serial_numbers: at % 2 === 0 ? [`KX40-${1000 + at}`, `KX40-${5000 + at}`] : [],
  }));
  const subtotal = sum(items.map(({ amount }) => amount));
  const vat = subtotal.times("0.15");
  const total = subtotal.plus(vat);
  return {
    reference_no: "INV-2026-00042",
    invoice_date: "2026-11-21",
    due_date: "2026-12-05",
    status: "partial",
    customer: {
      name: "মোঃ কৃষ্ণ সন্ধ্যা স্পিনিং মিলস Ltd.",
      address: "শ্রীমঙ্গল রোড, ব্রাহ্মণবাড়িয়া",
      phone: "01712-345678",
    },
    items,
    subtotal,
    discount: decimal("0"),
    vat_percent: decimal("15"),
    vat,
    total,
    paid: decimal("1000"),
    due: total.minus("1000"),
    payments: [{
      payment_date: "2026-11-21",
      method: "bkash",
      reference: "8N7A6D5E",
      amount: decimal("1000"),
    }],
    notes: "বিক্রয়ের পর মূল্য ফেরত হয় না। Goods once sold are not taken back.",
  };
}

export const samplePayment: PrintedPayment = {
  reference_no: "PAY-2026-00007",
  payment_date: "2026-11-21",
  customer: {
    name: "Rahman Textile Mills",
    address: "Plot 12, BSCIC, কক্সবাজার",
    phone: "01812-000111",
  },
  amount: decimal("12345678.50"),
  method: "cheque",
  reference: "Pubali Bank, Agrabad",
  cheque_number: "0045127",
  cheque_date: "2026-11-20",
  allocations: [
    { invoice_reference_no: "INV-2026-00040", amount: decimal("12000000") },
    { invoice_reference_no: "INV-2026-00042", amount: decimal("45678.25") },
  ],
  note: "চেক নগদায়ন সাপেক্ষে রশিদ কার্যকর হবে।",
};
