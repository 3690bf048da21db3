import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { columns, type User } from "./user.ts";

/** A user, locked against changes of others until the end. @throws Refusal `not_found` */
export async function lockUser(tx: Tx, id: number): Promise<User> {
  const [user] = await tx.query<[User?]>(
    sql`select ${columns} from users u where u.id = ${id} for no key update`,
  );
  if (!user) throw notFound("User", id);
  return user;
}
