import type { User } from "../../core/answers.ts";
import { Button, Card, enqueue, may, useSignal } from "../../kit/mod.ts";
import { Ask, saySaved } from "../../records/mod.ts";
import { a } from "./access_words.ts";

/** Of somebody else whose second factor is on: who lost his phone and his codes cannot get in himself. */
export function LostFactor({ one }: { one: User }) {
  const asked = useSignal(false);
  if (!one.second_factor || !may("users.write")) return null;
  const switchOff = async (body: Record<string, unknown>) => {
    saySaved(
      await enqueue({
        method: "POST",
        path: `/users/${one.id}/totp/end`,
        body,
        title: a("name_factor_off", { name: one.name }),
        record: `/users/${one.id}`,
      }),
    );
  };
  return (
    <Card title={a("factor")}>
      <p>{a("factor_say", { name: one.name })}</p>
      <Button wide onClick={() => asked.value = true}>{a("factor_off")}</Button>
      {asked.value && (
        <Ask
          title={a("factor_off")}
          say={a("factor_sure", { name: one.name })}
          fields={[{ name: "reason", label: () => a("why"), required: true }]}
          onConfirm={switchOff}
          onClose={() => asked.value = false}
        />
      )}
    </Card>
  );
}
