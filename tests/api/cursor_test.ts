import { assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

function cursor(parts: unknown): string {
  return new TextEncoder().encode(JSON.stringify(parts))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

Deno.test("a cursor that somebody made up is a 422, never an error of the database", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const made: [string, string, unknown[]][] = [
    ["/tasks", "due_date", [
      ...["2026-99-99", "2026-02-30", "0000-01-01", "infinity", "", 5],
    ]],
    ["/users", "created_at", [
      ...["2026-99-99 00:00:00+00", "2026-01-01 24:00:00+00", "2026-01-01 00:60:00+00"],
      ...["2026-01-01 00:00:00+99", "2026-01-01 00:00:00+00:99", "2026-01-01", "now"],
    ]],
    ["/users", "id", ["9999999999999999999", "1.5", "x", null]],
    ["/products", "name", ["a\0b", 1]],
  ];
  for (const [path, sort, values] of made) {
    for (const value of values) {
      const { status, body } = await owner.get(
        `${path}?sort=${sort}&cursor=${cursor([sort, value, 5])}`,
      );
      assertEquals(
        [status, body.errors],
        [422, { cursor: ["is not a cursor of this list and sort"] }],
        `${path} ${sort} ${value}`,
      );
    }
  }
});

Deno.test("a cursor leads over the rows without a date, both ways", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  for (const due_date of ["2026-03-01", undefined, "2028-02-29", undefined, "2026-03-01"]) {
    assertEquals((await owner.post("/tasks", { title: "t", due_date })).status, 201);
  }
  const walk = async (sort: string) => {
    const ids: number[] = [];
    for (let next: string | null = ""; next !== null;) {
      const { body } = await owner.get(`/tasks?limit=1&sort=${sort}&cursor=${next}`);
      ids.push(body.data[0].id);
      next = body.meta.next_cursor;
    }
    return ids;
  };
  for (const sort of ["due_date", "-due_date", "created_at", "-created_at"]) {
    const whole = (await owner.get(`/tasks?sort=${sort}`)).body.data.map((t: { id: number }) =>
      t.id
    );
    assertEquals(await walk(sort), whole, sort);
    assertEquals(whole.length, 5);
  }
});
