import sql from "sql-template-tag";
import { tokenKeys } from "../../domain/access/token_keys.ts";
import { systemActor } from "../../domain/staff/find_actor.ts";
import { openTotp, sealTotp } from "../../domain/staff/seal_totp.ts";
import { useSecondFactor } from "../../domain/staff/second_factor.ts";
import { base32, codeOf, otpauthUri, stepAt, stepOfCode } from "../../domain/staff/totp.ts";
import { type Answer, type Caller, type Json, testApp, testKeys } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { done } from "../support/receiving.ts";
import { bytesOf } from "./app_for_codes.ts";
import { PASSWORD, sessionOf, userWith } from "./staff.ts";

/** The keys of RFC 4226 and RFC 6238, "Test Vectors". */
const rfcSecret = new TextEncoder().encode("12345678901234567890");

Deno.test("codes are those of the RFCs", () => {
  const counted = Array.from({ length: 10 }, (_, step) => codeOf(rfcSecret, step));
  assertEquals(
    counted.join(" "),
    "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489",
  );
  for (
    const [second, code] of [
      [59, "287082"],
      [1111111109, "081804"],
      [1111111111, "050471"],
      [1234567890, "005924"],
      [2000000000, "279037"],
      [20000000000, "353130"],
    ] as const
  ) {
    const now = new Date(second * 1000).toISOString();
    assertEquals(codeOf(rfcSecret, stepAt(now)), code);
    assertEquals(stepOfCode(rfcSecret, code, now), stepAt(now));
  }
  assertEquals(base32(rfcSecret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const uri = new URL(otpauthUri(rfcSecret, "karim@example.com"));
  assertEquals([uri.host, uri.searchParams.get("secret")], ["totp", base32(rfcSecret)]);
});

Deno.test("a code holds for its half minute and the one on either side", () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const code = codeOf(rfcSecret, stepAt(at(3000)));
  const holds = [2969, 2970, 3000, 3059, 3060].map((s) =>
    stepOfCode(rfcSecret, code, at(s)) !== undefined
  );
  assertEquals(holds, [false, true, true, true, false]);
});

Deno.test("a secret is opened by the keys of the process and for its user alone", () => {
  const [old, fresh, other] = ["old", "new", "oth"].map((each) =>
    tokenKeys([`${each}-secret-0123456789-abcdefghijkl`])
  );
  const sealed = sealTotp(old, 7, rfcSecret);
  assert(!sealed.includes(base32(rfcSecret)));
  assert(sealTotp(old, 7, rfcSecret) !== sealed, "nothing tells two equal ones");
  assertEquals(openTotp(old, 7, sealed), { secret: rfcSecret, stale: false });
  assertEquals(openTotp([...fresh, ...old], 7, sealed), { secret: rfcSecret, stale: true });
  assertEquals(openTotp(other, 7, sealed), undefined);
  assertEquals(openTotp(old, 8, sealed), undefined);
  assertEquals(openTotp(old, 7, "damaged"), undefined);
});

async function office() {
  const db = await freshDatabase();
  const { holding, anyone } = testApp(db.database);
  const account = await userWith(db.database, "accounts");
  const owner = await userWith(db.database, "owner");
  const session = async (id: number) => holding((await sessionOf(db.database, id)).token);
  /** The secret as the app has it, read from the address in the square. */
  let secret = new Uint8Array();
  /** A code that was not used yet: what was counts for the clock before. */
  const fresh = async () => {
    await db.database.query(sql`update user_totp set last_step = 0`);
    return codeOf(secret, stepAt(new Date().toISOString()));
  };
  return {
    ...db,
    account,
    owner,
    holding,
    session,
    fresh,
    logIn: (more: Json = {}) =>
      anyone.post("/auth/login", { identifier: account.email, password: PASSWORD, ...more }),
    confirm: (by: Caller, more: Json = {}) =>
      by.post("/auth/step-up", { password: PASSWORD, ...more }),
    async switchOn(by: Caller): Promise<string[]> {
      const begun = done(await by.post("/auth/totp", {}));
      secret = bytesOf(begun.secret);
      const wrong = await by.post("/auth/totp/confirm", { totp_code: "12345" });
      assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["totp_code"]]);
      const totp_code = codeOf(secret, stepAt(new Date().toISOString()));
      return done(await by.post("/auth/totp/confirm", { totp_code })).recovery_codes;
    },
  };
}

