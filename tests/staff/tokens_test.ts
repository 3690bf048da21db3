import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { decodeJwt } from "jose";
import { tokenKeys } from "../../domain/access/token_keys.ts";
import { readAccessToken, signAccessToken } from "../../domain/staff/tokens.ts";
import { testApp, testKeys } from "../support/app.ts";
import { assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

type Part = Record<string, unknown> | string;
const encode = (part: Part) =>
  new TextEncoder().encode(typeof part === "string" ? part : JSON.stringify(part))
    .toBase64({ alphabet: "base64url", omitPadding: true });

/** A token signed with our own key, so that only what is being tested is wrong with it. */
function forge(header: Part, payload: Part, hash = "sha256", key: Uint8Array = testKeys[0]) {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
}

Deno.test("an access token is ours or is refused", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const { token } = await as("owner");
  const good = decodeJwt(token);
  const header = { alg: "HS256", typ: "JWT" };
  const now = Math.floor(Date.now() / 1000);
  const [first, second, signature] = token.split(".");
  const status = async (candidate: string) => {
    const response = await app.request("http://localhost/api/v1/auth/me", {
      headers: { authorization: `Bearer ${candidate}` },
    });
    return `${response.status} ${(await response.json()).code ?? ""}`.trim();
  };
  const without = (claim: string) =>
    Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim));

  await t.step("the claims are those of the rules, for 12 hours", async () => {
    assertEquals(Object.keys(good).sort(), ["aud", "exp", "iat", "iss", "role", "sid", "sub"]);
    assertEquals(good.exp! - good.iat!, 12 * 60 * 60);
    assertEquals(await status(token), "200");
    assertEquals(await status(forge(header, good)), "200", "the forgery itself is sound");
  });

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const rsaText = `${encode({ alg: "RS256", typ: "JWT" })}.${second}`;
  const spareBits = signature.slice(0, -1) +
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".indexOf(
        signature.at(-1)!,
      ) + 1
    ];
  const bad: Record<string, string> = {
    "alg none": `${encode({ alg: "none", typ: "JWT" })}.${second}.`,
    "alg none with the signature left": `${
      encode({ alg: "none", typ: "JWT" })
    }.${second}.${signature}`,
    "alg nOnE": `${encode({ alg: "nOnE", typ: "JWT" })}.${second}.`,
    "HS512 with the same key": forge({ alg: "HS512", typ: "JWT" }, good, "sha512"),
    "HS384 with the same key": forge({ alg: "HS384", typ: "JWT" }, good, "sha384"),
    "RS256": `${rsaText}.${createSign("RSA-SHA256").update(rsaText).sign(rsa, "base64url")}`,
    "RS256 header over our HMAC": forge({ alg: "RS256", typ: "JWT" }, good),
    "no alg": forge({ typ: "JWT" }, good),
    "two parts": `${first}.${second}`,
    "four parts": `${token}.${signature}`,
    "empty signature": `${first}.${second}.`,
    "empty": "..",
    "trailing data": `${token}x`,
    "padded": `${token}=`,
    "another spelling of the signature": `${first}.${second}.${spareBits}`,
    "another key": forge(header, good, "sha256", new TextEncoder().encode("x".repeat(40))),
    "changed payload": `${first}.${encode({ ...good, role: "admin", sub: "2" })}.${signature}`,
    "no exp": forge(header, without("exp")),
    "exp as text": forge(header, { ...good, exp: String(good.exp) }),
    "exp in the past": forge(header, { ...good, iat: now - 120, exp: now - 60 }),
    "no iat": forge(header, without("iat")),
    "iat in the future": forge(header, { ...good, iat: now + 600 }),
    "iat before the longest life": forge(header, { ...good, iat: now - 90_000 }),
    "nbf in the future": forge(header, { ...good, nbf: now + 600 }),
    "no aud": forge(header, without("aud")),
    "wrong aud": forge(header, { ...good, aud: "another-api" }),
    "no iss": forge(header, without("iss")),
    "wrong iss": forge(header, { ...good, iss: "someone" }),
    "no sub": forge(header, without("sub")),
    "no sid": forge(header, without("sid")),
    "sid as text": forge(header, { ...good, sid: String(good.sid) }),
    "another user's sid": forge(header, { ...good, sub: "999" }),
    "sid that never was": forge(header, { ...good, sid: 999_999 }),
    "kid that is a path": forge({ ...header, kid: "../../dev/null" }, good),
    "jwk of the sender's": forge({ ...header, jwk: { kty: "oct", k: "AA" } }, good),
    "x5u": forge({ ...header, x5u: "https://example.test/key" }, good),
    "crit": forge({ ...header, crit: ["exp"] }, good),
    "typ other": forge({ ...header, typ: "at+jwt" }, good),
    "no typ": forge({ alg: "HS256" }, good),
    "payload that is no object": forge(header, "[1]"),
    "payload that is no JSON": forge(header, "{"),
  };
  for (const [what, candidate] of Object.entries(bad)) {
    await t.step(`${what} is 401`, async () => {
      assertEquals(await status(candidate), "401 invalid_token");
    });
  }
});

Deno.test("tokenKeys() takes only secrets that are hard to guess", async () => {
  assertMatch((await thrownBy(() => tokenKeys(["short"]))).message, /32 bytes/);
  assertMatch((await thrownBy(() => tokenKeys(["ab".repeat(20)]))).message, /easy/);
});

Deno.test("readAccessToken() accepts the former key while a secret is being replaced", async () => {
  const [old] = testKeys;
  const [fresh] = tokenKeys(["another-secret-for-tests-9876543210-zyx"]);
  const token = await signAccessToken([old], { userId: 7, role: "sales", sessionId: 3 });
  assertEquals(await readAccessToken([fresh, old], token), { userId: 7, sessionId: 3 });
  assertMatch((await thrownBy(() => readAccessToken([fresh], token))).message, /not valid/);
});

Deno.test("a token that was good is refused when its time is over", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: "back-office", aud: "back-office-api", sub: "7", sid: 3, iat: now - 60 };
  const token = forge({ alg: "HS256", typ: "JWT" }, { ...claims, exp: now - 3 });
  const good = { userId: 7, sessionId: 3 };
  assertEquals(await readAccessToken(testKeys, token), good, "clocks may differ by 5 seconds");
  await new Promise((wake) => setTimeout(wake, 2500));
  assertMatch((await thrownBy(() => readAccessToken(testKeys, token))).message, /has expired/);
  const lasting = forge({ alg: "HS256", typ: "JWT" }, { ...claims, exp: now + 60 });
  for (let i = 0; i < 2; i++) assertEquals(await readAccessToken(testKeys, lasting), good);
  const other = tokenKeys(["another-secret-for-tests-0123456789-abcdef"]);
  assertMatch((await thrownBy(() => readAccessToken(other, lasting))).message, /not valid/);
});
