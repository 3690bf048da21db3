import { createHash, randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { TokenKeys } from "../access/token_keys.ts";
import { Refusal } from "../errors.ts";

const ISSUER = "back-office";
const AUDIENCE = "back-office-api";
export const ACCESS_SECONDS = 12 * 60 * 60;
export const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** An access token: HS256, 12 hours, claims `iss aud sub role sid iat exp`. */
export function signAccessToken(
  keys: TokenKeys,
  claims: { userId: number; role: string; sessionId: number },
): Promise<string> {
  return new SignJWT({ role: claims.role, sid: claims.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER).setAudience(AUDIENCE).setSubject(String(claims.userId))
    .setIssuedAt().setExpirationTime(`${ACCESS_SECONDS}s`)
    .sign(keys[0]);
}

/** @throws Refusal `invalid_token` whatever is wrong with it */
export async function readAccessToken(
  keys: TokenKeys,
  token: string,
): Promise<{ userId: number; sessionId: number }> {
  for (const key of isCanonical(token) ? keys : []) {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: "JWT",
        requiredClaims: ["exp", "iat", "sub", "sid"],
        maxTokenAge: ACCESS_SECONDS + 60,
        clockTolerance: 5,
      });
      // ours name no key and carry no certificate: whoever adds `kid`, `jwk` or `x5u` is trying something
      if (Object.keys(protectedHeader).some((name) => name !== "alg" && name !== "typ")) continue;
      const claims = { userId: Number(payload.sub), sessionId: payload.sid };
      if (Number.isSafeInteger(claims.userId) && Number.isSafeInteger(claims.sessionId)) {
        return claims as { userId: number; sessionId: number };
      }
    } catch {
      // the next key may fit
    }
  }
  throw new Refusal("invalid_token", "The token is not valid or has expired. Log in again.");
}

/** Whether it is three parts that have this one spelling only: no padding, no spare bits set. */
function isCanonical(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => {
    try {
      const bytes = Uint8Array.fromBase64(part, { alphabet: "base64url" });
      return part === bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    } catch {
      return false;
    }
  });
}

/** A refresh token: 256 random bits; only its hash is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
