import sql from "sql-template-tag";
import type { Db } from "./connect.ts";

/** Whether the database answers within `withinMs`. */
export async function databaseAnswers(db: Db, withinMs = 1500): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<false>((resolve) =>
    timer = setTimeout(() => resolve(false), withinMs)
  );
  const answers = db.query(sql`select 1`).then(() => true, () => false);
  try {
    return await Promise.race([answers, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
