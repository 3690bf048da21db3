/** How numbers, money and dates are shown. Pure: who calls says language and digits. */
import { clockAheadMs } from "./net.ts";
import { banglaDigits } from "./numbers.ts";

export interface Writing {
  lang: "en" | "bn";
  digits: "latin" | "bangla";
}

const signs: Record<string, string> = { BDT: "৳", USD: "$", CNY: "CN¥", EUR: "€", INR: "₹" };
/** Each made when first used, and once: making one takes as long as a hundred uses. */
const numbers: Record<string, Intl.NumberFormat> = {};
const dates: Record<string, Intl.DateTimeFormat> = {};

function grouped(value: number, currency = "BDT", least = 0): string {
  // en-IN groups 1,23,45,678 as is done here, en-BD would give 12,345,678; what is no taka is grouped by thousands
  const writer = currency === "BDT" ? "en-IN" : "en";
  numbers[writer + least] ??= new Intl.NumberFormat(writer, {
    minimumFractionDigits: least,
    maximumFractionDigits: least || 6,
  });
  return numbers[writer + least].format(value);
}

/** Text with its digits in the writer's script; for what is already words and numbers. */
export function inDigits(text: string, { digits }: Writing): string {
  return digits === "bangla" ? banglaDigits(text) : text;
}

export function formatNumber(value: number | string, writing: Writing): string {
  return inDigits(grouped(Number(value)), writing);
}

/** Money to the poisha: ৳1,23,45,678.50. */
export function formatMoney(value: number | string, currency: string, writing: Writing): string {
  const amount = Number(value);
  const text = signs[currency] ?? `${currency} `;
  return inDigits(
    `${amount < 0 ? "-" : ""}${text}${grouped(Math.abs(amount), currency, 2)}`,
    writing,
  );
}

/** Money at a glance: ৳2.5 lakh, ৳1.24 crore; else exact without poisha. */
export function formatShort(value: number | string, currency: string, writing: Writing): string {
  const amount = Math.abs(Number(value));
  const sign = (Number(value) < 0 ? "-" : "") + (signs[currency] ?? `${currency} `);
  const [size, en, bn] = amount >= 1e7 ? [1e7, "crore", "কোটি"] : [1e5, "lakh", "লাখ"];
  // cut, not rounded: a figure at a glance never claims more than there is
  const text = amount < 1e5 || currency !== "BDT"
    ? grouped(Math.trunc(amount), currency)
    : `${grouped(Math.trunc(amount / size * 100 + 1e-9) / 100)} ${writing.lang === "bn" ? bn : en}`;
  return inDigits(sign + text, writing);
}

const inDhaka = (at: Date, locale: string, options: Intl.DateTimeFormatOptions = {}) =>
  (dates[locale + JSON.stringify(options)] ??= new Intl.DateTimeFormat(locale, {
    timeZone: "Asia/Dhaka",
    ...options,
  })).format(at);

/** "21 Nov 2026"; the year is left out when it is this one. A calendar date is never moved by a zone. */
export function formatDate(date: string, writing: Writing, now = new Date()): string {
  const day = date.length === 10 ? new Date(`${date}T12:00:00+06:00`) : new Date(date);
  const year = (at: Date) => dhakaDate(at).slice(0, 4);
  return inDigits(
    inDhaka(day, writing.lang === "bn" ? "bn-BD-u-nu-latn" : "en-GB", {
      day: "numeric",
      month: "short",
      ...year(day) !== year(now) && { year: "numeric" },
    }),
    writing,
  );
}

/** "10:42" in Dhaka. */
export function formatTime(instant: string | number, writing: Writing): string {
  const text = inDhaka(new Date(instant), "en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return inDigits(text, writing);
}

/** "10:42" today, else "20 Nov, 10:42". */
export function formatWhen(instant: string | number, writing: Writing, now = new Date()): string {
  const at = new Date(instant);
  const time = formatTime(at.toISOString(), writing);
  return dhakaDate(at) === dhakaDate(now)
    ? time
    : `${formatDate(at.toISOString(), writing, now)}, ${time}`;
}

/** A sentence with what is filled in; `{s}` makes many of what `{n}` counts. */
export function filledIn(sentence: string, values: Record<string, string | number>): string {
  const some = { s: /^[1১]$/.test(String(values.n)) ? "" : "s", ...values } as typeof values;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(some[name]));
}

/** What somebody is called by: the first of his names that is no title, such as Md. or Mst. */
export function calledBy(name: string): string {
  const title = /[.:ঃ]$|^(m[dst]+|moh?amm?[ae]d|muhammad|sk|sheikh|dr|engr|haji|alhaj)$/i;
  const names = name.trim().split(/\s+/);
  return names.find((one) => !title.test(one)) ?? names[0];
}

/** The calendar date in Dhaka, YYYY-MM-DD; today's by the server's clock, where that was heard of. */
export function dhakaDate(at = new Date(Date.now() - (clockAheadMs ?? 0))): string {
  return inDhaka(at, "en-CA");
}

/** A calendar date so many days later, or earlier. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
