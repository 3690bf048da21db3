import { Button, discard, go, type Write } from "../../kit.ts";
import { type Approval, w } from "./approval.ts";
import { differences } from "./decisions.ts";
import { Table } from "./table.tsx";

/** A yes that was not taken: why, and what is different now from what he saw. */
export function Returned(
  { write, seen, live }: { write: Write; seen: Approval; live?: Approval },
) {
  const changes = live ? differences(seen.facts, live.facts) : [];
  const drop = async () => {
    await discard(write.key);
    if (!live) go("/approve", { replace: true });
  };
  return (
    <section class="card notice" data-stuck="true">
      <b>{w(live ? "changed" : "gone")}</b>
      <span>{write.problem?.detail}</span>
      {changes.length > 0 && (
        <Table
          columns={[w("field"), w("before"), w("now")]}
          rows={changes.map(({ name, before, now }) => [name, before, now])}
        />
      )}
      <Button onClick={() => void drop()}>{w("understood")}</Button>
    </section>
  );
}
