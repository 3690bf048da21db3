import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { TokenKeys } from "../access/token_keys.ts";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for this alone, made of a secret of tokens: a copy of the database opens no second factor. */
function keyOf(tokenKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", tokenKey, "", "back-office second factor", 32));
}

/** The user belongs to what is sealed, so nobody's row is another's. */
const whose = (userId: number) => new TextEncoder().encode(`user ${userId}`);

/** Seals the secret of a user's codes with the first of the keys. */
export function sealTotp(keys: TokenKeys, userId: number, secret: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(keys[0]), iv).setAAD(whose(userId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/**
 * Opens it with whichever key fits; undefined where none does, as after `JWT_SECRET` was lost.
 * @returns also whether it wants to be sealed anew, because the key it was sealed with is on its way out
 */
export function openTotp(
  keys: TokenKeys,
  userId: number,
  kept: string,
): { secret: Uint8Array; stale: boolean } | undefined {
  const bytes = Buffer.from(kept, "base64");
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  for (const [at, key] of keys.entries()) {
    try {
      const cipher = createDecipheriv(ALGORITHM, keyOf(key), iv, { authTagLength: TAG_BYTES })
        .setAAD(whose(userId)).setAuthTag(tag);
      const secret = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      cipher.final();
      return { secret: new Uint8Array(secret), stale: at > 0 };
    } catch {
      // the next key may fit
    }
  }
}
