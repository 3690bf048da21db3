import { areas } from "../../api/routes/mod.ts";
import { permissions } from "../../domain/access/access.ts";
import { allListed, papers, screenOf } from "../../web/src/screens/trade/report_list.ts";
import { testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { deskKeys, fits, signIn } from "./phone.ts";
import { shop } from "./staff_page.ts";
import { routesOf } from "./walk.ts";

/** In the sources, so that no page has to be opened to know what it offers. */
async function named(): Promise<[path: string, permission?: string][]> {
  const text = await Deno.readTextFile(
    new URL("../../web/src/screens/desk/destinations.ts", import.meta.url),
  );
  const written = [...text.matchAll(/\["(\/[^"]*)", "\w+"(?:, "([\w.]+)")?\]/g)]
    .map(([, path, permission]): [string, string?] => [path, permission]);
  const kept = Object.values(papers).flat().map(([, path, permission]): [string, string] => [
    `/reports/${path}`,
    permission,
  ]);
  return [
    ...written,
    ...kept,
    ...allListed.map((one): [string, string] => [screenOf(one), one[1]]),
  ];
}

Deno.test("the palette leads to every screen that needs nothing chosen first", async () => {
  const all = await named();
  for (const [, permission] of all) assert(!permission || permission in permissions, permission);
  const paths = new Set(all.map(([path]) => path));
  // these are opened from the record or the step that they belong to, or in another way
  const others = [
    ...["/password", "/work", "/more", "/serials", "/start"],
    "/discrepancies/new", // its shipment is chosen first, or its receipt
  ];
  const fixed = (await routesOf("owner")).filter((path) =>
    !path.includes(":") && path.split("/").length > 2 && !others.includes(path)
  );
  assertEquals(fixed.filter((path) => !paths.has(path)), []);
});

Deno.test("what is kept beside the reports is offered to whom the server gives it to", () => {
  const lists = new Map(
    areas(testOptions).flatMap(({ routes }) => routes)
      .filter(({ method }) => method === "GET").map(({ path, spec }) => [path, spec.may]),
  );
  const kept = Object.values(papers).flat().filter(([, path]) => lists.has(`/${path}`));
  assertEquals(kept.length, 6);
  assertEquals(
    kept.map(([, path, permission]) => [path, permission]),
    kept.map(([, path]) => [path, lists.get(`/${path}`)]),
  );
});

browserTest("Ctrl+K leads to a screen, to something new and to any record", async () => {
  await using site = await openSite();
  const { customer, owner } = await shop(site);
  assertEquals((await owner.post("/customers", { name: "Aziz Press" })).status, 201);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    const url = `${origin(site.port)}/mobile`;
    const keys = deskKeys(page);
    await signIn(page, url, await site.user("owner"));
    await page.goto(`${url}#/customers`);
    await keys;
    await page.waitForLoadState("networkidle");
    const box = page.getByRole("combobox", { name: "Go to" });
    const option = page.getByRole("option");

    await page.keyboard.press("Control+k");
    await box.and(page.locator(":focus")).waitFor();
    await fits(page, "the palette");
    await box.fill("vat ret");
    assertEquals(await option.allInnerTexts(), ["VAT returns (9.1)", "New VAT return"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}#/reports/vat-returns/new`);
    assertEquals(await page.locator("dialog").count(), 0);

    await page.keyboard.press("Control+k");
    await box.fill("trial");
    assertEquals(await option.allInnerTexts(), ["Trial balance"]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}#/reports/trial-balance`);

    await page.keyboard.press("Control+k");
    await box.fill("rahim tr");
    await option.filter({ hasText: "Rahim Traders" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}#/customers/${customer.id}`);

    // closed again it leaves all as it was
    await page.keyboard.press("Control+k");
    await box.waitFor();
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    assert(page.url().endsWith(`#/customers/${customer.id}`), page.url());

    // j moves what stands beside the list
    await page.goto(`${url}#/customers`);
    await page.locator("a.opens", { hasText: "Aziz Press" }).click();
    await page.locator(".beside h2", { hasText: "Aziz Press" }).waitFor();
    await page.keyboard.press("j", { delay: 120 });
    await page.locator(".beside h2", { hasText: "Rahim Traders" }).waitFor();
    await page.keyboard.press("k", { delay: 120 });
    await page.locator(".beside h2", { hasText: "Aziz Press" }).waitFor();
    await page.keyboard.press("Escape");

    // which columns there are stays on this machine
    const heads = () => page.locator(".desk thead th").allInnerTexts();
    await page.locator(".desk thead th").first().waitFor();
    const before = await heads();
    assert(before.includes("City") && !before.includes("BIN"), before.join());
    await page.getByRole("button", { name: "Columns" }).click();
    await page.locator("dialog label", { hasText: "BIN" }).click();
    await page.locator("dialog label", { hasText: "City" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator(".desk thead th").first().waitFor();
    const after = await heads();
    assert(!after.includes("City") && after.includes("BIN"), after.join());
  } finally {
    await browser.close();
  }
});
