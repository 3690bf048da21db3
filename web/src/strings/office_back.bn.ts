import type { en } from "./office_back.en.ts";
import type { Same } from "./same.ts";

export const bn: Same<typeof en> = {
  take_back: "ফেরত নিন",
  take_back_what: "ফেরত নিন: {what}",
  nothing: "ফেরত নেওয়ার মতো এখানে কিছু নেই।",
  taken_back: "ফেরত নেওয়া",
  mirror: "যা লেখা আছে থাকবে, নিচের তারিখে পাশে উল্টো লেখা বসবে।",
  day: "তারিখ",
  reason: "কেন",
  refunds: "যা ফেরত দেওয়া হয়েছে",
  refund: "{amount} ফেরত",
  refund_say: "{name}-এর অগ্রিম হিসেবে {amount} আবার জমা থাকবে, টাকাটা আমাদের কাছেই আছে ধরা হবে।",
  with_return: "পণ্য ফেরতের সঙ্গে দেওয়া; সেটি ফেরত নিলে এটিও ফেরে।",
  settlements: "ব্যাংক যা পরিশোধ করেছে",
  settlement: "ব্যাংকের পরিশোধ, {amount}",
  settlement_say:
    "সরবরাহকারীর কাছে আবার {amount} দেনা হবে। মার্জিনে ফিরবে {margin}, চার্জ {charges} বাতিল হবে।",
  of_loan: "ঋণ শোধ: {amount}",
  loan_say: "ব্যাংকের কাছে আবার ঋণের {amount} ও সুদের {interest} দেনা হবে।",
  opening: "শুরুর জের",
  enter_opening: "শুরুর জের লিখুন",
  opening_hint: "আমাদের কাছে তাঁর পাওনা হলে শূন্যের নিচে।",
  amount: "পরিমাণ",
  opening_customer: "{name}-এর শুরুর জের",
  opening_customer_say: "{name}-এর কাছে পাওনা {amount} কমবে।",
  opening_account_say: "{name}-এ {amount} কমবে।",
  certificate_say: "{name}-এর কাছে আবার {amount} পাওনা হবে; আগাম দেওয়া করও ততটা কমবে।",
  receipt: "মাল বুঝে নেওয়া",
  receipt_say:
    "{n} পিস স্টক থেকে বেরিয়ে মূল্যসহ আবার শিপমেন্টে অপেক্ষায় থাকবে। যে দাবি মেটেনি, তা বাতিল হবে। আবার গুনে বুঝে নিন।",
  name_back: "ফেরত নেওয়া: {what}",
};
