import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, invalid, notFound, type Refusal } from "../errors.ts";
import { type Place, place } from "./place.ts";

/**
 * Enters a place; the one that is now the default takes that from the one before.
 * @throws Refusal `forbidden`, `invalid_fields`, `duplicate_place`
 */
export async function createPlace(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof place.entry>,
): Promise<Place> {
  allow(actor, "settings.write");
  await judge(tx, input);
  if (input.is_default) await passOn(tx, actor, null);
  try {
    const [made] = await tx.query<[Place]>(sql`
      insert into stock_places as l (${place.stored}, created_at, updated_at, created_by)
      select ${place.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
      from ${place.rows([input])} returning ${place.columns(actor)}`);
    await audit(tx, actor, { ...about("create", made), after: made });
    return made;
  } catch (error) {
    throw taken(error, input) ?? error;
  }
}

/**
 * Changes a place. The default is changed by making another one it; a place with goods stays in use.
 * @throws Refusal `forbidden`, `not_found`, `invalid_fields`, `duplicate_place`, `record_in_use`
 */
export async function updatePlace(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof place.changes>,
): Promise<Place> {
  allow(actor, "settings.write");
  // one at a time, so that two cannot both become the default
  await tx.query(sql`select from stock_places where is_default for update`);
  const [before] = await tx.query<[Place?]>(
    sql`select ${place.columns(actor)} from stock_places l where l.id = ${id} for no key update`,
  );
  if (!before) throw notFound("Stock place", id);
  if (before.kind === "transit") {
    throw conflict("record_in_use", `${before.name} is kept by the service and never changed.`);
  }
  const set = assignments(before, changes, place.whenCleared);
  if (!set) return before;
  const after = { ...before, ...set.after };
  await judge(tx, after);
  if (before.is_default && !after.is_default) {
    throw invalid({ is_default: "cannot be taken away: make another place the default" });
  }
  if (before.active && !after.active) await refuseFull(tx, before);
  if (after.is_default && !before.is_default) await passOn(tx, actor, id);
  try {
    const [changed] = await tx.query<[Place]>(sql`
      update stock_places l set ${set.sql}, updated_at = ${actor.now}, version = l.version + 1
      where l.id = ${id} returning ${place.columns(actor)}`);
    await audit(tx, actor, { ...about("update", changed), before: set.before, after: set.after });
    return changed;
  } catch (error) {
    throw taken(error, after) ?? error;
  }
}

function about(action: string, { id, reference_no }: Place) {
  return { action: `stock_place.${action}`, entity: "stock_place", entityId: id, reference_no };
}

/** What a place says as a whole. */
async function judge(
  tx: Tx,
  { kind, is_default, active, user_id }:
    & Pick<z.output<typeof place.entry>, "kind" | "is_default" | "active">
    & {
      user_id?: number | null;
    },
): Promise<void> {
  const faults: FieldErrors = {
    ...kind === "transit" && { kind: ["must be warehouse, showroom or van"] },
    ...is_default && !active && { active: ["must be true of the default place"] },
    ...user_id && kind !== "van" && { user_id: ["belongs to a van only"] },
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (!user_id) return;
  const [user] = await tx.query(sql`select from users where id = ${user_id} for key share`);
  if (!user) throw invalid({ user_id: "names no user" });
}

async function passOn(tx: Tx, actor: Actor, to: number | null): Promise<void> {
  await tx.query(sql`
    update stock_places set is_default = false, updated_at = ${actor.now}, version = version + 1
    where is_default and id is distinct from ${to}::bigint`);
}

async function refuseFull(tx: Tx, { id, name }: Place): Promise<void> {
  const [held] = await tx.query<[{ products: number; coming: number }]>(sql`
    select (select count(*) from place_stock where place_id = ${id} and quantity > 0) as products,
      (select count(*) from stock_transfers where ${id} in (from_place_id, to_place_id)
        and status in ('sent', 'partly_received')) as coming`);
  if (held.products === 0 && held.coming === 0) return;
  throw conflict(
    "record_in_use",
    `${name} still has ${held.products} products and ${held.coming} transfers on the way.`,
  );
}

function taken(
  error: unknown,
  { code, name }: { code: string; name: string },
): Refusal | undefined {
  switch (brokenConstraint(error)) {
    case "duplicate_place_code":
      return conflict("duplicate_place", `another place has the code ${code}.`, { field: "code" });
    case "duplicate_place_name":
      return conflict("duplicate_place", `another place has the name ${name}.`, { field: "name" });
    case "one_van_of_a_user":
      return conflict("duplicate_place", "this user has a van already.", { field: "user_id" });
  }
}
