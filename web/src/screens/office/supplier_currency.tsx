import type { Supplier } from "../../core/answers.ts";
import { queue, useRead } from "../../kit/mod.ts";
import { useUsual, type Values } from "../../records/mod.ts";

/** The currency in which a supplier trades is chosen with him, until somebody has chosen another. */
export function SupplierCurrency({ values, fill }: {
  values: Values;
  fill: (values: Values) => void;
}) {
  const id = values.supplier_id;
  const known = useRead<Supplier>(id ? `/suppliers/${id}` : undefined).value.data;
  // one that is not sent yet is as its write says
  const unsent = queue.value.find(({ key }) => id === `~${key}`)?.body;
  useUsual("currency", String((known ?? unsent)?.currency ?? ""), values, fill);
  return null;
}
