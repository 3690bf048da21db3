/** Who asks. Written here, so that this folder runs in checkouts that keep theirs elsewhere. */
export const roles = [
  "owner",
  "admin",
  "manager",
  "accounts",
  "sales",
  "service_manager",
  "engineer",
  "store",
  "office_staff",
] as const;
export type Role = typeof roles[number];
