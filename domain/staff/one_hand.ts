import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";

/** How long whoever made a login, or gave it a password, may still be the one who uses it. */
const KNOWN_FOR = "24 hours";

/**
 * Whether two deeds that take two people may be one person's under two names: the same user, or one who
 * within the last day made the other's login or gave it a password, or whose token for a program acts as the
 * other, himself or through others, or did so for both. The owner does not count, since he may do everything by himself.
 * Source: docs/roles.md, "A second person".
 *
 * @param other the user id of who did the first deed; null: the system
 */
export async function isOneHand(db: Db, actor: Actor, other: number | null): Promise<boolean> {
  if (actor.userId === null || other === null) return false;
  const [{ one }] = await db.query<[{ one: boolean }]>(sql`
    with recursive hands (login, person) as (
      select id, id from users where id in (${actor.userId}, ${other})
      union
      select hands.login, made.actor_id from hands join (
          select entity_id as person, actor_id from audit_log
            where entity = 'user' and action in ('user.create', 'user.reset_password')
              and recorded_at > ${actor.now}::timestamptz - ${KNOWN_FOR}::interval
          union all
          select user_id, given_by from sessions
            where program is not null and least(coalesce(revoked_at, 'infinity'), expires_at)
              > ${actor.now}::timestamptz - ${KNOWN_FOR}::interval) made using (person)
      where made.actor_id is not null
    )
    select exists (select from hands first join hands second using (person)
        join users on users.id = person
      where first.login = ${actor.userId} and second.login = ${other} and users.role <> 'owner')
      as one`);
  return one;
}
