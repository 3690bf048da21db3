import { prefs, words } from "../../kit/mod.ts";
import { en } from "../../strings/books.en.ts";

export const b = words(en, () => import("../../strings/books.bn.ts").then((all) => all.bn));

/** What an account is called in the language of the phone; one that was added may have one name only. */
export const nameOf = (account: { name: string; name_bn: string | null }) =>
  prefs.value.lang === "bn" && account.name_bn || account.name;
