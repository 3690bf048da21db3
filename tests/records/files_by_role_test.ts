import { z } from "zod";
import { querySchema } from "../../api/http/read_request.ts";
import type { Route } from "../../api/http/route.ts";
import { deliver } from "../../domain/changes/deliver.ts";
import { areas } from "../../api/routes/mod.ts";
import { may, roles } from "../../domain/access/access.ts";
import { seenByOf } from "../../domain/records/shown.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Answer, type Caller, testApp, testOptions } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { sheetOf } from "../support/spreadsheet.ts";
import { figuresIn, hiddenNames, secretsOf, seed } from "../support/who_sees.ts";

const formats = ["csv", "xlsx"] as const;
/** Whatever takes `format`, by its own word or by the list's, at each of its paths. */
const lists = areas(testOptions).flatMap(({ routes }) => routes)
  .filter((route) => "format" in (querySchema(route).shape))
  .flatMap((route) => [route.path, ...route.spec.aliases ?? []].map((path) => ({ route, path })));

/**
 * Every file of every list and report, by every role: its columns are those that the role may see, its
 * cells hold no figure that the list shows the owner and not him, and who may not read the list gets 403.
 */
Deno.test("no file has a column or a figure that its reader may not see", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const { all, queries } = await seed(app, owner);
  const { account, customer, lcTt, supplier, shipment } = all;
  await owner.post("/suppliers", { name: "Told of" });
  await deliver(db.database, all.hook.id, { inHouse: true }); // nobody listens there: it waits
  const ids: Record<string, number> = {
    "/accounts": account.id,
    "/users": owner.userId,
    "/customers": customer.id,
    "/lc-tt": lcTt.id,
    "/suppliers": supplier.id,
    "/import-logistics/shipments": shipment.id,
    "/webhooks": all.hook.id,
  };
  assert(lists.length > 30, `${lists.length} lists`);

  for (const role of roles) {
    await t.step(role, async () => {
      const reader = await as(role);
      const hidden = hiddenNames(role);
      for (const { route, path } of lists) {
        const { may: needed } = route.spec;
        const mayAsk = needed === "signed_in" || needed === "anyone" || may({ role }, needed);
        const url = placeOf(path);
        const secrets = mayAsk ? secretsOf(await json(owner, url), await json(reader, url)) : null;
        for (const format of formats) {
          const place = `${role} ${url}, ${format}`;
          const { status, bytes } = await fileAt(reader, `${url}&format=${format}`);
          assertEquals(status, mayAsk ? 200 : 403, place);
          if (!secrets) {
            const { code } = JSON.parse(new TextDecoder().decode(bytes));
            assertEquals(code, "forbidden", place);
            continue;
          }
          const [header, ...rows] = await sheetOf(bytes, format);
          const columns = header.filter((name) => name !== "");
          assert(columns.length > 0, `${place}: no header`);
          assertEquals(columns.filter((name) => hidden.has(name) || !sees(route, name)), [], place);
          const told = figuresIn(rows);
          assertEquals([...told.intersection(secrets)], [], `${place}, its cells`);
        }
      }

      function sees({ spec }: Route, name: string): boolean {
        const { shape } = (spec.answer as z.ZodArray).element as z.ZodObject;
        assert(name in shape, `${spec.summary}: ${name} is no field of its rows`);
        const seenBy = seenByOf(shape[name] as z.ZodType);
        return seenBy === undefined || may({ role }, seenBy);
      }
    });
  }

  function placeOf(path: string): string {
    const id = ids[path.slice(0, path.indexOf("/:id"))];
    assert(!path.includes(":id") || id, `${path}: whose?`);
    return path.replace(":id", `${id}`) + (queries[path] ?? "?");
  }

  async function json(caller: Caller, url: string): Promise<Answer["body"]> {
    const { status, body } = await caller.get(url);
    assertEquals(status, 200, url);
    return body;
  }

  async function fileAt({ token }: Caller, url: string) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.request(`http://localhost/api/v1${url}`, { headers });
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }
});
