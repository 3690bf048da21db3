import { Button, Sheet, toast } from "../../kit/mod.ts";
import { w } from "./user_words.ts";
import type { User } from "../../core/answers.ts";

/** The password that the server made, once; it is in no store of this phone. */
export function Secret({ one, onClose }: { one: User; onClose: () => void }) {
  const password = one.generated_password;
  const copy = async () => {
    await navigator.clipboard.writeText(password!);
    toast(w("copied"));
  };
  return (
    <Sheet title={w("password_title", { name: one.name })} onClose={onClose}>
      {password ? <code class="secret" translate={false}>{password}</code> : <p>{w("lost")}</p>}
      {password && <p class="muted">{w("password_text")}</p>}
      {password && <Button look="main" wide onClick={() => void copy()}>{w("copy")}</Button>}
    </Sheet>
  );
}
