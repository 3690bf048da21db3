import { Ajv2020 } from "ajv/dist/2020.js";
import { default as formats } from "ajv-formats";
import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";

/** Every place of the document with an example: of a body or an answer, and of a schema within. */
function* exampled(part: unknown, at: string): Generator<[at: string, example: unknown]> {
  if (part === null || typeof part !== "object") return;
  const { schema, example, examples } = part as Json;
  if (schema && example !== undefined) yield [`${at}/schema`, example];
  if (Array.isArray(examples) && !at.endsWith("/properties")) {
    for (const each of examples) yield [at, each];
  }
  for (const [name, inner] of Object.entries(part)) {
    if (name === "example" || name === "examples") continue;
    yield* exampled(inner, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

Deno.test("every example of the OpenAPI document is one", async () => {
  const document: Json = await openApiDocument(areas(testOptions));
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: "api", ...document });
  const wrong: string[] = [];
  let judged = 0;
  for (const [at, example] of exampled(document, "")) {
    const fits = ajv.getSchema(`api#${encodeURI(at).replaceAll("+", "%2B")}`);
    assert(fits, `the document has no ${at}`);
    judged++;
    if (fits(example)) continue;
    wrong.push(`${at}: ${fits.errors!.map((one) => `${one.instancePath} ${one.message}`)}`);
  }
  assert(judged > 2000, `${judged}`);
  assertEquals(wrong, []);
});

Deno.test("every area says what it is for, and the document under what terms it comes", async () => {
  const { info, tags }: Json = await openApiDocument(areas(testOptions));
  assertEquals(tags.filter(({ description }: Json) => !description), []);
  assert(info.license.name && info.contact.name, JSON.stringify(info));
});

Deno.test("nothing in the document may be anything beside null", async () => {
  const document: Json = await openApiDocument(areas(testOptions));
  const empty = JSON.stringify(document.components).matchAll(/"(any|one)Of":\[\{\},/g);
  assertEquals([...empty].length, 0);
});
