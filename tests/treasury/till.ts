import { type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

/** An office with its accounts, and what stands on each by role, or by name where it was added. */
export async function till() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  await owner.put("/settings", { books_start: "2026-01-01" });
  const balances = async (asOf = "2199-12-31"): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await owner.get(`/accounts?as_of=${asOf}`)).body.data
        .map((each: Json) => [each.role ?? each.name, each.balance]),
    );
  return { ...db, app, owner, balances };
}