function says(answer: Answer, status: number, code: string): void {
  assertEquals([answer.status, answer.body.code], [status, code], answer.body.detail);
}

Deno.test("a second factor is asked for with the password", async (t) => {
  await using w = await office();
  const me = await w.session(w.account.id);
  let recovery: string[] = [];

  await t.step("it begins with the password, and counts once a code has proved it", async () => {
    says(await me.post("/auth/totp", {}), 403, "step_up_required");
    says(await me.post("/auth/totp/confirm", { totp_code: "123456" }), 403, "step_up_required");
    done(await w.confirm(me));
    says(await me.post("/auth/totp/confirm", { totp_code: "123456" }), 409, "totp_not_begun");
    done(await me.post("/auth/totp", {}));
    done(await w.logIn());
    const owner = await w.session(w.owner.id);
    const seen = async () => done(await owner.get(`/users/${w.account.id}`)).second_factor;
    assertEquals(await seen(), false);
    recovery = await w.switchOn(me);
    assertEquals(await seen(), true);
    assertEquals([recovery.length, new Set(recovery).size], [10, 10]);
    assertEquals(done(await me.get("/auth/me")).totp, "on");
    says(await me.post("/auth/totp", {}), 409, "totp_is_on");
    says(await me.post("/auth/totp/confirm", { totp_code: await w.fresh() }), 409, "totp_is_on");
  });

  await t.step("new recovery codes take the place of those before", async () => {
    const fresh: string[] = done(await me.post("/auth/totp/recovery-codes", {})).recovery_codes;
    assertEquals([fresh.length, fresh.some((code) => recovery.includes(code))], [10, false]);
    says(await w.logIn({ totp_code: recovery[0] }), 401, "invalid_credentials");
    recovery = fresh;
    const owner = await w.session(w.owner.id);
    done(await w.confirm(owner));
    says(await owner.post("/auth/totp/recovery-codes", {}), 409, "totp_not_begun");
    const other = await w.session(w.account.id);
    says(await other.post("/auth/totp/recovery-codes", {}), 403, "step_up_required");
  });

  await t.step("what is kept of it opens nothing", async () => {
    const [kept] = await w.database.query<[Json]>(sql`select secret from user_totp`);
    assert(openTotp(testKeys, w.account.id, kept.secret));
    const rows = await w.database.query<Json[]>(sql`select code_hash from totp_recovery_codes`);
    assert(rows.every(({ code_hash }) => /^[0-9a-f]{64}$/.test(code_hash)));
  });

  await t.step("that a code is missing is said after the right password only", async () => {
    says(await w.logIn(), 401, "totp_required");
    says(await w.logIn({ password: "a wrong guess" }), 401, "invalid_credentials");
    says(await w.logIn({ totp_code: "000000x" }), 401, "invalid_credentials");
    done(await w.logIn({ totp_code: await w.fresh() }));
  });

  await t.step("a code counts once, wherever it comes again", async () => {
    const totp_code = await w.fresh();
    const answers = await Promise.all([w.logIn({ totp_code }), w.logIn({ totp_code })]);
    assertEquals(answers.map(({ status }) => status).sort(), [200, 401]);
    says(await w.logIn({ totp_code }), 401, "invalid_credentials");
    says(await w.confirm(me, { totp_code }), 401, "invalid_credentials");
  });

  await t.step("it is typed in Bangla digits and with spaces too", async () => {
    const code = (await w.fresh()).replace(/\d/g, (digit) => "০১২৩৪৫৬৭৮৯"[Number(digit)]);
    done(await w.logIn({ totp_code: `${code.slice(0, 3)} ${code.slice(3)}` }));
  });

  await t.step("a recovery code stands in for it once", async () => {
    done(await w.logIn({ totp_code: recovery[0] }));
    says(await w.logIn({ totp_code: recovery[0] }), 401, "invalid_credentials");
    done(await w.logIn({ totp_code: recovery[1].toUpperCase().replaceAll("-", " ") }));
    const admin = await w.session(w.owner.id);
    const { data } = (await admin.get("/audit?action=user.use_recovery_code")).body;
    assertEquals(data.map((row: Json) => row.after.left), [8, 9]);
  });

  await t.step("who has one confirms with both, whatever the settings say", async () => {
    const close = () => me.put("/settings", { closed_through: "2020-06-30" });
    await w.database.query(sql`update sessions set confirmed_until = null`);
    const refused = await close();
    says(refused, 403, "step_up_required");
    assertEquals(refused.body.totp, true);
    says(await w.confirm(me), 401, "totp_required");
    done(await w.confirm(me, { totp_code: await w.fresh() }));
    done(await close());
  });

  await t.step("wrong codes are throttled, and a password without one clears nothing", async () => {
    await w.database.query(sql`delete from login_failures`);
    await w.database.query(sql`delete from known_addresses`);
    for (let i = 0; i < 10; i++) {
      says(await w.logIn({ totp_code: "99999" }), 401, "invalid_credentials");
      if (i % 5 === 0) says(await w.logIn(), 401, "totp_required");
    }
    says(await w.logIn({ totp_code: await w.fresh() }), 429, "too_many_attempts");
    await w.database.query(sql`delete from login_failures`);
  });

  await t.step("it ends with a confirmation, and by whoever looks after users", async () => {
    await w.database.query(sql`update sessions set confirmed_until = null`);
    says(await me.post("/auth/totp/end", {}), 403, "step_up_required");
    done(await w.confirm(me, { totp_code: await w.fresh() }));
    done(await me.post("/auth/totp/end", {}));
    done(await w.logIn());
    await w.switchOn(me);
    const owner = await w.session(w.owner.id);
    says(await me.post(`/users/${w.account.id}/totp/end`, {}), 403, "forbidden");
    done(await owner.post(`/users/${w.account.id}/totp/end`, { reason: "The phone is lost." }));
    done(await w.logIn());
    says(await owner.post(`/users/${w.account.id}/totp/end`, {}), 409, "totp_not_begun");
  });
});

