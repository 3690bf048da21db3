import sql from "sql-template-tag";
import type { Actor, Role } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";

interface NamedUser {
  id: number;
  name: string;
  role: Role;
}

/**
 * The user a command acts as: named by e-mail, phone, employee code, number or id, else the owner who
 * set the service up. `system` stands for cron and recovery.
 *
 * @throws Refusal `not_found` for an unknown or inactive user, `conflict` before there is an owner
 */
export async function findActor(db: Db, named: string | undefined): Promise<Actor> {
  if (named === "system") return systemActor();
  if (named === undefined) {
    const [owner] = await db.query<[NamedUser?]>(sql`
      select id, name, role from users where role = 'owner' and active order by id limit 1`);
    if (!owner) throw conflict("no_owner_yet", "there is no owner yet: run owner setup first.");
    return actorFor(owner);
  }
  const name = named.trim().toLowerCase();
  const [user] = await db.query<[NamedUser?]>(sql`
    select id, name, role from users
    where active and (email = ${name} or lower(employee_code) = ${name} or lower(reference_no) = ${name}
      or id::text = ${name} or phone_digits = right(regexp_replace(${name}, '\\D', '', 'g'), 10))
    order by id limit 1`);
  if (!user) throw notFound("User", named);
  return actorFor(user);
}

/** The user himself; undefined for one that is not active. */
export async function findActorById(db: Db, id: number): Promise<Actor | undefined> {
  const [user] = await db.query<[NamedUser?]>(sql`
    select id, name, role from users where id = ${id} and active`);
  return user && actorFor(user);
}

export function systemActor(): Actor {
  return actor(null, "system", "system");
}

function actorFor(user: NamedUser): Actor {
  return actor(user.id, user.name, user.role);
}

function actor(userId: number | null, name: string, role: Actor["role"]): Actor {
  const now = new Date();
  return {
    userId,
    name,
    role,
    source: "cli",
    requestId: crypto.randomUUID(),
    now: now.toISOString(),
    today: businessDate(now),
  };
}
