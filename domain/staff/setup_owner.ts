import { createHmac } from "node:crypto";
import sql from "sql-template-tag";
import type { z } from "zod";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Db, Tx } from "../db/connect.ts";
import { inTransaction, type TransactionOptions } from "../db/transaction.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { conflict, forbidden } from "../errors.ts";
import { nextNumber } from "../records/numbering.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { checkPassword, hashPassword, speakable } from "./passwords.ts";
import { columns, type newOwner, takenBy, type User } from "./user.ts";

/**
 * Makes the first owner, once and never again, not even when he was deactivated. Of many calls at the
 * same time one gets through; the rest wait for it, without hashing anything, and are refused.
 * Source: docs/roles.md, "First owner".
 *
 * @param options `proof`: the keys whose `setupCode` must come with it, where another machine asks
 * @throws Refusal `owner_exists`, `setup_code_required`, `invalid_fields` on a poor password
 */
export async function setupOwner(
  database: Database,
  visitor: Visitor,
  input: z.output<typeof newOwner>,
  { proof, dryRun }: Pick<TransactionOptions, "dryRun"> & { proof?: TokenKeys } = {},
): Promise<User> {
  if (await hasOwner(database)) throw ownerExists();
  if (proof) needSetupCode(proof, input.setup_code);
  checkPassword(input.password, input, "password");
  return await inTransaction(database, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('setup owner', 0))`);
    if (await hasOwner(tx)) throw ownerExists();
    const owner = await insertOwner(tx, visitor, input);
    await tx.query(sql`insert into installation (id, owner_id) values (1, ${owner.id})`);
    await audit(tx, { ...visitor, userId: owner.id, name: owner.name }, {
      action: "user.setup_owner",
      entity: "user",
      entityId: owner.id,
      reference_no: owner.reference_no,
      after: owner,
    });
    return owner;
  }, { dryRun });
}

/**
 * What proves that a caller from elsewhere may set the service up: whoever reads what the start printed. The
 * same for every process that has the secret, and after a restart.
 */
export function setupCode(key: Uint8Array): string {
  return speakable(createHmac("sha256", key).update("setup owner").digest());
}

function needSetupCode(keys: TokenKeys, given: string | undefined): void {
  const typed = given?.trim().toLowerCase();
  if (keys.some((key) => setupCode(key) === typed)) return;
  throw forbidden(
    "From another machine this needs setup_code, which the start has printed.",
    "setup_code_required",
  );
}

/** Whether the service was set up, or has an owner in any other way. */
export async function hasOwner(db: Db): Promise<boolean> {
  const [{ exists }] = await db.query<[{ exists: boolean }]>(sql`
    select exists(select from installation) or exists(select from users where role = 'owner')
      as exists`);
  return exists;
}

async function insertOwner(
  tx: Tx,
  visitor: Visitor,
  input: z.output<typeof newOwner>,
): Promise<User> {
  const hash = await hashPassword(input.password);
  const number = await nextNumber(tx, "USR", visitor.today);
  try {
    const [owner] = await tx.query<[User]>(sql`
      insert into users as u (reference_no, name, email, phone, phone_digits, employee_code, role,
        password_hash)
      values (${number}, ${input.name}, ${input.email}, ${input.phone},
        ${input.phone === undefined ? null : phoneDigits(input.phone)}, ${input.employee_code},
        'owner', ${hash})
      returning ${columns}`);
    return owner;
  } catch (error) {
    throw takenBy(error);
  }
}

function ownerExists() {
  return conflict("owner_exists", "the owner's account already exists. Log in instead.");
}
