/** Who works here. The pages read them too, so this file imports nothing. */
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
