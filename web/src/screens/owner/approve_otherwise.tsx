import type { Approval } from "../../core/answers.ts";
import { Button, onward, toast, useSignal, type Write } from "../../kit/mod.ts";
import { Ask, rt, takeBack } from "../../records/mod.ts";
import { isReceipt, w } from "./approval.ts";
import { acknowledge, sendBack, tomorrow } from "./decisions.ts";

const noteChips = ["chip_1", "chip_2", "chip_3", "chip_4"] as const;

/** No, with the reason; or later. */
export function Otherwise({ approval }: { approval: Approval }) {
  const asking = useSignal(false);
  const away = async (done: Promise<Write | undefined>, said: string) => {
    const goOn = onward();
    const write = await done;
    goOn("/approve");
    toast(said, write && { label: rt("undo"), run: () => void takeBack(write.key) });
  };
  return (
    <div class="pair">
      <Button icon="back" onClick={() => asking.value = true}>{w("send_back")}</Button>
      <Button
        icon="clock"
        onClick={() => away(acknowledge([approval], { until: tomorrow() }), w("put_off"))}
      >
        {w("later")}
      </Button>
      {asking.value && (
        <Ask
          title={w("send_back")}
          say={approval.kind === "approval_request"
            ? ""
            : w(isReceipt(approval) ? "note_text_receipt" : "note_text")}
          fields={[{
            name: "note",
            label: () => w("why"),
            type: "suggest",
            sentences: () => noteChips.map((chip) => w(chip)),
            required: true,
          }]}
          onConfirm={({ note }) => away(sendBack(approval, String(note)), w("sent_back"))}
          onClose={() => asking.value = false}
        />
      )}
    </div>
  );
}
