import { z } from "zod";
import { areas } from "../../api/routes/mod.ts";
import type { Route } from "../../api/http/route.ts";
import { may, roles } from "../../domain/access/access.ts";
import { recordNamed } from "../../domain/records/record.ts";
import { shownOf } from "../../domain/records/shown.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { capturing } from "../support/capture.ts";
import { freshDatabase } from "../support/db.ts";
import { hiddenNames, refuseHidden, seed } from "../support/who_sees.ts";

/**
 * Every path that reads, by every role: neither what SQL answered nor what was sent holds a field that the
 * role may not see. Which fields those are is read from the answers' own schemas (`x-seen-by`), so a new
 * record is walked by itself; `seed` only has to make one.
 */
Deno.test("what a role may not see of a record never leaves the database", async (t) => {
  await using db = await freshDatabase();
  const { database, captured } = capturing(db.database);
  const { app, as } = testApp(database);
  const owner = await as("owner");
  const named = await seed(app, owner);
  const routes = areas(testOptions).flatMap((area) => area.routes)
    .filter(({ method, path }) => method === "GET" && !files.test(path));
  const paths = new Map<Route, string[]>();
  for (const route of routes) paths.set(route, await filled(route));

  for (const role of roles) {
    await t.step(role, async () => {
      const reader = await as(role);
      const hidden = hiddenNames(role);
      for (const [route, urls] of paths) {
        for (const url of urls) {
          captured.length = 0;
          const { status, body } = await reader.get(url);
          const { may: needed, answer } = route.spec;
          const mayAsk = needed === "anyone" || needed === "signed_in" || may({ role }, needed);
          assert(
            mayAsk ? [200, 404].includes(status) : status === 403,
            `${role} ${url}: ${status}`,
          );
          const place = `${role} GET ${url}`;
          refuseHidden(hidden, body, `${place}, its answer`);
          for (const rows of captured) refuseHidden(hidden, rows, `${place}, what SQL answered`);
          if (!(answer instanceof z.ZodType) || typeof body !== "object") continue;
          assertEquals(shownOf(answer, { role }, body.data), body.data, place);
          const row = answer instanceof z.ZodArray ? answer.element as z.ZodType : answer;
          for (const each of captured.flat()) {
            assertEquals(
              shownOf(schemaOf(each, row), { role }, each),
              each,
              `${place}, a row of SQL`,
            );
          }
        }
      }
    });
  }

  await t.step("a repeated request shows what the role of now may see", async () => {
    const keeper = await as("manager");
    const send = () =>
      keeper.post("/products", { name: "Damper", purchase_price: 7 }, { "idempotency-key": "one" });
    assertEquals((await send()).body.data.purchase_price, 7);
    assertEquals((await owner.put(`/users/${keeper.userId}`, { role: "store" })).status, 200);
    const { headers, body } = await send();
    assertEquals(headers.get("idempotency-replayed"), "true");
    assertEquals([body.data.name, "purchase_price" in body.data], ["Damper", false]);
  });

  /** The path with ids of records that are there: those that the list before the id shows the owner. */
  async function filled({ path, spec }: Route): Promise<string[]> {
    const formats = "format" in ((spec.query as z.ZodObject | undefined)?.shape ?? {});
    const asked = path === "/search"
      ? named.searches.map((text) => `?q=${encodeURIComponent(text)}`)
      : [named.queries[path] ?? "", ...formats ? [`${named.queries[path] ?? "?"}&format=csv`] : []];
    const places = path.includes(":code") || path.includes(":serial")
      ? named.searches.map((text) => path.replace(/:\w+/, encodeURIComponent(text)))
      : path.includes(":id")
      ? (await idsIn(path.slice(0, path.indexOf("/:id")))).map((id) => path.replace(":id", `${id}`))
      : [path];
    assert(places.length > 0, `${path}: seed() makes nothing that is read there`);
    return places.flatMap((place) => asked.map((query) => place + query));
  }

  async function idsIn(list: string): Promise<number[]> {
    const { body } = await owner.get(`${list}?limit=3`);
    return body.data.map(({ id }: { id: number }) => id);
  }
});

/** Files and their thumbnails have no fields. */
const files = /^\/uploads\/:id$|thumbnail|metrics/;

/** A row of sync is of the kind that it names. */
function schemaOf(row: Json, otherwise: z.ZodType): z.ZodType {
  const word = typeof row?.kind === "string" ? row.kind as string : "";
  const name = word.replace(/(^|_)(\w)/g, (_, _place, letter: string) => letter.toUpperCase());
  return recordNamed(name)?.schema ?? otherwise;
}
