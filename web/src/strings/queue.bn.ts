import type { Same } from "../core/i18n.ts";
import type { en } from "./queue.en.ts";

export const bn: Same<typeof en> = {
  empty: "কিছু অপেক্ষায় নেই",
  empty_text: "আপনার রাখা সবকিছু সার্ভারে পৌঁছে গেছে।",
  saved_at: "রাখা হয়েছে {time}",
  tries: "{n} বার চেষ্টা",
  sending: "পাঠানো হচ্ছে",
  waits: "নিজেই চলে যাবে",
  needs_you: "আপনাকে দেখতে হবে",
  conflict: "এর মধ্যে অন্য কেউ এটি বদলেছেন",
  field: "ঘর",
  mine: "আমার",
  theirs: "সার্ভারে",
  keep_mine: "আমারটা থাকুক",
  keep_theirs: "তাঁরটা থাকুক",
  retry: "এখনই পাঠান",
  edit: "সম্পাদনা",
  discard: "ফেলে দিন",
  discard_sure: "একেবারে ফেলে দেবেন?",
  discard_text: "এটি সার্ভারে নেই। পরে আর ফেরত আনা যাবে না।",
  export: "ফাইল হিসেবে রাখুন",
  export_text: "অপেক্ষায় থাকা সবকিছু ছবিসহ একটি ফাইলে। যত্নে রাখুন, অন্যকে দেওয়া যাবে।",
  old: "কিছু লেখা এক দিনের বেশি অপেক্ষায়। ইন্টারনেট খুঁজুন, অথবা ফাইল হিসেবে রাখুন।",
  photos: "{n}টি ছবি",
};
