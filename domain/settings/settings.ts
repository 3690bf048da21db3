import sql, { empty } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, type Role, roles } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Db, Tx } from "../db/connect.ts";
import { closePeriod } from "../journal/close_period.ts";
import { methods } from "../journal/name_account.ts";
import { setMethodAccounts } from "../journal/set_method_accounts.ts";
import { decimal } from "../money/decimal.ts";
import { stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import {
  count,
  date,
  flag,
  id,
  localMoney,
  money,
  percent,
  quantity,
  shaped,
  text,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

const nobody: Role[] = [];
const percentUpTo100 = field.percent().refine((value) => value.lte("100"), "must not be above 100");
const accountsByMethod = z.partialRecord(z.enum(methods), field.id());

/** What the owner sets while the service runs; null: not set, and there is no default. */
export const settings = record(
  "Settings",
  "settings",
  everybody({
    demurrage_free_days: count(
      "Days in the port that cost nothing, of a container that does not say.",
      { example: 14, max: 365, setBy: "settings.write", entry: "optional" },
    ),
    detention_free_days: count(
      "Days with us that cost nothing, of a container that does not say.",
      {
        example: 7,
        max: 365,
        setBy: "settings.write",
        entry: "optional",
      },
    ),
    rma_approval_limit: localMoney(
      "From this value on, local currency, a replacement waits in the inbox of approvals.",
      { example: 25_000, seenBy: "everybody", setBy: "settings.write", entry: "optional" },
    ),
    closed_through: date("The books are closed up to this day; only the owner moves it back.", {
      example: "2026-06-30",
      setBy: "periods.close",
      entry: "optional",
    }),
    note: text("Why closed books are opened again; needed for that only.", {
      example: "A bill of June came late",
      max: 500,
      seenBy: "nobody",
      setBy: "periods.close",
      entry: "optional",
      change: "kept",
    }),
    books_start: date(
      "No document is dated before; the earliest opening balance that names its day sets it too.",
      {
        example: "2026-01-01",
        setBy: "periods.close",
        entry: "optional",
      },
    ),
    backdate_days: count("How far sales, store and service may date a document back.", {
      example: 7,
      max: 3650,
      setBy: "settings.write",
      entry: { default: 7 },
    }),
    method_accounts: shaped(
      accountsByMethod,
      "The account that money by each method comes into, or is paid from, where none is named.",
      {
        example: { cash: 6, bank: 7 },
        seenBy: "books.read",
        setBy: "books.write",
        entry: "optional",
        nullable: false,
        change: "kept",
        stored: false,
        sql: sql`(select jsonb_object_agg(method, account_id) from method_accounts)`,
      },
    ),
    vat_percent: percent("VAT on a sale, where neither line, product nor invoice says.", {
      example: 15,
      setBy: "settings.write",
      entry: "optional",
    }),
    sell_without_serial: flag(
      "Whether serialized goods may be sold without their serial numbers.",
      {
        example: false,
        setBy: "settings.write",
        entry: { default: false },
      },
    ),
    discount_limit: percent(
      "How far below the selling price, in percent, one may sell without limits.exceed; 100 sets no limit.",
      {
        example: 50,
        setBy: "settings.write",
        entry: { default: decimal("50") },
        reads: percentUpTo100,
      },
    ),
    stock_move_limit: quantity(
      "How many of a product one may move by hand at a time without limits.exceed.",
      { example: 10_000, setBy: "settings.write", entry: { default: decimal("10000") } },
    ),
    tt_advance_limit_usd: money("Above it a TT in USD without a guarantee is warned of.", {
      example: 20_000,
      seenBy: "everybody",
      setBy: "settings.write",
      entry: { default: decimal("20000") },
    }),
    stock_move_value_limit: localMoney(
      "What that may be worth at the selling price, local currency; null sets no limit.",
      { example: 500_000, seenBy: "everybody", setBy: "settings.write", entry: "optional" },
    ),
    void_limit: localMoney(
      "What of an invoice one may take back without limits.exceed, local currency; null sets no limit.",
      { example: 100_000, seenBy: "everybody", setBy: "settings.write", entry: "optional" },
    ),
    vat_bin: text(
      "The firm's business identification number; without it no VAT challan is issued.",
      {
        example: "004712345-0101",
        setBy: "settings.write",
        entry: "optional",
        reads: field.bin(),
      },
    ),
    vat_name: text("The name it is registered under; null: the business's.", {
      example: "Example Machinery Ltd.",
      setBy: "settings.write",
      entry: "optional",
    }),
    vat_address: text("Where challans are issued; null: the business's address.", {
      example: "12 Nawabpur Road, Dhaka",
      max: 500,
      setBy: "settings.write",
      entry: "optional",
    }),
    vat_officer: text("Who signs them.", {
      example: "Farzana Yasmin",
      setBy: "settings.write",
      entry: "optional",
    }),
    vat_officer_title: text("What he is.", {
      example: "Accounts officer",
      setBy: "settings.write",
      entry: "optional",
    }),
    vat_challan_with_invoice: flag("Whether an invoice has its tax invoice (6.3) from the start.", {
      example: true,
      setBy: "settings.write",
      entry: { default: false },
    }),
    step_up_roles: shaped(
      z.array(z.enum(roles)),
      "The roles that confirm who they are, by their password again, before what is sensitive.",
      {
        example: ["owner", "admin", "accounts"],
        setBy: "users.write_admins",
        entry: { default: nobody },
      },
    ),
    totp_required_roles: shaped(
      z.array(z.enum(roles)),
      "The roles that must have a second factor: nothing else is open to them until they have.",
      { example: ["owner"], setBy: "users.write_admins", entry: { default: nobody } },
    ),
    updated_at: stamps().updated_at,
    updated_by: id("Who changed them last.", { example: 3, nullable: true }),
    version: stamps().version,
  }),
);
export type Settings = z.output<typeof settings.schema>;

/** Settings that decide what anybody may: whoever must confirm who he is does so before they change. */
const sensitive = [
  "closed_through",
  "books_start",
  "backdate_days",
  "rma_approval_limit",
  "discount_limit",
  "stock_move_limit",
  "stock_move_value_limit",
  "void_limit",
  "step_up_roles",
  "totp_required_roles",
] as const;

export function isSensitive(changes: z.output<typeof settings.changes>): boolean {
  return sensitive.some((name) => changes[name] !== undefined);
}

/** @throws Refusal `forbidden` */
export async function findSettings(db: Db, actor: Actor): Promise<Settings> {
  allow(actor, "overview.read");
  const [found] = await db.query<[Settings]>(sql`select ${settings.columns(actor)} from settings`);
  return found;
}

/**
 * Changes what is sent, each field by who may set it; null takes a setting back.
 * @throws Refusal `forbidden`, `forbidden_fields`, `invalid_fields`, as `closePeriod`
 */
export async function updateSettings(
  tx: Tx,
  actor: Actor,
  { closed_through, note, method_accounts, ...changes }: z.output<typeof settings.changes>,
): Promise<Settings> {
  allow(actor, "settings.change");
  settings.allowEntry(actor, { closed_through, note, method_accounts, ...changes });
  if (closed_through !== undefined) await closePeriod(tx, actor, closed_through, note);
  const touched = method_accounts !== undefined &&
    await setMethodAccounts(tx, actor, method_accounts);
  const [before] = await tx.query<[Settings]>(
    sql`select ${settings.columns(actor)} from settings for no key update`,
  );
  const set = assignments(before, changes, settings.whenCleared);
  if (!set && !touched) return before;
  const [after] = await tx.query<[Settings]>(sql`
    update settings set ${set ? sql`${set.sql},` : empty} updated_at = ${actor.now},
      updated_by = ${actor.userId}, version = version + 1
    returning ${settings.columns(actor)}`);
  if (!set) return after;
  await audit(tx, actor, {
    action: "settings.update",
    entity: "settings",
    entityId: 1,
    before,
    after,
  });
  return after;
}
