import { filledIn, words } from "../../kit/mod.ts";
import { en } from "../../strings/office_reminders.en.ts";

export const r = words(
  en,
  () => import("../../strings/office_reminders.bn.ts").then((all) => all.bn),
);

/** A sentence in English, whatever the language of the page. */
export const english = (key: keyof typeof en, values: Record<string, string>) =>
  filledIn(en[key], values);
