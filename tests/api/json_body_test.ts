import fc from "fast-check";
import { readJsonBody } from "../../api/http/json_body.ts";
import { Refusal } from "../../domain/errors.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("readJsonBody() reads what JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        return;
      }
      assertEquals(
        JSON.parse(JSON.stringify(readJsonBody(bytes(text)))),
        JSON.parse(JSON.stringify(expected)),
      );
    }),
    { numRuns: 1000 },
  );
});

Deno.test("readJsonBody() keeps numbers exact", () => {
  const read = readJsonBody(
    bytes("[0.1, 123456789.123456789, -0, 1e-7, 100000000000000000000001]"),
  );
  assertEquals(
    JSON.stringify(read),
    "[0.1,123456789.123456789,0,0.0000001,100000000000000000000001]",
  );
});

Deno.test("readJsonBody() refuses what is no JSON object of ours", async (t) => {
  const bad: Record<string, string> = {
    "a key twice": '{"a":1,"a":1}',
    "a key twice, escaped": '{"a":1,"\\u0061":2}',
    "33 levels": "[".repeat(33) + "]".repeat(33),
    "a hundred thousand levels": "[".repeat(100_000),
    "a hundred thousand numbers and one": `[0${",0".repeat(100_000)}]`,
    "text after the end": "{} x",
    "a trailing comma": '{"a":1,}',
    "single quotes": "{'a':1}",
    "a leading zero": '{"a":01}',
    "a bare word": "hello",
    "NaN": '{"a":NaN}',
    "an open text": '{"a":"b',
    "a raw line break": '{"a":"b\n"}',
    "an early end": '{"a":',
  };
  for (const [what, text] of Object.entries(bad)) {
    await t.step(what, async () => {
      const error = await thrownBy(() => readJsonBody(bytes(text)));
      assert(error instanceof Refusal && error.code === "malformed_body", String(error));
    });
  }
  await t.step("invalid UTF-8", async () => {
    const error = await thrownBy(() => readJsonBody(new Uint8Array([0x22, 0xc3, 0x28, 0x22])));
    assert(error instanceof Refusal && error.code === "malformed_body");
  });
});

Deno.test("readJsonBody() takes 32 levels and treats __proto__ as a plain name", () => {
  readJsonBody(bytes("[".repeat(32) + "]".repeat(32)));
  const read = readJsonBody(bytes('{"__proto__":{"admin":true}}')) as Record<string, unknown>;
  assertEquals(Object.keys(read), ["__proto__"]);
  assertEquals(({} as Record<string, unknown>).admin, undefined);
});
