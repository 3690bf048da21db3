import type { Settings } from "../../core/answers.ts";
import { readState, Screen, type ScreenProps, t, useRead } from "../../kit/mod.ts";
import { formScreen, yesNo } from "../../records/mod.ts";
import { o } from "./words.ts";

const Form = formScreen({
  title: () => t("thresholds"),
  path: "/settings",
  method: "PUT",
  list: "/more",
  screen: "/thresholds",
  edits: true,
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
  ],
});

/** What the owner sets while the service runs; never shown empty, or saving would clear what is set. */
export function Thresholds(props: ScreenProps) {
  const read = useRead<Settings>("/settings").value;
  if (!read.data) return <Screen title={t("thresholds")}>{readState(read).instead}</Screen>;
  return <Form {...props} />;
}
