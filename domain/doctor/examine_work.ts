import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { type Finding, good, warning } from "./finding.ts";

interface Work {
  owners: number;
  unsealed: number;
  old_keys: number;
  long_transactions: string | null;
  old_jobs: string | null;
}

/** What goes on in a database whose schema is up to date, and what got stuck there. */
export async function examineWork(db: Db): Promise<Finding[]> {
  const [work] = await db.query<[Work]>(sql`
    select (select count(*) from users where role = 'owner' and active) as owners,
      (select count(*) from audit_unsealed q join audit_log a on a.id = q.audit_id
        where a.recorded_at < now() - interval '10 minutes') as unsealed,
      (select count(*) from idempotency_keys
        where created_at < now() - interval '31 days') as old_keys,
      (select string_agg(format('process %s since %s', pid, to_char(xact_start, 'HH24:MI')), ', ')
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and xact_start < now() - interval '5 minutes'
          and backend_type = 'client backend') as long_transactions,
      (select string_agg(format('process %s since %s', a.pid, to_char(a.xact_start, 'HH24:MI')), ', ')
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted
          and l.database = (select oid from pg_database where datname = current_database())
          and a.xact_start < now() - interval '6 hours') as old_jobs`);
  return [
    work.owners > 0
      ? good("owner", "There is an owner.")
      : warning("owner", "There is no owner yet.", "Run deno task cli owner setup."),
    work.unsealed === 0 ? good("audit", "The audit log is sealed.") : warning(
      "audit",
      `${work.unsealed} rows of the audit log wait for their seal since ten minutes.`,
      "The server seals them: start it, or run deno task cli audit verify.",
    ),
    work.old_keys === 0
      ? good("idempotency", "No answer is kept longer than it should be.")
      : warning(
        "idempotency",
        `${work.old_keys} answers are kept for more than 30 days.`,
        "The server removes them as it goes; see its log.",
      ),
    work.long_transactions === null
      ? good("transactions", "No transaction is open for long.")
      : warning(
        "transactions",
        `Open for more than five minutes: ${work.long_transactions}.`,
        "See pg_stat_activity; end one with pg_terminate_backend.",
      ),
    work.old_jobs === null ? good("jobs", "No command holds its lock for long.") : warning(
      "jobs",
      `A command holds its lock for more than six hours: ${work.old_jobs}.`,
      "If it hangs, end its process: the lock ends with it.",
    ),
  ];
}
