import { statusWord } from "../../records/mod.ts";

/** A member of staff as the API shows him. */
export interface User {
  id: number;
  name: string;
  reference_no: string;
  role: Role;
  email: string | null;
  phone: string | null;
  employee_code: string | null;
  department: string | null;
  designation: string | null;
  active: boolean;
  must_change_password: boolean;
  generated_password?: string;
}

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

export const roleChoices = () => roles.map((value) => ({ value, label: statusWord(value) }));
