import { Button, enqueue, useSignal } from "../../kit/mod.ts";
import { Ask, labelsOf } from "../../records/mod.ts";
import { customerFields } from "./customers.tsx";
import { s } from "../trade/sums.tsx";

const fields = customerFields.filter(({ name }) => /^(name|phone|address|bin)$/.test(name));

/** Somebody who buys for the first time: his record goes out before the invoice that names it. */
export function NewCustomer({ onMade }: { onMade: (made: { id: string; title: string }) => void }) {
  const asking = useSignal(false);
  const add = async (body: Record<string, unknown>) => {
    const name = String(body.name);
    const title = s("name_customer", { name });
    const list = "/customers";
    const { key } = await enqueue({
      method: "POST",
      path: "/customers",
      body,
      title,
      list,
      form: "#/customers/new",
      labels: labelsOf(fields),
    });
    onMade({ id: `~${key}`, title: name });
  };
  return (
    <>
      <Button look="quiet" icon="plus" onClick={() => asking.value = true}>
        {s("new_customer")}
      </Button>
      {asking.value && (
        <Ask
          title={s("new_customer")}
          fields={fields}
          onConfirm={add}
          onClose={() => asking.value = false}
        />
      )}
    </>
  );
}
