import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { updateUser } from "../../domain/staff/update_user.ts";
import { actorWith } from "../support/app.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { userWith } from "./staff.ts";

Deno.test("the last active owner stays one", async (t) => {
  await using db = await freshDatabase();
  const a = await userWith(db.database, "owner");
  const b = await userWith(db.database, "owner");
  await userWith(db.database, "owner", { active: false });
  await db.database.query(sql`insert into installation (id, owner_id) values (1, ${a.id})`);

  await t.step("two owners who demote each other at once take turns", async () => {
    const asA = actorWith("owner", a.id);
    const asB = actorWith("owner", b.id);
    let second: Promise<Error> | undefined;
    await inTransaction(db.database, async (tx) => {
      await updateUser(tx, asA, b.id, { role: "sales" });
      second = thrownBy(() =>
        inTransaction(db.database, (other) => updateUser(other, asB, a.id, { active: false }))
      );
      await untilBlocked(db.database);
    });
    const error = await second;
    assert(error instanceof Refusal);
    assertEquals(error.code, "last_owner");
  });

  await t.step("not even the system takes him away", async () => {
    for (const change of [{ role: "admin" }, { active: false }] as const) {
      const error = await thrownBy(() =>
        inTransaction(db.database, (tx) => updateUser(tx, actorWith("system"), a.id, change))
      );
      assert(error instanceof Refusal);
      assertEquals(error.code, "last_owner");
    }
    const owners = await db.database.query<{ id: number }[]>(
      sql`select id from users where role = 'owner' and active`,
    );
    assertEquals(owners, [{ id: a.id }]);
  });
});
