import { roles } from "../../../../domain/access/role_words.ts";
import { may, t } from "../../kit/mod.ts";
import { type FieldDef, yesNo } from "../../records/mod.ts";
import { settingsForm } from "./settings_form.tsx";
import { o } from "./words.ts";

/** Those who are asked for more at a login or an act, as few usual sets: any other is set by the API. */
const asked = (name: string, label: "step_up_roles" | "totp_required_roles"): FieldDef => ({
  name,
  label: () => o(label),
  type: "chips",
  when: () => may("users.write_admins"),
  choices: () => [
    { value: "", label: o("nobody") },
    { value: "owner,admin", label: o("owner_admin") },
    { value: "owner,admin,accounts", label: o("owner_admin_accounts") },
    { value: roles.join(), label: o("everybody") },
  ],
});

const split = (roles: unknown) => typeof roles === "string" ? roles.split(",") : roles;

/** What the owner sets while the service runs. */
export const thresholds = settingsForm({
  title: () => t("thresholds"),
  list: "/more",
  screen: "/thresholds",
  name: () => o("settings_name"),
  fields: [
    {
      name: "demurrage_free_days",
      label: () => o("free_days"),
      type: "decimal",
      hint: () => o("free_hint"),
    },
    {
      name: "detention_free_days",
      label: () => o("detention_days"),
      type: "decimal",
      hint: () => o("free_hint"),
    },
    {
      name: "rma_approval_limit",
      label: () => o("rma_limit"),
      type: "decimal",
      hint: () => o("limit_hint"),
    },
    { name: "discount_limit", label: () => o("discount_limit"), type: "decimal" },
    { name: "stock_move_limit", label: () => o("stock_move_limit"), type: "decimal" },
    {
      name: "stock_move_value_limit",
      label: () => o("stock_move_value_limit"),
      type: "decimal",
      hint: () => o("no_limit_hint"),
    },
    {
      name: "void_limit",
      label: () => o("void_limit"),
      type: "decimal",
      hint: () => o("no_limit_hint"),
    },
    { name: "backdate_days", label: () => o("backdate_days"), type: "decimal" },
    { name: "tt_advance_limit_usd", label: () => o("tt_advance_limit"), type: "decimal" },
    { name: "vat_percent", label: () => o("vat_percent"), type: "decimal" },
    yesNo("vat_challan_with_invoice", () => o("challan_at_once")),
    { name: "vat_officer", label: () => o("vat_officer") },
    { name: "vat_officer_title", label: () => o("vat_officer_title") },
    yesNo("sell_without_serial", () => o("sell_without_serial")),
    asked("step_up_roles", "step_up_roles"),
    asked("totp_required_roles", "totp_required_roles"),
  ],
  shape: (body) => ({
    ...body,
    step_up_roles: split(body.step_up_roles),
    totp_required_roles: split(body.totp_required_roles),
  }),
});
