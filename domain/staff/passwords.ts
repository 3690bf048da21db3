import sql, { type Sql } from "sql-template-tag";
import { randomBytes } from "node:crypto";
import bcrypt from "bcrypt";
import { business } from "../business/business.ts";
import { configSchema } from "../config/config.ts";
import { invalid } from "../errors.ts";
import { looksLikePhone, phoneDigits } from "../records/phone_number.ts";
import { commonPasswords } from "./common_passwords.ts";
import { Turns } from "../turns.ts";

/** The part of the native module that is used here; it ships no types. */
interface Bcrypt {
  hash(password: string, cost: number): Promise<string>;
  compare(password: string, hash: string): Promise<boolean>;
  getRounds(hash: string): number;
}
const native: Bcrypt = bcrypt;

/** What is not taken here, `readConfig` refuses at every start. */
const { data: COST = 12 } = configSchema.shape.PASSWORD_COST
  .safeParse(Deno.env.get("PASSWORD_COST") || undefined);
const MIN_CHARACTERS = 8;
/** Format characters, such as a space of no width, and controls. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
/** bcrypt reads no further: a longer password would be cut without a word. */
const MAX_BYTES = 72;
/**
 * A hash keeps a core busy for a fifth of a second: one core is always left to the others' work, 200 wait,
 * the rest is refused.
 */
const turns = new Turns(Math.max(1, navigator.hardwareConcurrency - 1), 200);

/**
 * Compared with where there is no such user, so that the refusal takes as long as for one there is.
 * It is the hash of 32 random bytes that nobody kept.
 */
const nobodysHash = `$2b$${COST}$Yi7KJar8KYUBjkfQWkV1BOOvE4uEvcbbzrNm4s5RRUjf4lLwBGKBW`;

export interface Person {
  name: string;
  email?: string | null;
  phone?: string | null;
  employee_code?: string | null;
}

/**
 * The rules for a new password: 8 characters that are seen to 72 bytes in UTF-8, not among the most common
 * ones (an @ within makes no difference), not the person's own name or login, not the firm's name. No
 * rules of composition. Source: docs/roles.md, "Passwords"; ASVS 6.2.
 *
 * @throws Refusal `invalid_fields` on `field`
 */
export function checkPassword(password: string, person: Person, field: string): void {
  const fault = faultOf(password, person);
  if (fault) throw invalid({ [field]: fault });
}

function faultOf(password: string, person: Person): string | undefined {
  if (password.includes("\0") || !password.isWellFormed()) {
    return "must not contain NUL or broken characters";
  }
  const seen = password.replace(UNSEEN, "");
  if ([...seen].length < MIN_CHARACTERS) {
    return `must have at least ${MIN_CHARACTERS} characters`;
  }
  if (bytesOf(password) > MAX_BYTES) return `must have at most ${MAX_BYTES} bytes in UTF-8`;
  const plain = seen.toLowerCase();
  const core = coreOf(plain);
  if (commonPasswords.has(plain) || commonPasswords.has(plain.replaceAll("@", ""))) {
    return "is one of the most common passwords";
  }
  if (core === coreOf(business.name)) return "must not be the firm's name";
  const own = [person.name, person.email, person.phone, person.employee_code];
  const isPhone = person.phone && looksLikePhone(password) &&
    phoneDigits(password) === phoneDigits(person.phone);
  if (isPhone || own.some((word) => word && coreOf(word) === core)) {
    return "must not be the user's own name, e-mail, phone or code";
  }
}

/** Letters and digits alone: whatever stands between them is as easily guessed. */
function coreOf(text: string): string {
  const core = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  return core === "" ? text : core;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** bcrypt, off the main thread. Work of someone signed in goes ahead of waiting logins. */
export function hashPassword(password: string): Promise<string> {
  return turns.take(() => native.hash(password, COST), { ahead: true });
}

/**
 * Whether the password is the one behind the hash. Takes the same time without a hash, so that nobody
 * learns from it who has an account.
 *
 * @throws Refusal `busy` when too many wait already
 */
export async function passwordFits(
  password: string,
  hash: string | undefined,
  ahead = false,
): Promise<boolean> {
  const real = hash !== undefined && isHash(hash) && bytesOf(password) <= MAX_BYTES;
  const compare = () => native.compare(password, real ? hash : nobodysHash);
  const fits = await turns.take(compare, { ahead });
  return fits && real;
}

function isHash(text: string): boolean {
  return /^\$2[ab]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text);
}

/** Whether a stored hash was made with less work than today's. */
export function isWeak(hash: string): boolean {
  return native.getRounds(hash) < COST;
}

/** SQL: the last moment of a password; only one that was made here and is due for a change has one. */
export function lastMoment(now: string, due: boolean): Sql {
  return due ? sql`${now}::timestamptz + interval '7 days'` : sql`null::timestamptz`;
}

/** 75 random bits. */
export function generatePassword(): string {
  return speakable(randomBytes(15));
}

/** Five bits of each of 15 bytes in letters and digits that cannot be mistaken for each other on paper. */
export function speakable(bytes: Uint8Array): string {
  const letters = "abcdefghjkmnopqrstuvwxyz23456789"; // 32 of them: no remainder, no bias
  const text = Array.from(bytes.subarray(0, 15), (byte) => letters[byte % letters.length]).join("");
  return text.replace(/(.{5})(?=.)/g, "$1-");
}
