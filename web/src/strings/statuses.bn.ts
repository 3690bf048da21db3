import type { Same } from "../core/i18n.ts";
import type { en } from "./statuses.en.ts";

export const bn: Same<typeof en> = {
  new: "নতুন",
  in_progress: "চলছে",
  waiting: "অপেক্ষায়",
  completed: "শেষ",
  cancelled: "বাতিল",
  low: "কম",
  normal: "সাধারণ",
  high: "বেশি",
  urgent: "জরুরি",
  draft: "খসড়া",
  posted: "চূড়ান্ত",
  approved: "অনুমোদিত",
  partial: "আংশিক পরিশোধ",
  paid: "পরিশোধিত",
  overdue: "সময় পেরিয়েছে",
  void: "অকার্যকর",
  open: "চলমান",
  closed: "বন্ধ",
  resolved: "নিষ্পত্তি",
  rejected: "নাকচ",
};
