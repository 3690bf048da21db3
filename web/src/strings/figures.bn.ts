import type { Same } from "./same.ts";
import type { en } from "./figures.en.ts";

export const bn: Same<typeof en> = {
  at_a_glance: "এক নজরে",
  today_sales: "আজকের বিক্রি",
  month_sales: "এ মাসের বিক্রি",
  total_due: "গ্রাহকের কাছে পাওনা",
  today_collection: "আজকের আদায়",
  month_collection: "এ মাসের আদায়",
  overdue_receivables: "মেয়াদোত্তীর্ণ ইনভয়েস",
  supplier_due: "সরবরাহকারীর পাওনা",
  open_lc: "চলমান এলসি/টিটি",
  pending_tasks: "বাকি কাজ",
  overdue_tasks: "সময় পেরোনো কাজ",
  open_tickets: "চলমান টিকিট",
  warranty_tickets: "ওয়ারেন্টিতে আছে",
  low_stock: "স্টক কম",
  stock_value: "স্টকের মূল্য",
  in_transit: "পথে আছে",
  delayed_shipments: "দেরি হওয়া শিপমেন্ট",
  pending_receipts: "গ্রহণ বাকি",
  open_rmas: "চলমান আরএমএ",
  open_claims: "চলমান ক্লেইম",
  open_claim_amount: "ক্লেইমের পরিমাণ",
  total_customers: "মোট গ্রাহক",
  with_vat: "ভ্যাটসহ",
  gross: "অগ্রিম বাদ যায়নি",
};
