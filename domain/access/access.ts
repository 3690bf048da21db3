import { forbidden } from "../errors.ts";
import { type Role, roles } from "./role_words.ts";
import type { StepUp } from "./step_up.ts";

export { type Role, roles } from "./role_words.ts";

/**
 * Who may do what. Every route and every verb names a permission from here; one test compares this
 * table with the printed one, another walks role × endpoint. Source: docs/roles.md, "The table".
 */
export const permissions = {
  "users.write": ["owner", "admin"],
  /** To make, change or reset owners and admins. */
  "users.write_admins": ["owner"],
  "users.read": ["owner", "admin", "manager"],
  "customers.write": ["owner", "admin", "manager", "accounts", "sales"],
  /** What a customer may owe, whether he pays cash, and what he owed at the start. */
  "customers.set_terms": ["owner", "admin", "manager", "accounts"],
  "customers.read": [
    "owner",
    "admin",
    "manager",
    "accounts",
    "sales",
    "service_manager",
    "engineer",
    "office_staff",
  ],
  "invoices.write": ["owner", "admin", "manager", "accounts", "sales"],
  "invoices.read": ["owner", "admin", "manager", "accounts", "sales"],
  "invoices.override_limit": ["owner", "admin", "manager"],
  "payments.write": ["owner", "admin", "manager", "accounts"],
  "payments.read": ["owner", "admin", "manager", "accounts", "sales"],
  "products.write": ["owner", "admin", "manager", "store"],
  "products.set_prices": ["owner", "admin", "manager"],
  "products.read": [...roles],
  "stock.move": ["owner", "admin", "manager", "store"],
  "costs.write": ["owner", "admin", "manager", "accounts"],
  "costs.read": ["owner", "admin", "manager", "accounts"],
  "suppliers.write": ["owner", "admin", "manager", "accounts"],
  "suppliers.read": ["owner", "admin", "manager", "accounts", "service_manager", "store"],
  "shipments.write": ["owner", "admin", "manager", "accounts"],
  "shipments.status": ["owner", "admin", "manager", "accounts", "store"],
  "shipments.read": [...roles],
  "receipts.create": ["owner", "admin", "manager", "store"],
  "receipts.approve": ["owner", "admin", "manager"],
  "receipts.post": ["owner", "admin", "manager", "store"],
  "receipts.read": ["owner", "admin", "manager", "accounts", "store"],
  "discrepancies.create": ["owner", "admin", "manager", "accounts", "service_manager", "store"],
  "discrepancies.resolve": ["owner", "admin", "manager", "accounts"],
  "discrepancies.read": ["owner", "admin", "manager", "accounts", "service_manager", "store"],
  "rmas.create": ["owner", "admin", "manager", "sales", "service_manager", "engineer"],
  "rmas.status": ["owner", "admin", "manager", "service_manager", "engineer", "store"],
  "rmas.read": [...roles],
  "tickets.create": [
    "owner",
    "admin",
    "manager",
    "sales",
    "service_manager",
    "engineer",
    "office_staff",
  ],
  "tickets.write": ["owner", "admin", "manager", "service_manager", "engineer"],
  "tickets.parts": ["owner", "admin", "manager", "service_manager", "engineer", "store"],
  "tickets.reopen": ["owner", "admin", "manager", "service_manager"],
  /** Everyone reads his own: assigned to him, or made by him. */
  "tickets.read": [...roles],
  "tickets.read_all": ["owner", "admin", "manager", "accounts", "service_manager", "store"],
  "tasks.write": [...roles],
  "tasks.read": [...roles],
  /** All tasks, and ended ones reopened; everyone else has his own. */
  "tasks.all": ["owner", "admin", "manager"],
  /** Files that belong to no record; everyone reads his own. */
  "uploads.read_all": ["owner", "admin", "manager"],
  "overview.read": [...roles],
  /** Steps back, cancelled work reopened: corrections that need a note. */
  "statuses.correct": ["owner", "admin", "manager"],
  "statuses.reopen": ["owner"],
  "settings.write": ["owner", "admin", "manager"],
  /** At least one of the settings: which, each field says. */
  "settings.change": ["owner", "admin", "manager", "accounts"],
  /** Beyond the limits of the settings: prices, stock by hand, what is taken back. */
  "limits.exceed": ["owner", "admin", "manager"],
  "audit.read": ["owner", "admin"],
  "audit.sign": ["owner"],
  /** The journal, the accounts and the reports made of them. */
  "books.read": ["owner", "admin", "manager", "accounts"],
  "books.write": ["owner", "admin", "accounts"],
  "periods.close": ["owner", "admin", "accounts"],
  "periods.reopen": ["owner"],
  /** To any open day; everybody else a few days back. */
  "dates.backdate": ["owner", "admin", "manager", "accounts"],
  "books.verify": ["owner", "admin", "accounts"],
  "backups.make": ["owner", "admin"],
  "backups.restore": ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]];

/** Who acts, from where, and when. Clock and actor are inputs to every verb. */
export interface Actor {
  /** null for the system itself */
  userId: number | null;
  name: string;
  /** `system` is cron and recovery at the terminal: it may do everything. */
  role: Role | "system";
  /** of a program's token: these of its role's permissions, no others; undefined: all of them */
  only?: readonly Permission[];
  /** of a session; undefined at the terminal, where nobody is asked to confirm who he is */
  stepUp?: StepUp;
  source: "api" | "cli";
  requestId: string;
  /** RFC 3339, UTC */
  now: string;
  /** `YYYY-MM-DD` in the business's time zone */
  today: string;
  /** when it happened on a phone that was offline; undefined: now */
  occurredAt?: string;
  /** the name that the phone gave to what it writes */
  clientId?: string;
}

/**
 * Whom the audit log names for what is done without a login, such as a failed one: a name and a
 * moment, no rights.
 */
export type Visitor = Omit<Actor, "role" | "only" | "stepUp">;

/** What decides on what somebody may. */
export type Rights = Pick<Actor, "role" | "only">;

export function may({ role, only }: Rights, permission: Permission): boolean {
  const ofRole = role === "system" || (permissions[permission] as readonly Role[]).includes(role);
  return ofRole && (only === undefined || only.includes(permission));
}

/** Whose lack it is, for people. */
function lacking(actor: Actor, permission: Permission): string {
  return may({ role: actor.role }, permission) ? "This token" : `The role ${actor.role}`;
}

/** @throws Refusal `forbidden`, naming the permission */
export function allow(actor: Actor, permission: Permission): void {
  if (may(actor, permission)) return;
  throw forbidden(
    `${lacking(actor, permission)} may not do this: it needs ${permission}.`,
    "forbidden",
    { permission },
  );
}

/** Refuses fields that only some roles may set. @throws Refusal `forbidden_fields`, naming them */
export function allowFields(
  actor: Actor,
  permission: Permission,
  sent: Record<string, unknown>,
  names: string[],
): void {
  const fields = names.filter((name) => sent[name] !== undefined);
  if (fields.length === 0 || may(actor, permission)) return;
  throw forbidden(
    `${lacking(actor, permission)} may not set ${fields.join(", ")}: it needs ${permission}.`,
    "forbidden_fields",
    { fields, permission },
  );
}

/** All that somebody may, for `GET /auth/me`. */
export function permissionsOf(rights: Rights): Permission[] {
  return permissionNames.filter((name) => may(rights, name));
}
