import { business } from "../business/business.ts";
import { configSchema, type Environment, readGiven, secretSettings } from "./config.ts";

/** A setting as `config show` prints it. */
export interface Setting {
  name: string;
  /** null: not set; of a secret only that it is set */
  value: string | null;
  origin: "environment" | "file" | "default";
}

/**
 * Every setting with its value and where it comes from; secrets are masked. Nothing is judged here, so
 * that it can be read when the service refuses to start because of one.
 */
export function describeConfig(env: Environment = (name) => Deno.env.get(name)): Setting[] {
  const { given } = readGiven(env);
  const settings = Object.entries(configSchema.shape).map(([name, field]): Setting => {
    const value = given[name];
    if (value === undefined) {
      const usual = field.safeParse(undefined);
      return { name, value: usual.success ? asText(usual.data) : null, origin: "default" };
    }
    const origin = env(name) ? "environment" : "file";
    return { name, value: secretSettings.includes(name) ? masked(name, value) : value, origin };
  });
  return [...settings, ...businessSettings(env)];
}

const ofBusiness = {
  BUSINESS_NAME: business.name,
  BUSINESS_ADDRESS: business.address,
  BUSINESS_PHONE: business.phone,
  BUSINESS_TIMEZONE: business.timeZone,
  LOCAL_CURRENCY: business.localCurrency,
  FISCAL_YEAR_START_MONTH: business.fiscalYearStartMonth,
};

function businessSettings(env: Environment): Setting[] {
  return Object.entries(ofBusiness).map(([name, value]) => ({
    name,
    value: asText(value),
    origin: env(name) ? "environment" : "default",
  }));
}

function asText(value: unknown): string | null {
  return String(value ?? "") || null;
}

/** Of a database's address everything but the password; of other secrets nothing. */
function masked(name: string, secret: string): string {
  if (!name.startsWith("DATABASE_") || !URL.canParse(secret)) return "(set, not shown)";
  const url = new URL(secret);
  if (url.password) url.password = "***";
  for (const parameter of url.searchParams.keys()) {
    if (/pass|secret|key/i.test(parameter)) url.searchParams.set(parameter, "***");
  }
  return decodeURI(url.href);
}
