import { codeOf } from "../../domain/staff/totp.ts";

/** What an app for codes does with what it is told, for tests. */

/** Base32 as it is typed into the app. */
export function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((c) => letters.indexOf(c).toString(2).padStart(5, "0")).join("");
  return new Uint8Array(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}

/** The code that it shows; that ours are those of the RFCs is tested apart. */
export const codeAt = codeOf;
