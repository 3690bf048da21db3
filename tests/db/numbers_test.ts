import sql, { raw } from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { assertEquals } from "../support/assert.ts";
import { emptyDatabase } from "../support/db.ts";

Deno.test("an instant is RFC 3339 in UTC to the millisecond, in every zone of the session", async () => {
  await using fresh = await emptyDatabase();
  for (const zone of ["UTC", "Asia/Dhaka", "America/St_Johns"]) {
    const rows = await inTransaction(fresh.database, async (tx) => {
      await tx.query(sql`set local time zone ${raw(`'${zone}'`)}`);
      return await tx.query<{ at: string }[]>(sql`
        select at::timestamptz as at from unnest(array['2026-11-23 08:34:06+00', '2026-11-23 08:34:06.1+00',
          '2026-11-23 08:34:06.123999+00', '1970-01-01 00:00:00+00', '2026-12-31 23:59:59.9999+06']) at`);
    });
    assertEquals(rows.map(({ at }) => at), [
      "2026-11-23T08:34:06.000Z",
      "2026-11-23T08:34:06.100Z",
      "2026-11-23T08:34:06.123Z",
      "1970-01-01T00:00:00.000Z",
      "2026-12-31T17:59:59.999Z",
    ]);
  }
});

Deno.test("a number keeps every digit, alone, in JSON and however that JSON is spaced", async () => {
  await using fresh = await emptyDatabase();
  const exact = "12345678901234567.1234";
  const [row] = await fresh.database.query<[Record<string, unknown>]>(sql`
    select ${exact}::numeric as plain, to_json(${exact}::numeric) as scalar,
      ${`{"a":\n${exact}}`}::json as spaced, jsonb_build_array(${exact}::numeric) as listed,
      json_build_object('a', 5000000000000.9999::numeric(18,4), 'b', 5.00) as nearly,
      json_build_object('id', 7, 'big', 12345678901234567890) as whole, to_json(-1.5e0) as below`);
  const value = new Decimal(exact);
  assertEquals(row, {
    plain: value,
    scalar: value,
    spaced: { a: value },
    listed: [value],
    nearly: { a: new Decimal("5000000000000.9999"), b: 5 },
    whole: { id: 7, big: new Decimal("12345678901234567890") },
    below: new Decimal("-1.5"),
  });
});
