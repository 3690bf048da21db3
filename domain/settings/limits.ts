import sql from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import { isUnconfirmed, stepUpRequired } from "../access/step_up.ts";
import type { Db } from "../db/connect.ts";
import { forbidden, type Refusal } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";

const permission = "limits.exceed";

/** Whether somebody is held to the limits of the settings: who may exceed them confirms first who he is. */
export function isLimited(actor: Actor): boolean {
  return !may(actor, permission) || isUnconfirmed(actor);
}

/** @param limit what he may do by himself @param fields what was beyond it: field → what it might be */
export function beyondLimit(
  actor: Actor,
  setting: string,
  limit: Decimal,
  what: string,
  fields?: Record<string, Decimal>,
): Refusal {
  if (may(actor, permission)) return stepUpRequired(actor);
  return forbidden(
    `${what} is beyond the limit, ${setting} ${limit}: it needs ${permission}.`,
    "beyond_limit",
    { setting, limit, permission, ...fields && { fields } },
  );
}

interface Moved {
  /** either sign */
  quantity: Decimal;
  /** local currency per unit; what has none is held to its pieces only, for a cost is not to be guessed */
  selling_price?: Decimal | null;
}

/**
 * Refuses goods moved by hand, one product at a time, beyond what the settings let.
 * @throws Refusal `beyond_limit`, `step_up_required`
 */
export async function refuseLargeMoves(db: Db, actor: Actor, moves: Moved[]): Promise<void> {
  if (!isLimited(actor) || moves.length === 0) return;
  const [{ stock_move_limit, stock_move_value_limit }] = await db.query<
    [{ stock_move_limit: Decimal; stock_move_value_limit: Decimal | null }]
  >(sql`select stock_move_limit, stock_move_value_limit from settings`);
  for (const { quantity, selling_price } of moves) {
    const pieces = quantity.abs();
    if (pieces.gt(stock_move_limit)) {
      throw beyondLimit(actor, "stock_move_limit", stock_move_limit, `A move of ${pieces}`);
    }
    const value = pieces.times(selling_price ?? "0");
    if (stock_move_value_limit && value.gt(stock_move_value_limit)) {
      throw beyondLimit(
        actor,
        "stock_move_value_limit",
        stock_move_value_limit,
        `A move worth ${value}`,
      );
    }
  }
}

/**
 * Refuses taking back more of an invoice than the settings let.
 * @param amount what is taken back, VAT included, local currency
 * @throws Refusal `beyond_limit`, `step_up_required`
 */
export async function refuseLargeVoid(db: Db, actor: Actor, amount: Decimal): Promise<void> {
  if (!isLimited(actor)) return;
  const [{ void_limit }] = await db.query<[{ void_limit: Decimal | null }]>(
    sql`select void_limit from settings`,
  );
  if (void_limit && amount.gt(void_limit)) {
    throw beyondLimit(actor, "void_limit", void_limit, `Taking back ${amount}`);
  }
}
