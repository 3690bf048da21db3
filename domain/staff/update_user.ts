import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { requireStepUp } from "../access/step_up.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, forbidden, invalid, notFound } from "../errors.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { allowRole } from "./create_user.ts";
import { forgetDevices } from "./devices.ts";
import { endSessions } from "./sessions.ts";
import { columns, takenBy, type User, user } from "./user.ts";

/** What an admin may change of his own account. */
const ownFields = ["name", "email", "phone"];

/**
 * Changes what is sent of a user; null clears a field. A new role counts from the user's next request;
 * deactivation ends his sessions. Nobody changes his own role or deactivates himself, and the last
 * active owner stays one. Source: docs/roles.md, "Staff accounts".
 *
 * @throws Refusal `forbidden`, `forbidden_fields`, `step_up_required`, `not_found`, `own_account`, `last_owner`,
 *   `duplicate_email`, `duplicate_phone`, `duplicate_employee_code`, `invalid_fields`
 */
export async function updateUser(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof user.changes>,
): Promise<User> {
  allow(actor, "users.write");
  const [before] = await tx.query<[User?]>(
    sql`select ${columns} from users u where u.id = ${id} for update`,
  );
  if (!before) throw notFound("User", id);
  const set = assignments(before, changes, user.whenCleared);
  const wanted: User = { ...before, ...set?.after };
  const changed = Object.keys(set?.after ?? {});
  checkRights(actor, before, wanted, changed);
  if (changed.includes("role") || changed.includes("active")) requireStepUp(actor);
  if (!set) return before;
  if (!wanted.email && !wanted.phone && !wanted.employee_code) {
    throw invalid({ email: "phone or employee code must stay, to log in with" });
  }
  const steppedDown = isOwner(before) && !isOwner(wanted);
  if (steppedDown) await keepAnOwner(tx, before);
  const after = await write(tx, actor, wanted, set.sql);
  if (before.active && !after.active) {
    await endSessions(tx, id, "deactivated");
    await forgetDevices(tx, id);
  }
  await audit(tx, actor, {
    action: "user.update",
    entity: "user",
    entityId: id,
    reference_no: after.reference_no,
    before,
    after,
  });
  return after;
}

function checkRights(actor: Actor, before: User, wanted: User, changed: string[]): void {
  if (actor.userId === before.id) {
    if (changed.includes("role") || changed.includes("active")) {
      throw conflict(
        "own_account",
        "nobody changes his own role or deactivates himself; ask another owner.",
      );
    }
    const closed = changed.filter((field) => !ownFields.includes(field));
    if (before.role !== "owner" && closed.length > 0) {
      throw forbidden(
        `Of his own account an admin may change only ${ownFields.join(", ")}.`,
        "forbidden_fields",
        { fields: closed },
      );
    }
    return;
  }
  allowRole(actor, before.role);
  allowRole(actor, wanted.role);
}

function isOwner(user: User): boolean {
  return user.role === "owner" && user.active;
}

/** The lock makes two owners who demote each other take turns: the second finds himself the last. */
async function keepAnOwner(tx: Tx, leaving: User): Promise<void> {
  await tx.query(sql`select id from installation where id = 1 for update`);
  const [another] = await tx.query<[{ id: number }?]>(sql`
    select id from users where role = 'owner' and active and id <> ${leaving.id} limit 1`);
  if (!another) {
    throw conflict("last_owner", `${leaving.name} is the last active owner and must stay one.`);
  }
}

async function write(
  tx: Tx,
  actor: Actor,
  wanted: User,
  set: NonNullable<ReturnType<typeof assignments>>["sql"],
): Promise<User> {
  const digits = wanted.phone === null ? null : phoneDigits(wanted.phone);
  try {
    const [after] = await tx.query<[User]>(sql`
      update users u set ${set}, phone_digits = ${digits}, updated_at = ${actor.now},
        version = u.version + 1
      where u.id = ${wanted.id} returning ${columns}`);
    return after;
  } catch (error) {
    throw takenBy(error);
  }
}
