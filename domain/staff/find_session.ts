import { setImmediate } from "node:timers";
import sql from "sql-template-tag";
import type { Permission, Role } from "../access/access.ts";
import type { TotpState } from "../access/step_up.ts";
import type { Db } from "../db/connect.ts";
import { Refusal } from "../errors.ts";
import { goesOn } from "./sessions.ts";

export interface LiveSession {
  session_id: number;
  user_id: number;
  name: string;
  role: Role;
  /** false for a program, which has no password */
  must_change_password: boolean;
  /** whether it is a program that only reads */
  read_only: boolean;
  /** of a program: what of its role's permissions it has; null: all */
  only: Permission[] | null;
  /** whether it is a program's token */
  program: boolean;
  /** whether its user has confirmed who he is, and it still holds */
  confirmed: boolean;
  /** whether he must before what is sensitive */
  step_up_due: boolean;
  /** whether he has a second factor; `due`: his role must have one and he has not */
  totp: TotpState;
  /** whether another session ends now that this one is used: see `endReplaced` */
  replaces: boolean;
}

/**
 * The user behind a session, read afresh at every request: a revoked session, a deactivated user and
 * a changed role count from the next request on. The role comes from here, never from the token.
 *
 * @throws Refusal `invalid_token`
 */
export async function findSession(db: Db, sessionId: number, userId: number): Promise<LiveSession> {
  const session = (await askWithOthers(db, sessionId)).get(sessionId);
  if (session?.user_id !== userId) {
    throw new Refusal("invalid_token", "This login has ended. Log in again.");
  }
  return session;
}

interface Question {
  sessionIds: Set<number>;
  answer: Promise<Map<number, LiveSession>>;
}
const next = new WeakMap<Db, Question>();

/** The requests of one turn of the event loop ask together, after the last of them has come. */
function askWithOthers(db: Db, sessionId: number): Promise<Map<number, LiveSession>> {
  let question = next.get(db);
  if (!question) {
    const sessionIds = new Set<number>();
    const asked = new Promise<void>((turn) => setImmediate(turn)).then(() => {
      next.delete(db);
      return readSessions(db, [...sessionIds]);
    });
    next.set(db, question = { sessionIds, answer: asked });
  }
  question.sessionIds.add(sessionId);
  return question.answer;
}

async function readSessions(db: Db, ids: number[]): Promise<Map<number, LiveSession>> {
  const sessions = await db.query<LiveSession[]>(sql`
    select s.id as session_id, u.id as user_id, u.name, u.role,
      u.must_change_password and s.program is null as must_change_password, s.read_only,
      s.permissions as only,
      s.replaces is not null as replaces, s.program is not null as program,
      coalesce(s.confirmed_until > now(), false) as confirmed,
      t.user_id is not null or coalesce(u.role = any(g.step_up_roles || g.totp_required_roles), false)
        as step_up_due,
      case when t.user_id is not null then 'on'
        when s.program is null and u.role = any(g.totp_required_roles) then 'due' else 'off' end as totp
    from sessions s join users u on u.id = s.user_id
      left join user_totp t on t.user_id = u.id and t.confirmed_at is not null
      left join settings g on true
    where s.id = any(${ids}::bigint[]) and ${goesOn} and u.active`);
  return new Map(sessions.map((session) => [session.session_id, session]));
}
