import fc from "fast-check";
import { heldBy } from "../../web/src/core/held.ts";
import { backOffMs, needs, nextWrite, resolved, type Write } from "../../web/src/core/write.ts";
import { assert, assertEquals } from "../support/assert.ts";

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

function write(n: number, change: Partial<Write> = {}): Write {
  return {
    seq: n,
    key: uuid(n),
    record: `~${uuid(n)}`,
    method: "POST",
    path: "/tasks",
    body: {},
    photos: [],
    title: `write ${n}`,
    at: 0,
    tries: 0,
    state: "waiting",
    notBefore: 0,
    ...change,
  };
}

Deno.test("nextWrite() keeps the order within a record and lets other records pass", () => {
  const stuck = write(1, { record: "/tasks/7", state: "needs_you" });
  const behind = write(2, { record: "/tasks/7" });
  const other = write(3, { record: "/tasks/8" });
  assertEquals(nextWrite([stuck, behind, other], new Set(), 0)?.seq, 3);
  assertEquals(nextWrite([stuck, behind], new Set(), 0), undefined);
});

Deno.test("heldBy() names the refused write that others wait for, also at second hand", () => {
  const before = write(1, { record: "/tasks/7" });
  const stuck = write(2, { record: "/tasks/7", state: "needs_you" });
  const behind = write(3, { record: "/tasks/7" });
  const about = write(4, { path: `/tasks/~${uuid(3)}/comments`, body: {} });
  const other = write(5, { record: "/tasks/8" });
  const queue = [before, stuck, behind, about, other];
  const held = queue.map(({ key }) => heldBy(queue, key)?.seq);
  assertEquals(held, [undefined, undefined, 2, 2, undefined]);
});

Deno.test("nextWrite() passes over what is on its way, and what has to come after it", () => {
  const first = write(1, { record: "/tasks/7" });
  const behind = write(2, { record: "/tasks/7" });
  const other = write(3);
  const going = new Set([first.key]);
  assertEquals(nextWrite([first, behind, other], new Set(), 0, going)?.seq, 3);
  assertEquals(nextWrite([first, behind], new Set(), 0, going), undefined);
});

Deno.test("nextWrite() waits for the time of undoing and of backing off", () => {
  const soon = write(1, { notBefore: 8000 });
  assertEquals(nextWrite([soon], new Set(), 7999), undefined);
  assertEquals(nextWrite([soon], new Set(), 8000)?.seq, 1);
});

Deno.test("a write about a record that is yet to be made comes after its making", () => {
  const making = write(1, { notBefore: 100 });
  const about = write(2, { path: `/tasks/~${uuid(1)}/comments`, body: { task: `~${uuid(1)}` } });
  assertEquals(needs(about), [uuid(1), uuid(1)]);
  assertEquals(nextWrite([making, about], new Set(), 0), undefined);
  assertEquals(nextWrite([about], new Set([uuid(1)]), 0)?.seq, 2);
  const { path, body } = resolved(about, new Map([[uuid(1), 42]]), new Map());
  assertEquals([path, body], ["/tasks/42/comments", { task: 42 }]);
});

Deno.test("resolved() puts upload numbers for photos, however deep they stand", () => {
  const { body } = resolved(
    {
      path: "/rmas",
      body: { photos: [`photo:${uuid(5)}`], lines: [{ photo: `photo:${uuid(5)}` }] },
    },
    new Map(),
    new Map([[uuid(5), 9]]),
  );
  assertEquals(body, { photos: [9], lines: [{ photo: 9 }] });
});

Deno.test("sending in the order of nextWrite() sends each write once and each record in order", () => {
  const records = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 });
  fc.assert(fc.property(records, (ofRecord) => {
    let queue = ofRecord.map((record, n) => write(n, { record: `/tasks/${record}` }));
    const sent: Write[] = [];
    for (let next; (next = nextWrite(queue, new Set(), 0));) {
      sent.push(next);
      queue = queue.filter((one) => one !== next);
    }
    assertEquals(sent.length, ofRecord.length);
    for (const record of new Set(ofRecord)) {
      const order = sent.filter((one) => one.record === `/tasks/${record}`).map((one) => one.seq!);
      assertEquals(order, order.toSorted((a, b) => a - b));
    }
  }));
});

Deno.test("backOffMs() doubles up to a minute, with a quarter of chance on top", () => {
  assertEquals([1, 2, 3, 9].map((tries) => backOffMs(tries, 0)), [2000, 4000, 8000, 60_000]);
  assert(backOffMs(9, 0.999) < 75_000);
});
