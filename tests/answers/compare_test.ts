import { roles as staff } from "../../domain/access/role_words.ts";
import { assertEquals } from "../support/assert.ts";
import { compare, expects, type Sheet, structureOf } from "./compare.ts";
import { exactJson, legibleHeaders, withoutChance } from "./legible.ts";
import { roles } from "./roles.ts";

function sheet(body: string, request = "GET /suppliers"): Sheet {
  const answers = [{ request, status: 200, headers: {}, body: exactJson(body) }];
  return { operation: "GET /suppliers", role: "owner", answers };
}

function told(before: string, after: string): string[] {
  return compare([sheet(before)], [sheet(after)]).map(({ path, kind, times }) =>
    `${path} ${kind} ${times}`
  );
}

Deno.test("compare() names what was added, removed, changed and put in another order", () => {
  assertEquals(told(`{"a":1,"b":[1]}`, `{"a":1,"b":[1]}`), []);
  assertEquals(told(`{"a":1,"b":2}`, `{"b":2,"a":1}`), [" order 1"]);
  assertEquals(told(`{"a":1.50}`, `{"a":1.5}`), ["a changed 1"]);
  assertEquals(told(`{"a":null}`, `{"b":null}`), ["a removed 1", "b added 1"]);
  assertEquals(told(`{"a":{}}`, `{"a":[]}`), ["a changed 1"]);
});

Deno.test("compare() matches rows by their id, and counts the same difference once", () => {
  const [one, two] = [`{"id":1,"x":1}`, `{"id":2,"x":1}`];
  assertEquals(told(`[${one},${two}]`, `[{"id":1},{"id":2}]`), ["[].x removed 2"]);
  assertEquals(told(`[${one},${two}]`, `[${two}]`), ["[] removed 1"]);
  assertEquals(told(`[${one},${two}]`, `[${two},${one}]`), ["[] order 1"]);
  assertEquals(told(`["a","b"]`, `["a"]`), ["[] removed 1"]);
});

Deno.test("compare() tells what was asked of one version only", () => {
  const found = compare([sheet("1", "GET /suppliers?a=1")], [sheet("1")]);
  assertEquals(found.map(({ kind }) => kind), ["not asked any more", "not asked before"]);
  assertEquals(compare([], [sheet("1")]).length, 1);
});

Deno.test("expects() knows a difference by operation, path or its end, and kind", () => {
  const [found] = compare([sheet(`{"data":[{"id":1}]}`)], [sheet(`{"data":[{"id":1,"x":1}]}`)]);
  for (const line of ["data[].x added", "x added", "data[].* *"]) {
    assertEquals([line, expects(`GET /suppliers ${line}`, found)], [line, true]);
  }
  for (
    const line of ["GET /suppliers x removed", "GET /supplier x added", "GET /suppliers y added"]
  ) {
    assertEquals([line, expects(line, found)], [line, false]);
  }
});

Deno.test("structureOf() leaves the words of openapi.json out, not the fields called so", () => {
  const schema = {
    description: "A party.",
    properties: { title: { type: "string", example: "x" } },
  };
  assertEquals(structureOf(schema), { properties: { title: { type: "string" } } });
});

Deno.test("withoutChance() keeps what two runs have alike", () => {
  const [a, b] = ["6f1c0d0e-0000-4000-8000-000000000001", "6f1c0d0e-0000-4000-8000-000000000002"];
  assertEquals(withoutChance({ token: "x", ids: [a, b, a], kept: "x" }), {
    token: "<token>",
    ids: ["<uuid 1>", "<uuid 2>", "<uuid 1>"],
    kept: "x",
  });
});

Deno.test("legibleHeaders() keeps the version of an ETag, never its hash", () => {
  const etag = (value: string) => legibleHeaders(new Headers({ etag: `"${value}"` })).etag;
  assertEquals(etag("12-abcdefghijklmnopqrst"), '"12-<hash>"');
  assertEquals(etag("5-cdefghijklmnopqrst"), '"<hash>"');
  assertEquals(etag("D5IJAIL9MW_HbU6ETLiIwsN3ykA"), '"<hash>"');
  assertEquals(etag("12345678-0000-4000-8000-000000000001"), '"<hash>"');
});

Deno.test("the roles that ask are those of the house", () => assertEquals(roles, staff));
