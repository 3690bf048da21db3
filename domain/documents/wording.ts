import type { Language } from "./amount_in_words.ts";
import { type Digits, inDigits } from "./format_money.ts";

/** What stands printed on a document besides its data. */
export type Wording = typeof english;

const english = {
  invoice: "Invoice",
  moneyReceipt: "Money receipt",
  statement: {
    title: "Statement of account",
    party: "Account of",
    from: "From",
    description: "Description",
    debit: "Debit",
    credit: "Credit",
    balance: "Balance",
    opening: "Opening balance",
    closing: "Closing balance",
  },
  void: "VOID",
  customer: "Bill to",
  receivedFrom: "Received with thanks from",
  number: "Number",
  date: "Date",
  dueDate: "Due date",
  phone: "Phone",
  serialNumbers: "Serial no.",
  warranty: "Warranty",
  months: "months",
  month: "month",
  columns: {
    line: "#",
    description: "Description",
    quantity: "Quantity",
    unitPrice: "Unit price",
    discount: "Discount",
    amount: "Amount",
  },
  subtotal: "Subtotal",
  discount: "Discount",
  vat: "VAT",
  total: "Total",
  paid: "Paid",
  due: "Due",
  inWords: "In words",
  payments: "Payments",
  amount: "Amount",
  amountReceived: "Amount received",
  method: "Method",
  reference: "Reference",
  cheque: "Cheque no.",
  chequeDate: "Cheque date",
  forInvoices: "Against invoice",
  onAccount: "On account (advance)",
  notes: "Notes",
  customerSignature: "Customer's signature",
  authorisedSignature: "Authorised signature",
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  methods: {
    cash: "Cash",
    bank: "Bank",
    cheque: "Cheque",
    bkash: "bKash",
    nagad: "Nagad",
    rocket: "Rocket",
    tds: "TDS certificate",
    vds: "VDS certificate",
    card: "Card",
    online: "Online",
    other: "Other",
  } as Record<string, string>,
  units: {} as Record<string, string>,
  monthNames: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "),
};

const bangla: Wording = {
  invoice: "বিক্রয় চালান",
  moneyReceipt: "টাকা প্রাপ্তির রশিদ",
  statement: {
    title: "হিসাব বিবরণী",
    party: "যাঁর হিসাব",
    from: "শুরু",
    description: "বিবরণ",
    debit: "ডেবিট",
    credit: "ক্রেডিট",
    balance: "স্থিতি",
    opening: "প্রারম্ভিক স্থিতি",
    closing: "সমাপনী স্থিতি",
  },
  void: "বাতিল",
  customer: "ক্রেতা",
  receivedFrom: "ধন্যবাদের সঙ্গে যাঁর কাছ থেকে গৃহীত",
  number: "নম্বর",
  date: "তারিখ",
  dueDate: "পরিশোধের শেষ তারিখ",
  phone: "ফোন",
  serialNumbers: "সিরিয়াল নম্বর",
  warranty: "ওয়ারেন্টি",
  months: "মাস",
  month: "মাস",
  columns: {
    line: "ক্রম",
    description: "পণ্যের বিবরণ",
    quantity: "পরিমাণ",
    unitPrice: "একক মূল্য",
    discount: "ছাড়",
    amount: "মূল্য",
  },
  subtotal: "উপমোট",
  discount: "ছাড়",
  vat: "মূল্য সংযোজন কর",
  total: "সর্বমোট",
  paid: "পরিশোধিত",
  due: "বকেয়া",
  inWords: "কথায়",
  payments: "পরিশোধের বিবরণ",
  amount: "টাকার পরিমাণ",
  amountReceived: "গৃহীত টাকা",
  method: "পরিশোধের মাধ্যম",
  reference: "রেফারেন্স",
  cheque: "চেক নম্বর",
  chequeDate: "চেকের তারিখ",
  forInvoices: "যে চালানের বিপরীতে",
  onAccount: "অগ্রিম জমা",
  notes: "মন্তব্য",
  customerSignature: "ক্রেতার স্বাক্ষর",
  authorisedSignature: "কর্তৃপক্ষের স্বাক্ষর",
  page: (page: string, pages: string) => `পৃষ্ঠা ${page} / ${pages}`,
  methods: {
    cash: "নগদ টাকা",
    bank: "ব্যাংক",
    cheque: "চেক",
    bkash: "বিকাশ",
    nagad: "নগদ (মোবাইল)",
    rocket: "রকেট",
    tds: "টিডিএস সনদ",
    vds: "ভিডিএস সনদ",
    card: "কার্ড",
    online: "অনলাইন",
    other: "অন্যান্য",
  },
  units: {
    pcs: "পিস",
    set: "সেট",
    meter: "মিটার",
    kg: "কেজি",
    liter: "লিটার",
    box: "বাক্স",
    roll: "রোল",
    sheet: "শিট",
  },
  monthNames: "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর".split(" "),
};

export const wordings: Record<Language, Wording> = { en: english, bn: bangla };

/** A `YYYY-MM-DD` date as people write it: `21 Nov 2026`, `২১ নভেম্বর ২০২৬`. */
export function formatDate(date: string, wording: Wording, digits: Digits): string {
  const [year, month, day] = date.split("-");
  const name = wording.monthNames[Number(month) - 1];
  return `${inDigits(day.replace(/^0/, ""), digits)} ${name} ${inDigits(year, digits)}`;
}

/** What stands at the foot of a page: `Page 1 of 2`, `পৃষ্ঠা ১ / ২`. */
export function pageLine(
  wording: Wording,
  digits: Digits,
): (page: number, pages: number) => string {
  return (page, pages) =>
    wording.page(inDigits(String(page), digits), inDigits(String(pages), digits));
}
