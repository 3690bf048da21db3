import {
  formatDate,
  formatMoney,
  formatNumber,
  formatShort,
  formatTime,
  formatWhen,
  inDigits,
} from "./format.ts";
import { prefs } from "./prefs.ts";

/** The formats of format.ts in the language and digits chosen on this phone. */
export const number = (value: number | string) => formatNumber(value, prefs.value);
export const money = (value: number | string, currency = "BDT") =>
  formatMoney(value, currency, prefs.value);
export const shortMoney = (value: number | string, currency = "BDT") =>
  formatShort(value, currency, prefs.value);
export const date = (value: string) => formatDate(value, prefs.value);
export const time = (value: string | number) => formatTime(value, prefs.value);
export const when = (value: string | number) => formatWhen(value, prefs.value);
export const digits = (text: string) => inDigits(text, prefs.value);
