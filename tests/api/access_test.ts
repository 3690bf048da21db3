import { areas } from "../../api/routes/mod.ts";
import type { Role } from "../../domain/access/access.ts";
import { assertEquals } from "../support/assert.ts";
import { testApp, testOptions } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { accessTable, letters } from "./access_table.ts";

/** `METHOD /path` of every route, aliases too. */
function everyRoute() {
  return areas(testOptions).flatMap(({ routes }) =>
    routes.flatMap((route) =>
      [route.path, ...route.spec.aliases ?? []].map((path) => ({
        name: `${route.method} ${path}`,
        route,
        path,
      }))
    )
  );
}

Deno.test("every route of the service stands in the access table, and nothing else does", () => {
  assertEquals(everyRoute().map(({ name }) => name).sort(), Object.keys(accessTable).sort());
});

Deno.test("the access table holds cell by cell", async (t) => {
  await using db = await freshDatabase();
  const { as, anyone } = testApp(db.database);
  const protectedRoutes = everyRoute().filter(({ name }) => accessTable[name] !== "anyone");
  const concrete = (path: string) => path.replace(/:\w+/g, "999999");

  await t.step(
    "no token is 401 everywhere, whatever the method's case or a slash at the end",
    async () => {
      for (const { name, route, path } of protectedRoutes) {
        const body = route.method === "GET" ? undefined : {};
        assertEquals((await anyone.call(route.method, concrete(path), body)).status, 401, name);
        assertEquals(
          (await anyone.call(route.method, `${concrete(path)}/`, body)).status,
          401,
          `${name}/`,
        );
      }
    },
  );

  for (const [letter, role] of Object.entries(letters) as [string, Role][]) {
    await t.step(role, async () => {
      const caller = await as(role);
      for (const { name, route, path } of protectedRoutes) {
        // logging out ends the session, so those calls get one of their own
        const by = path.startsWith("/auth/") ? await as(role) : caller;
        const { status, body } = await by.call(
          route.method,
          concrete(path),
          route.method === "GET" ? undefined : {},
        );
        const allowed = accessTable[name] === "signed_in" || accessTable[name].includes(letter);
        assertEquals(
          status === 403,
          !allowed,
          `${role}: ${name} answered ${status} ${body.detail ?? ""}`,
        );
        if (allowed) {
          assertEquals(
            [200, 201, 404, 409, 415, 422].includes(status),
            true,
            `${role}: ${name} ${status}`,
          );
        }
      }
    });
  }
});
