import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const root = new URL("../../", import.meta.url).pathname;

/** What strangers' programs are compiled with. */
const tsconfig = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
    ...{ module: "esnext", moduleResolution: "bundler", target: "es2022", types: [] },
    allowImportingTsExtensions: true,
    lib: ["esnext", "dom", "dom.iterable"],
    paths: { "openapi-fetch": [`${root}node_modules/openapi-fetch`] },
  },
  include: ["*.ts"],
};

Deno.test("clients that strangers generate compile strictly, and do a business's whole round", async (t) => {
  const document: Json = await openApiDocument(areas(testOptions));
  const folder = await Deno.makeTempDir({ prefix: "generated-clients-" });
  const write = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
  try {
    await write("openapi.json", JSON.stringify(document));
    for (
      const [tool, ...args] of [
        ["openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.d.ts"],
        ["@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "hey"],
      ]
    ) {
      const made = await said(
        ["run", "--allow-all", `${root}node_modules/${tool}`, ...args],
        folder,
      );
      assertEquals(made.code, 0, made.text);
    }
    const schema = await Deno.readTextFile(`${folder}/schema.d.ts`);
    await write("deno.d.ts", "declare const Deno: { args: string[] };\n");
    await write("tsconfig.json", JSON.stringify(tsconfig));
    const imports = { "openapi-fetch": `file://${root}node_modules/openapi-fetch/dist/index.mjs` };
    await write("deno.json", JSON.stringify({ imports, nodeModulesDir: "none" }));
    const tools = ["openapi_fetch", "hey_api"];
    for (const tool of tools) {
      const story = new URL(`typed_story.${tool}.txt`, import.meta.url);
      await Deno.copyFile(story, `${folder}/${tool}.ts`);
    }
    await write("send_back.ts", sentBack(document));

    await t.step("nothing in them may be anything", async () => {
      const types = schema + await Deno.readTextFile(`${folder}/hey/types.gen.ts`) +
        await Deno.readTextFile(`${folder}/hey/sdk.gen.ts`);
      assertEquals([...types.replace(/\/\*[^]*?\*\//g, "").matchAll(/\bany\b.*/g)], []);
    });

    await t.step("they compile, and every record that was read can be sent back", async () => {
      const tsc = ["run", "--allow-all", `${root}node_modules/typescript/bin/tsc`, "-p", folder];
      assertEquals(await said(tsc), { code: 0, text: "" });
    });

    await using db = await freshDatabase();
    const { app, as } = testApp(db.database);
    const [owner, store] = [await as("owner"), await as("store")];
    await using server = Deno.serve({ port: 0, onListen() {} }, app.fetch);
    for (const tool of tools) {
      await t.step(`${tool}: import, receipt, stock, invoice, paper`, async () => {
        const base = `http://127.0.0.1:${server.addr.port}/api/v1`;
        const story = [
          "run",
          "--no-check",
          "--sloppy-imports",
          "--allow-net",
          "--allow-read",
          `${folder}/${tool}.ts`,
        ];
        const { code, text } = await said([...story, base, owner.token, store.token]);
        // 20 USD at 120 and 100 of freight for four
        const want = JSON.stringify([[[4, 625]], 900, "%PDF-", "not_found"]);
        assertEquals([code, text.trim().split("\n").at(-1)], [0, want], text);
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** What a program of Deno says, whichever way. */
async function said(args: string[], cwd?: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1", ...cwd && { TMPDIR: cwd } },
  });
  const { code, stdout, stderr } = await child.output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

/** A program that reads every record and sends back all of it that may be sent. */
function sentBack({ paths, components }: Json): string {
  const followed = (schema: Json): Json =>
    schema.$ref ? followed(components.schemas[schema.$ref.split("/").at(-1)]) : schema;
  const calls = Object.entries<Json>(paths).flatMap(([path, item]) => {
    const method = ["put", "patch"].find((name) => item[name]);
    const answer = item.get?.responses["200"].content["application/json"]?.schema;
    if (!method || !answer) return [];
    const body = followed(item[method].requestBody.content["application/json"].schema);
    const data = followed(followed(answer).properties.data);
    const row = data.type === "array" ? followed(data.items) : data;
    const names = Object.keys(body.properties).filter((name) => name in row.properties);
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: 1`);
    const params = places.length > 0 ? `params: { path: { ${places} } }, ` : "";
    return [`{
  const { data } = await client.GET("${path}", { ${params} });
  const row = data!.data${data.type === "array" ? "[0]!" : ""};
  const body = { ${names.map((name) => `${name}: row.${name}`)} };
  await client.${method.toUpperCase()}("${path}", { ${params} body });
}`];
  });
  assert(calls.length > 15, `${calls.length}`);
  return `import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: "http://localhost" });
${calls.join("\n")}
`;
}
