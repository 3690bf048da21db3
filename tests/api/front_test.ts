import { greeting } from "../../api/greeting.ts";
import { readConfig } from "../../domain/config/config.ts";
import { VERSION } from "../../domain/version.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const doors = ["/mobile", "/admin-mobile", "/api/v1/docs", "/api/v1/health"];

Deno.test("GET / leads to the pages, the documentation and the health check", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const ask = (path: string, init?: RequestInit) => app.request(`http://localhost${path}`, init);

  await t.step("as a page without any script, under a strict policy", async () => {
    const answer = await ask("/", { headers: { accept: "text/html,*/*;q=0.8" } });
    const html = await answer.text();
    assertEquals([answer.status, answer.headers.get("vary")], [200, "accept"]);
    assertEquals(answer.headers.get("content-type"), "text/html; charset=UTF-8");
    assertEquals([...html.matchAll(/<a href="([^"]+)">/g)].map(([, href]) => href), doors);
    assertMatch(answer.headers.get("content-security-policy")!, /^default-src 'none'; style-src/);
    assert(!/<script|<style|\sstyle=|\son\w+=/.test(html), html);
    for (const [, path] of html.matchAll(/href="([^"]+)"/g)) {
      const { status, body } = await ask(path);
      await body?.cancel();
      assertEquals(status, 200, path);
    }
  });

  await t.step("as JSON for who asks for that, as a page for who takes anything", async () => {
    const answer = await ask("/", { headers: { accept: "application/json" } });
    assertEquals(answer.headers.get("content-type"), "application/json; charset=utf-8");
    const [staff_page, owner_page, api_documentation, health] = doors;
    assertEquals(await answer.json(), {
      ...{ name: "Back office", version: VERSION },
      ...{ staff_page, owner_page, api_documentation, health },
    });
    for (const headers of [{ accept: "*/*" }, undefined]) {
      assertMatch(await (await ask("/", { headers })).text(), /^<!doctype html>/);
    }
  });
});

Deno.test("greeting() names every address as a browser takes it", () => {
  const lines = (env: Record<string, string>, code?: string) =>
    greeting(readConfig((name) => env[name]), 8001, ".data", code).split("\n");
  const named = (env: Record<string, string>) =>
    lines(env).map((line) => /https?:\S+/.exec(line)?.[0]).filter(Boolean);
  const below = (url: string) => [url, ...doors.map((path) => url + path)];
  assertEquals(named({}), below("http://127.0.0.1:8001"));
  assertEquals(named({ HOST: "0.0.0.0" }), below("http://127.0.0.1:8001"));
  assertEquals(named({ HOST: "::" }), below("http://[::1]:8001"));
  assertEquals(named({ HOST: "fe80::1" }), below("http://[fe80::1]:8001"));
  assertEquals(
    named({ PUBLIC_URL: "https://office.example/" }),
    below("https://office.example"),
  );
  const everywhere = readConfig((name) => name === "HOST" ? "0.0.0.0" : undefined);
  const told = (lan?: string) =>
    greeting(everywhere, 8001, ".data", undefined, lan, ["192.168.1.5", "10.0.0.9"]);
  assertMatch(told(), /http:\/\/192\.168\.1\.5:8001\n.*http:\/\/10\.0\.0\.9:8001\n/);
  assertMatch(told(), /Phones need https.*--lan/);
  assertMatch(told("what the house is told"), /what the house is told/);
  assert(!told("").includes("192.168.1.5"), "plain http there only leads to https");
  assert(lines({}).every((line) => !line.includes("owner setup")), "there is an owner");
  assert(lines({}, "abcde-fghij-kmnpq").some((line) => line.includes('"abcde-fghij-kmnpq"')));
});
