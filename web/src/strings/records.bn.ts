import type { Same } from "./same.ts";
import type { en } from "./records.en.ts";

export const bn: Same<typeof en> = {
  find_in: "এই তালিকায় খুঁজুন",
  filters: "বাছাই",
  all: "সব",
  nothing_yet: "এখনো কিছু নেই",
  nothing_filtered: "এই বাছাইয়ে কিছু নেই",
  clear: "বাছাই মুছুন",
  show_more: "আরও দেখান",
  history: "ইতিহাস",
  another: "বদলান",
  loading_one: "আসছে…",
  part_of: "একটু অংশ লিখলেই হবে",
  note: "নোট",
  reason: "কারণ",
  next_step: "পরের ধাপ: {step}",
  other_step: "অন্য কোনো ধাপ",
  open_file: "{name} খুলুন",
  photos: "ছবি",
  not_a_number: "এটি সংখ্যা নয়। “২.৫ লাখ” লিখলেও হবে",
  check_fields: "চিহ্নিত ঘরগুলো দেখে নিন",
  confirm: "নিশ্চিত করুন",
  too_late: "দেরি হয়ে গেছে, পাঠানো হয়েছে",
  undone: "ফেরত নেওয়া হয়েছে",
};
