import { digits, prefs } from "../../kit/mod.ts";

/** "October 2026" of "2026-10". */
export const monthOf = (period: string) =>
  digits(
    new Intl.DateTimeFormat(prefs.value.lang === "bn" ? "bn-BD-u-nu-latn" : "en-GB", {
      month: "long",
      year: "numeric",
    }).format(new Date(`${period}-15`)),
  );
