import type { accountKinds, accountTypes, moneyTypes } from "./account_words.ts";

interface Kept {
  number: string;
  name: string;
  name_bn: string;
  type: typeof accountTypes[number];
  kind?: typeof accountKinds[number];
  money_type?: typeof moneyTypes[number];
}

/**
 * The accounts that the service posts by: role → what it is from the first start. Number and names may be
 * edited afterwards, accounts may be added beside them; a role is never another thing.
 * Source: docs/books.md, "Accounts".
 */
export const chart = {
  stock: { number: "1100", name: "Stock", name_bn: "মজুদ পণ্য", type: "asset", kind: "control" },
  goods_on_the_way: {
    number: "1150",
    name: "Goods on the way",
    name_bn: "পথে থাকা পণ্য",
    type: "asset",
    kind: "control",
  },
  claims: { number: "1160", name: "Claims", name_bn: "দাবি", type: "asset", kind: "control" },
  replacements_due: {
    number: "1170",
    name: "Replacements due",
    name_bn: "পাওনা বদলি পণ্য",
    type: "asset",
    kind: "control",
  },
  customers: {
    number: "1200",
    name: "Customers",
    name_bn: "গ্রাহকের কাছে পাওনা",
    type: "asset",
    kind: "control",
  },
  cash: money("1300", "Cash", "নগদ", "cash"),
  bank: money("1310", "Bank", "ব্যাংক", "bank"),
  bkash: money("1320", "bKash", "বিকাশ", "wallet"),
  nagad: money("1330", "Nagad", "নগদ (মোবাইল)", "wallet"),
  rocket: money("1340", "Rocket", "রকেট", "wallet"),
  card: money("1350", "Card", "কার্ড", "bank"),
  lc_margin: {
    number: "1390",
    name: "LC margin",
    name_bn: "এলসি মার্জিন",
    type: "asset",
    kind: "control",
  },
  vat_input: plain("1500", "VAT paid", "প্রদত্ত ভ্যাট", "asset"),
  advance_tax: plain("1510", "Advance tax (AT)", "আগাম কর", "asset"),
  advance_income_tax: plain("1520", "Advance income tax (AIT)", "অগ্রিম আয়কর", "asset"),
  tax_certificates: plain(
    "1530",
    "Tax certificates (TDS, VDS)",
    "কর কর্তনের সনদ",
    "asset",
  ),
  suppliers: {
    number: "2100",
    name: "Suppliers and payees",
    name_bn: "সরবরাহকারীর পাওনা",
    type: "liability",
    kind: "control",
  },
  goods_not_billed: plain("2150", "Goods not billed", "বিল না হওয়া পণ্য", "liability"),
  vat_output: plain("2300", "VAT charged", "আদায়কৃত ভ্যাট", "liability"),
  tax_withheld: plain("2310", "Tax withheld", "কর্তনকৃত কর", "liability"),
  bank_loans: {
    number: "2400",
    name: "Bank loans (LTR)",
    name_bn: "ব্যাংক ঋণ (এলটিআর)",
    type: "liability",
    kind: "control",
  },
  opening: plain("3100", "Opening balances", "প্রারম্ভিক জের", "equity"),
  owner: plain("3200", "Owner", "মালিকের মূলধন", "equity"),
  sales: plain("4100", "Sales", "বিক্রয়", "income"),
  returns: plain("4110", "Returns", "বিক্রয় ফেরত", "income"),
  discounts_allowed: plain("4120", "Discounts allowed", "প্রদত্ত ছাড়", "income"),
  service: plain("4200", "Service", "সেবা", "income"),
  other_income: plain("4900", "Other income", "অন্যান্য আয়", "income"),
  cost_of_goods: plain("5100", "Cost of goods", "বিক্রীত পণ্যের ব্যয়", "expense"),
  late_costs: plain("5120", "Late costs", "বিলম্বিত আমদানি ব্যয়", "expense"),
  import_expense: plain("5200", "Import expense", "আমদানি খরচ", "expense"),
  demurrage: plain("5210", "Demurrage", "ডেমারেজ", "expense"),
  warranty: plain("5300", "Warranty", "ওয়ারেন্টি", "expense"),
  stock_adjustment: plain("5400", "Stock adjustment", "মজুদ সমন্বয়", "expense"),
  claim_loss: plain("5410", "Claim loss", "দাবির ক্ষতি", "expense"),
  exchange_difference: plain("5500", "Exchange difference", "বিনিময় হারের পার্থক্য", "expense"),
  residue: plain("5900", "Residue", "অবশিষ্ট", "expense"),
  rent: plain("6100", "Rent", "ভাড়া", "expense"),
  salary: plain("6110", "Salary", "বেতন", "expense"),
  utilities: plain("6120", "Utilities", "বিদ্যুৎ, পানি ও গ্যাস", "expense"),
  bank_charges: plain("6130", "Bank charges", "ব্যাংক চার্জ", "expense"),
  travel: plain("6140", "Travel", "যাতায়াত", "expense"),
  interest: plain("6150", "Interest", "সুদ", "expense"),
  other_expense: plain("6190", "Other expense", "অন্যান্য খরচ", "expense"),
} as const satisfies Record<string, Kept>;

export type Role = keyof typeof chart;

/** The account that a payment comes into, or a cost is paid from, where none is named. */
export const accountOfMethod = {
  cash: "cash",
  bank: "bank",
  cheque: "bank",
  bkash: "bkash",
  nagad: "nagad",
  rocket: "rocket",
  card: "card",
  online: "bank",
  other: "cash",
} as const satisfies Record<string, Role>;

function money<const M extends typeof moneyTypes[number]>(
  number: string,
  name: string,
  name_bn: string,
  money_type: M,
) {
  return { number, name, name_bn, type: "asset", kind: "money", money_type } as const;
}

function plain<const T extends typeof accountTypes[number]>(
  number: string,
  name: string,
  name_bn: string,
  type: T,
) {
  return { number, name, name_bn, type, kind: "plain" } as const;
}
