import { createHash, randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { TokenKeys } from "../access/token_keys.ts";
import { Refusal } from "../errors.ts";

const ISSUER = "back-office";
const AUDIENCE = "back-office-api";
export const ACCESS_SECONDS = 12 * 60 * 60;
export const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** An access token: HS256, 12 hours or as long as is said, claims `iss aud sub role sid iat exp`. */
export function signAccessToken(
  keys: TokenKeys,
  claims: { userId: number; role: string; sessionId: number },
  seconds = ACCESS_SECONDS,
): Promise<string> {
  return new SignJWT({ role: claims.role, sid: claims.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER).setAudience(AUDIENCE).setSubject(String(claims.userId))
    .setIssuedAt().setExpirationTime(`${seconds}s`)
    .sign(keys[0]);
}

interface Claims {
  userId: number;
  sessionId: number;
}

/** Tokens whose signature was right, with their claims, until they expire; of each process's keys. */
const verified = new WeakMap<TokenKeys, Map<string, { claims: Claims; untilMs: number }>>();
const MOST_VERIFIED = 5_000;
const TOLERANCE_SECONDS = 5;

/**
 * Who a token speaks for. Its signature is checked when it comes first, its session is for the caller to
 * ask every time.
 *
 * @throws Refusal `invalid_token` whatever is wrong with it
 */
export async function readAccessToken(keys: TokenKeys, token: string): Promise<Claims> {
  let known = verified.get(keys);
  if (!known) verified.set(keys, known = new Map());
  const earlier = known.get(token);
  if (earlier && Date.now() < earlier.untilMs) return earlier.claims;
  known.delete(token);
  const { claims, expires } = await verify(keys, token);
  if (known.size >= MOST_VERIFIED) known.delete(known.keys().next().value!);
  known.set(token, { claims, untilMs: expires * 1000 });
  return claims;
}

async function verify(
  keys: TokenKeys,
  token: string,
): Promise<{ claims: Claims; expires: number }> {
  for (const key of isCanonical(token) ? keys : []) {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: "JWT",
        requiredClaims: ["exp", "iat", "sub", "sid"],
        maxTokenAge: ACCESS_SECONDS + 60,
        clockTolerance: TOLERANCE_SECONDS,
      });
      // ours name no key and carry no certificate: whoever adds `kid`, `jwk` or `x5u` is trying something
      if (Object.keys(protectedHeader).some((name) => name !== "alg" && name !== "typ")) continue;
      const claims = { userId: Number(payload.sub), sessionId: payload.sid };
      if (Number.isSafeInteger(claims.userId) && Number.isSafeInteger(claims.sessionId)) {
        const expires = Math.min(payload.exp!, payload.iat! + ACCESS_SECONDS);
        return { claims: claims as Claims, expires };
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
