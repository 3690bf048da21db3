import type { Approval } from "../../core/answers.ts";
import { Button, discard, go, type Write } from "../../kit/mod.ts";
import { refusal, statusWord } from "../../records/mod.ts";
import { codeWord, w } from "./approval.ts";
import { differences } from "./decisions.ts";
import { Table } from "./table.tsx";

/** A code of the API in the language of the phone; else as it is. */
const word = (value: string) => /^[a-z_]+$/.test(value) ? statusWord(value) : value;

/**
 * A yes that was not taken: why, and what is different now from what he saw. Not `sure`: whether it
 * still waits is being asked.
 */
export function Returned(
  { write, seen, live, sure }: { write: Write; seen: Approval; live?: Approval; sure: boolean },
) {
  const changes = live ? differences(seen.facts, live.facts) : [];
  const drop = async () => {
    await discard(write.key);
    if (!live || !sure) go("/approve", { replace: true });
  };
  return (
    <section class="card notice" data-stuck="true">
      {sure && <b>{w(live ? "changed" : "gone")}</b>}
      <span>{write.problem && refusal(write.problem)}</span>
      {changes.length > 0 && (
        <Table
          columns={[w("field"), w("before"), w("now")]}
          rows={changes.map((
            { name, ...both },
          ) => [codeWord(name), word(both.before), word(both.now)])}
        />
      )}
      <Button onClick={drop}>{w("understood")}</Button>
    </section>
  );
}
