import sql from "sql-template-tag";
import { Decimal } from "../../domain/money/decimal.ts";
import { assertEquals } from "../support/assert.ts";
import { emptyDatabase } from "../support/db.ts";

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
