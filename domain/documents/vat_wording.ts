import type { Language } from "./amount_in_words.ts";

/** What stands printed on the papers of VAT, in the order of the forms. */
export interface VatWording {
  republic: string;
  board: string;
  mushak: (kind: string) => string;
  titles: Record<"6.3" | "6.7", string>;
  /** of the 6.3 */
  rule: string;
  seller: string;
  bin: string;
  issuedAt: string;
  buyer: string;
  buyerBin: string;
  destination: string;
  vehicle: string;
  number: string;
  date: string;
  time: string;
  original: string;
  originalDate: string;
  billsOfEntry: string;
  reason: string;
  columns: string[];
  /** of a 6.7, in place of the price without taxes */
  priceWithTaxes: string;
  total: string;
  officer: string;
  officerTitle: string;
  signature: string;
  seal: string;
  copy: (copy: string) => string;
  first: string;
  /** the certificate of tax that the firm withheld */
  withheld: {
    titles: Record<"vds" | "tds", string>;
    form: string;
    from: string;
    supplierBin: string;
    bill: string;
    challan: string;
    challanDate: string;
    base: string;
    rate: string;
    amount: string;
  };
}

const bangla: VatWording = {
  republic: "গণপ্রজাতন্ত্রী বাংলাদেশ সরকার",
  board: "জাতীয় রাজস্ব বোর্ড",
  mushak: (kind) => `মূসক-${kind}`,
  titles: { "6.3": "কর চালানপত্র", "6.7": "ক্রেডিট নোট" },
  rule: "[বিধি ৪০ এর উপ-বিধি (১) এর দফা (গ) ও দফা (চ) দ্রষ্টব্য]",
  seller: "নিবন্ধিত ব্যক্তির নাম",
  bin: "নিবন্ধিত ব্যক্তির বিআইএন",
  issuedAt: "চালানপত্র ইস্যুর ঠিকানা",
  buyer: "ক্রেতার নাম",
  buyerBin: "ক্রেতার বিআইএন",
  destination: "সরবরাহের গন্তব্যস্থল",
  vehicle: "যানবাহনের প্রকৃতি ও নম্বর",
  number: "চালানপত্র নম্বর",
  date: "ইস্যুর তারিখ",
  time: "ইস্যুর সময়",
  original: "মূল চালানপত্র নম্বর",
  originalDate: "মূল চালানপত্রের তারিখ",
  billsOfEntry: "বিল অব এন্ট্রি",
  reason: "ক্রেডিট নোট ইস্যুর কারণ",
  columns: [
    "ক্রমিক",
    "পণ্য বা সেবার বর্ণনা (প্রযোজ্য ক্ষেত্রে ব্র্যান্ড নামসহ)",
    "সরবরাহের একক",
    "পরিমাণ",
    "একক মূল্য (সকল প্রকার কর ব্যতীত)",
    "মোট মূল্য (কর ব্যতীত)",
    "সম্পূরক শুল্ক",
    "মূসকের হার/ সুনির্দিষ্ট কর",
    "মূসক পরিমাণ",
    "সকল প্রকার শুল্ক ও করসহ মূল্য",
  ],
  priceWithTaxes: "একক মূল্য (সকল প্রকার করসহ)",
  total: "সর্বমোট",
  officer: "দায়িত্বপ্রাপ্ত ব্যক্তির নাম",
  officerTitle: "পদবি",
  signature: "স্বাক্ষর",
  seal: "সিল",
  copy: (copy) => `অনুলিপি ${copy}`,
  first: "মূল কপি",
  withheld: {
    titles: { vds: "উৎসে মূসক কর্তন সনদপত্র", tds: "উৎসে আয়কর কর্তন সনদপত্র" },
    form: "ফরম",
    from: "যাঁহার নিকট হইতে কর্তন করা হইয়াছে",
    supplierBin: "তাঁহার বিআইএন",
    bill: "বিল নম্বর",
    challan: "ট্রেজারি চালান নম্বর",
    challanDate: "চালানের তারিখ",
    base: "সরবরাহের মূল্য",
    rate: "কর্তনের হার",
    amount: "কর্তিত করের পরিমাণ",
  },
};

const english: VatWording = {
  republic: "Government of the People's Republic of Bangladesh",
  board: "National Board of Revenue",
  mushak: (kind) => `Mushak-${kind}`,
  titles: { "6.3": "Tax invoice", "6.7": "Credit note" },
  rule: "[Rule 40, sub-rule (1), clauses (ga) and (cha)]",
  seller: "Name of the registered person",
  bin: "BIN of the registered person",
  issuedAt: "Address of issue",
  buyer: "Name of the buyer",
  buyerBin: "BIN of the buyer",
  destination: "Destination of the supply",
  vehicle: "Kind and number of the vehicle",
  number: "Challan number",
  date: "Date of issue",
  time: "Time of issue",
  original: "Number of the original challan",
  originalDate: "Date of the original challan",
  billsOfEntry: "Bill of entry",
  reason: "Reason of the credit note",
  columns: [
    "Serial",
    "Description of goods or services (with brand)",
    "Unit",
    "Quantity",
    "Unit price (without any tax)",
    "Total value (without tax)",
    "Supplementary duty",
    "Rate of VAT / specific tax",
    "Amount of VAT",
    "Value with all duties and taxes",
  ],
  priceWithTaxes: "Unit price (with all taxes)",
  total: "Total",
  officer: "Name of the officer",
  officerTitle: "Designation",
  signature: "Signature",
  seal: "Seal",
  copy: (copy) => `Copy ${copy}`,
  first: "Original",
  withheld: {
    titles: {
      vds: "Certificate of VAT deducted at source",
      tds: "Certificate of income tax deducted at source",
    },
    form: "Form",
    from: "Deducted from",
    supplierBin: "His BIN",
    bill: "Bill",
    challan: "Treasury challan",
    challanDate: "Date of that",
    base: "Value of the supply",
    rate: "Rate",
    amount: "Tax deducted",
  },
};

export const vatWordings: Record<Language, VatWording> = { en: english, bn: bangla };
