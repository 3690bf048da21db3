import { createHmac, randomBytes } from "node:crypto";
import { business } from "../business/business.ts";
import { latinDigits } from "../records/phone_number.ts";

/** Codes of six digits that hold for 30 seconds, by HMAC-SHA-1: what every app for them takes (RFC 6238). */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** A clock may be off by so many steps, and a person may type slowly. */
const STEPS_AROUND = 1;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits, as long as what they go through (RFC 4226, section 4). */
export function newTotpSecret(): Uint8Array {
  return randomBytes(20);
}

/** Base32 (RFC 4648) without padding: five bits a letter, so a whole number of bytes × 8 / 5 is assumed. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{5}/g)!.map((five) => LETTERS[parseInt(five, 2)]).join("");
}

/** What an app for codes reads from a square to scan. */
export function otpauthUri(secret: Uint8Array, account: string): string {
  const label = `${encodeURIComponent(business.name)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${
    encodeURIComponent(business.name)
  }`;
}

/** The steps of 30 seconds since 1970 until a moment. */
export function stepAt(now: string): number {
  return Math.floor(Date.parse(now) / 1000 / STEP_SECONDS);
}

/** The code of a step (RFC 4226, section 5.3). */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const hash = createHmac("sha1", secret).update(new Uint8Array(counter.buffer)).digest();
  const number = hash.readUInt32BE(hash[hash.length - 1] & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step, near this moment, whose code it is; undefined where it is none of them. */
export function stepOfCode(secret: Uint8Array, code: string, now: string): number | undefined {
  const middle = stepAt(now);
  for (let step = middle - STEPS_AROUND; step <= middle + STEPS_AROUND; step++) {
    if (codeOf(secret, step) === code) return step;
  }
}

/** A code as it was typed: in Bangla digits, with spaces or hyphens, in capitals. */
export function typedCode(text: string): string {
  return latinDigits(text).toLowerCase().replace(/[\s-]/g, "");
}
