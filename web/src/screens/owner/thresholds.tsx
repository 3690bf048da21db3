import type { Settings } from "../../core/answers.ts";
import { readState, Screen, type ScreenProps, t, useRead } from "../../kit/mod.ts";
import { formScreen } from "../../records/mod.ts";
import { w } from "./people.tsx";

const Form = formScreen({
  title: () => t("thresholds"),
  path: "/settings",
  method: "PUT",
  list: "/more",
  screen: "/thresholds",
  edits: true,
  name: () => w("settings_name"),
  fields: [
    {
      name: "demurrage_free_days",
      label: () => w("free_days"),
      type: "decimal",
      hint: () => w("free_hint"),
    },
    {
      name: "detention_free_days",
      label: () => w("detention_days"),
      type: "decimal",
      hint: () => w("free_hint"),
    },
    {
      name: "rma_approval_limit",
      label: () => w("rma_limit"),
      type: "decimal",
      hint: () => w("limit_hint"),
    },
    { name: "discount_limit", label: () => w("discount_limit"), type: "decimal" },
    { name: "stock_move_limit", label: () => w("stock_move_limit"), type: "decimal" },
    {
      name: "stock_move_value_limit",
      label: () => w("stock_move_value_limit"),
      type: "decimal",
      hint: () => w("no_limit_hint"),
    },
    {
      name: "void_limit",
      label: () => w("void_limit"),
      type: "decimal",
      hint: () => w("no_limit_hint"),
    },
  ],
});

/** What the owner sets while the service runs; never shown empty, or saving would clear what is set. */
export function Thresholds(props: ScreenProps) {
  const read = useRead<Settings>("/settings").value;
  if (!read.data) return <Screen title={t("thresholds")}>{readState(read).instead}</Screen>;
  return <Form {...props} />;
}
