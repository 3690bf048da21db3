import { roles } from "../../../../domain/access/role_words.ts";
import { type FormDef, statusWord } from "../../records/mod.ts";
import { w } from "./user_words.ts";

const roleChoices = () => roles.map((value) => ({ value, label: statusWord(value) }));

/** What is said of him, when he is made and when he is changed. */
export const userFields: FormDef["fields"] = [
  { name: "name", label: () => w("name"), required: true },
  { name: "phone", label: () => w("phone"), type: "tel", hint: () => w("code_hint") },
  {
    name: "role",
    label: () => w("role"),
    type: "select",
    required: true,
    initial: () => "engineer",
    choices: roleChoices,
  },
  { name: "email", label: () => w("email"), type: "email" },
  { name: "employee_code", label: () => w("code") },
  { name: "department", label: () => w("department") },
  { name: "designation", label: () => w("designation") },
];