Deno.test("a role that must have a second factor sets it up before anything else", async () => {
  await using w = await office();
  const owner = await w.session(w.owner.id);
  const { token } = (await owner.post(`/users/${w.account.id}/tokens`, {
    name: "Export",
    expires_on: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
  })).body.data;
  done(await owner.put("/settings", { totp_required_roles: ["accounts"] }));
  const me = w.holding(done(await w.logIn()).token);
  says(await me.get("/customers"), 403, "totp_setup_required");
  says(await me.post("/customers", { name: "Rahim" }), 403, "totp_setup_required");
  assertEquals(done(await me.get("/auth/me")).totp, "due");
  assertEquals((await w.holding(token).get("/customers")).status, 200, "a program has no phone");
  done(await w.confirm(me));
  await w.switchOn(me);
  assertEquals((await me.get("/customers")).status, 200);
  says(await w.logIn(), 401, "totp_required");
  done(await owner.put("/settings", { totp_required_roles: null }));
});

Deno.test("a secret is sealed anew when its key is on its way out", async () => {
  await using w = await office();
  const me = await w.session(w.account.id);
  done(await w.confirm(me));
  await w.switchOn(me);
  const next = tokenKeys(["the-next-secret-0123456789-abcdefgh"]);
  const use = async (keys: typeof next) =>
    await useSecondFactor(w.database, keys, systemActor(), w.account.id, await w.fresh());
  assertEquals(await use(next), false, "no key that opens it");
  assertEquals(await use([...next, ...testKeys]), true);
  assertEquals(await use(next), true);
});
