import { Button, Field, go, Sheet, t, toast, useSignal } from "../../kit.ts";
import { type Approval, isReceipt, sendBack, setAside, tomorrow, w } from "./decisions.ts";

const noteChips = ["chip_1", "chip_2", "chip_3", "chip_4"] as const;

/** No, with the reason; or later. */
export function Otherwise({ approval }: { approval: Approval }) {
  const asking = useSignal(false);
  const note = useSignal("");
  const error = useSignal("");
  const send = async () => {
    if (!note.value.trim()) return void (error.value = t("required"));
    await sendBack(approval, note.value.trim());
    go("/approve", { replace: true });
    toast(w("sent_back"));
  };
  const wait = async () => {
    await setAside(approval, tomorrow());
    go("/approve", { replace: true });
  };
  return (
    <div class="pair">
      <Button icon="back" onClick={() => asking.value = true}>{w("send_back")}</Button>
      <Button icon="clock" onClick={() => void wait()}>{w("later")}</Button>
      {asking.value && (
        <Sheet title={w("send_back")} onClose={() => asking.value = false}>
          <p class="muted">{w(isReceipt(approval) ? "note_text_receipt" : "note_text")}</p>
          <div class="keys">
            {noteChips.map((chip) => (
              <button
                key={chip}
                type="button"
                class="chip"
                onClick={() => note.value = w(chip)}
              >
                {w(chip)}
              </button>
            ))}
          </div>
          <Field
            name="note"
            type="area"
            label={w("note")}
            required
            value={note.value}
            error={error.value}
            onInput={(text) => note.value = text}
          />
          <Button look="main" wide onClick={() => void send()}>{w("send_back")}</Button>
        </Sheet>
      )}
    </div>
  );
}
