import sql from "sql-template-tag";
import { z } from "zod";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Db, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../errors.ts";
import { secret, shaped, text } from "../records/kinds.ts";
import { latinDigits, looksLikePhone, phoneDigits } from "../records/phone_number.ts";
import { record } from "../records/record.ts";
import { rememberDevice } from "./devices.ts";
import { guessPassword } from "./guess_password.ts";
import { hashPassword, isWeak } from "./passwords.ts";
import { totpCode, useSecondFactor } from "./second_factor.ts";
import { type From, type Login, openSession } from "./sessions.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { columns, PASSWORD, type User } from "./user.ts";

const MAX_DEVICE_CHARACTERS = 4000;

export const credentials = record("Credentials", "c", {
  identifier: text("E-mail, phone in any spelling, or employee code.", {
    example: "karim@example.com",
    max: 254,
    entry: "required",
    aliases: ["email", "phone", "username", "employee_code"],
  }),
  password: secret("The password, as it is.", { example: PASSWORD, entry: "required" }),
  totp_code: totpCode,
  device: shaped(
    z.record(z.string(), z.unknown(), "must be an object").refine(
      (device) => JSON.stringify(device).length <= MAX_DEVICE_CHARACTERS,
      `must have at most ${MAX_DEVICE_CHARACTERS} characters`,
    ),
    "The device, as it describes itself.",
    { example: { name: "Office phone" }, entry: "optional" },
  ),
}).entry;

interface Account {
  id: number;
  name: string;
  active: boolean;
  password_hash: string;
}

/**
 * Logs in. An unknown user, a wrong password, a generated one after its last day and an inactive user get the same
 * answer in the same time.
 * Who has a second factor sends a code too; that it is missing is said only where the password is right.
 * A password kept with less work than today's is hashed anew. Source: docs/roles.md, "Sessions".
 *
 * @returns what is answered, and the token by which the device is known again
 * @throws Refusal `invalid_credentials`, `totp_required`, `too_many_attempts`, `busy`
 */
export async function logIn(
  database: Database,
  keys: TokenKeys,
  visitor: Visitor,
  { identifier, password, totp_code, token, ...from }: z.output<typeof credentials> & From & {
    token?: string;
  },
): Promise<{ login: Login; token: string }> {
  const phone = looksLikePhone(identifier) ? phoneDigits(identifier) : null;
  const account = await findAccount(database, identifier, phone);
  const fits = await guessPassword(database, visitor, {
    userId: account?.id,
    identifier: phone ?? latinDigits(identifier).toLowerCase(),
    address: from.address,
    device: token,
    password,
    hash: account?.active ? account.password_hash : undefined,
    second: () => useSecondFactor(database, keys, visitor, account!.id, totp_code),
    failure: "user.login_failed",
  });
  if (!account || !fits) throw wrongCredentials();
  const better = isWeak(account.password_hash) ? await hashPassword(password) : undefined;
  return await inTransaction(database, async (tx) => {
    const user = await stillGood(tx, account);
    if (better) {
      await tx.query(sql`update users set password_hash = ${better} where id = ${user.id}`);
    }
    await audit(tx, { ...visitor, userId: user.id, name: user.name }, {
      action: "user.login",
      entity: "user",
      entityId: user.id,
      reference_no: user.reference_no,
      after: { address: from.address },
    });
    return {
      login: await openSession(tx, keys, user, from),
      token: await rememberDevice(tx, user.id, token),
    };
  });
}

/** By e-mail first, then phone, then employee code, should one user's be another's. */
async function findAccount(
  db: Db,
  identifier: string,
  phone: string | null,
): Promise<Account | undefined> {
  const typed = identifier.toLowerCase();
  const [account] = await db.query<[Account?]>(sql`
    select id, name, active and coalesce(password_ends_at > now(), true) as active, password_hash
    from users
    where email = ${typed} or phone_digits = ${phone}
      or lower(employee_code) in (lower(${identifier}), lower(${latinDigits(identifier)}))
    order by email is not distinct from ${typed} desc,
      ${phone}::text is not null and phone_digits is not distinct from ${phone} desc, id
    limit 1`);
  return account;
}

/** Between the look at the password and now it may have been reset, or the user deactivated. */
async function stillGood(tx: Tx, account: Account): Promise<User> {
  const [user] = await tx.query<[(User & { password_hash: string })?]>(sql`
    select ${columns}, u.password_hash from users u where u.id = ${account.id}
    for no key update`);
  if (!user?.active || user.password_hash !== account.password_hash) throw wrongCredentials();
  const { password_hash: _hash, ...shown } = user;
  return shown;
}

export function wrongCredentials(): Refusal {
  return new Refusal(
    "invalid_credentials",
    "The login or the password is wrong, or the account is not active.",
  );
}
