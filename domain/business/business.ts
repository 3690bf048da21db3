/** What the owner may set about the business itself. Read once; the same for API and command line. */
export interface Business {
  /** As invoices and receipts are headed. */
  name: string;
  address: string | null;
  phone: string | null;
  /** ISO 4217 code of the currency the books are kept in. */
  localCurrency: string;
  /** IANA zone that decides which day "today" is. */
  timeZone: string;
  /** 1–12: the month in which a business year begins; document numbers follow it. */
  fiscalYearStartMonth: number;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export const business: Business = readBusiness((name) => Deno.env.get(name));

/** @throws Error naming the variable and what it must be */
export function readBusiness(env: (name: string) => string | undefined): Business {
  const localCurrency = (env("LOCAL_CURRENCY") || "BDT").toUpperCase();
  if (!isCurrency(localCurrency)) {
    throw new Error(`LOCAL_CURRENCY must be an ISO 4217 code, not ${localCurrency}`);
  }
  const timeZone = env("BUSINESS_TIMEZONE") || "Asia/Dhaka";
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw new Error(`BUSINESS_TIMEZONE must be an IANA time zone, not ${timeZone}`);
  }
  const month = Number(env("FISCAL_YEAR_START_MONTH") || "1");
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw new Error("FISCAL_YEAR_START_MONTH must be a month from 1 to 12");
  }
  return {
    name: env("BUSINESS_NAME") || "Back office",
    address: env("BUSINESS_ADDRESS")?.replaceAll("\\n", "\n") || null,
    phone: env("BUSINESS_PHONE") || null,
    localCurrency,
    timeZone,
    fiscalYearStartMonth: month,
  };
}

/** Whether `code` is an ISO 4217 currency code in upper case. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** The calendar date of an instant in the business's time zone, `YYYY-MM-DD`. */
export function businessDate(at: Date = new Date()): string {
  const minute = Math.floor(at.getTime() / 60_000); // every zone is whole minutes from UTC
  if (minute !== latest.minute) latest = { minute, date: dateFormat.format(at) };
  return latest.date;
}
let latest = { minute: NaN, date: "" };
const dateFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: business.timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The instant at which a calendar date begins where the business is, RFC 3339 in UTC. */
export function startOfDay(date: string): string {
  return Temporal.PlainDate.from(date).toZonedDateTime(business.timeZone).toInstant().toString();
}

/** The year in which the business year of a date starts: numbers are counted per such year. */
export function businessYear(date: string, startMonth = business.fiscalYearStartMonth): number {
  const [year, month] = date.split("-").map(Number);
  return month < startMonth ? year - 1 : year;
}

/** The first day of the business year of a date. */
export function businessYearStart(
  date: string,
  startMonth = business.fiscalYearStartMonth,
): string {
  return `${businessYear(date, startMonth)}-${String(startMonth).padStart(2, "0")}-01`;
}
