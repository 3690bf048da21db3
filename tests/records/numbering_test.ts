import sql from "sql-template-tag";
import { MARK } from "../../domain/db/marks.ts";
import type { Tx } from "../../domain/db/connect.ts";
import {
  drawNumbers,
  nextNumber,
  nextNumbers,
  nextNumbersOf,
} from "../../domain/records/numbering.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase, inRollback } from "../support/db.ts";

const DAY = "2026-03-01";
const said = async (tx: Tx, value: unknown) =>
  (await tx.query<[{ said: unknown }]>(sql`select ${value}::text as said`))[0].said;

Deno.test("a document number is put in where it is written, however it stands there", async (t) => {
  await using db = await freshDatabase();

  await t.step(
    "alone, in a sentence, in JSON, in a list, and beside what looks like one",
    () =>
      inRollback(db.database, async (tx) => {
        const first = await nextNumber(tx, "INV", DAY);
        const { STK: [a, b], INV: [second], PAY: none } = await drawNumbers(tx, DAY, [
          ["INV", 1],
          ["STK", 2],
          ["PAY", 0],
        ]);
        assertEquals(none, []);
        assert([first, second, a, b].every((each) => each.startsWith(`${MARK}.`)));
        const row = { note: `"${first}" then\n${second}`, "x@y.1@": [a, { b }] };
        const [found] = await tx.query(sql`
        select ${first}::text as alone, ${`of ${second}, ${a} and ${second}`}::text as sentence,
          ${JSON.stringify(row)}::jsonb as json, ${[b, "plain", '"quoted", {b}']}::text[] as list,
          ${null}::text as nothing, ${"@0f.1@"}::text as other`);
        assertEquals(found, {
          alone: "INV-2026-000001",
          sentence: "of INV-2026-000002, STK-2026-000001 and INV-2026-000002",
          json: {
            note: '"INV-2026-000001" then\nINV-2026-000002',
            "x@y.1@": ["STK-2026-000001", { b: "STK-2026-000002" }],
          },
          list: ["STK-2026-000002", "plain", '"quoted", {b}'],
          nothing: null,
          other: "@0f.1@",
        });
      }),
  );

  await t.step(
    "by the year of its day, and past a million",
    () =>
      inRollback(db.database, async (tx) => {
        await tx.query(sql`insert into document_counters values ('JRN-2026', 999999)`);
        const numbers = await nextNumbersOf(tx, "JRN", [DAY, "2025-12-31", DAY]);
        assertEquals(
          await said(tx, numbers.join()),
          "JRN-2026-1000000,JRN-2025-000001,JRN-2026-1000001",
        );
      }),
  );

  await t.step(
    "beyond fifty in a transaction they come themselves",
    () =>
      inRollback(db.database, async (tx) => {
        const few = await nextNumbers(tx, "RMA", DAY, 49);
        const many = await nextNumbers(tx, "RMA", DAY, 2);
        assertEquals(many, ["RMA-2026-000050", "RMA-2026-000051"]);
        const last = await nextNumber(tx, "RMA", DAY);
        assert(last.startsWith(`${MARK}.`));
        assertEquals(await nextNumber(tx, "RMA", DAY), "RMA-2026-000053");
        assertEquals(
          await said(tx, `${few[0]} ${few[48]} ${last}`),
          "RMA-2026-000001 RMA-2026-000049 RMA-2026-000052",
        );
      }),
  );

  await t.step("and never in another transaction", async () => {
    let kept = "";
    await inRollback(db.database, async (tx) => {
      kept = await nextNumber(tx, "TSK", DAY);
    });
    for (const draws of [false, true]) {
      const error = await thrownBy(() =>
        inRollback(db.database, async (tx) => {
          if (draws) await nextNumber(tx, "TSK", DAY);
          await said(tx, kept);
        })
      );
      assert(/not drawn|unrecognized/.test(error.message), error.message);
    }
  });

  await t.step("and given back with what it was drawn for", async () => {
    for (let round = 0; round < 2; round++) {
      await inRollback(db.database, async (tx) => {
        assertEquals(await said(tx, await nextNumber(tx, "CUS", DAY)), "CUS-2026-000001");
      });
    }
  });
});
