import type { Page } from "playwright-core";
import { actorWith } from "../support/app.ts";
import { seedDemo } from "../../domain/demo/seed_demo.ts";
import { keepBooks } from "./books.ts";
import { until } from "./phone.ts";
import type { Site } from "./browser.ts";

/** Every screen that a page has, found by its routes and the links between them. */

export type PageName = "staff" | "owner";

/** The paths of the files of screens; a new line there is a screen more here. */
export async function routesOf(page: PageName): Promise<string[]> {
  const files = [
    ...page === "owner" ? ["owner/owner.ts", "office/owner_screens.ts"] : [],
    ...["everyday/everyday.ts", "staff/staff.ts", "books/books.ts", "office/staff_screens.ts"],
    "office/report_screens.ts",
    "office/office_me.tsx",
  ];
  const texts = await Promise.all(
    files.map((name) =>
      Deno.readTextFile(new URL(`../../web/src/screens/${name}`, import.meta.url))
    ),
  );
  // a path with a pattern in it leaves what fits to the desk
  const paths = [...texts.join("").matchAll(/^ {2}"(\/[^"(]+)": /gm)].map(([, path]) => path);
  // the owner's way to everything else
  return ["/", ...paths.filter((path) => page === "owner" || path !== "/more")];
}

/** An invented business with work in every status; answers the owner, who sees all of it. */
export async function openBusiness(site: Site): Promise<{ email: string; password: string }> {
  const owner = await site.user("owner");
  await seedDemo(site.database, { ...actorWith("owner", owner.id), source: "cli" }, {
    size: "small",
    seed: 7,
    password: owner.password,
    dryRun: false,
  });
  await keepBooks(site);
  return owner;
}

const fits = (route: string) => new RegExp(`^${route.replace(/:\w+/g, "[^/?]+")}(\\?.*)?$`);

/** Names that lists of the API have elsewhere than their screens. */
const lists: Record<string, string> = {
  receive: "shipments",
  claims: "discrepancies",
  tickets: "service-tickets",
};

/** An address for each route: a link seen on the way, else the first record of its list. */
export async function walk(
  page: Page,
  url: string,
  routes: string[],
  token: string,
  visit: (address: string, route: string) => Promise<void>,
): Promise<string[]> {
  const seen = new Set<string>();
  const left = new Set(routes);
  const go = async (route: string, address: string) => {
    left.delete(route);
    await openScreen(page, url, address);
    for (
      const href of await page.locator("a[href^='#/']").evaluateAll((links) =>
        links.map((link) => link.getAttribute("href")!.slice(1))
      )
    ) seen.add(href);
    await visit(address, route);
  };
  for (const route of routes.filter((one) => !one.includes(":"))) await go(route, route);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const route of [...left]) {
      const address = [...seen].find((href) =>
        fits(route).test(href) && !/\/new(\?|$)/.test(href) === !route.endsWith("/new") &&
        // a list may lie below another: /accounts/transfers is no account
        !routes.includes(href.split("?")[0])
      );
      if (address) await go(route, address);
    }
  }
  for (const route of [...left].filter((one) => one.split(":").length === 2)) {
    const id = await firstId(page, route, token);
    if (id !== undefined) await go(route, route.replace(/:\w+/, String(id)));
  }
  return [...left];
}

async function firstId(page: Page, route: string, token: string): Promise<number | undefined> {
  const [, name] = route.split("/");
  for (const folder of ["", "/import-logistics"]) {
    const path = `/api/v1${folder}/${lists[name] ?? name}?limit=1`;
    const { data } = await page.evaluate(
      async ([path, token]) =>
        (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).json(),
      [path, token],
    );
    if (data?.[0]?.id) return data[0].id;
  }
  return undefined;
}

/** Goes to a screen without loading the page anew; answers when what it shows has arrived. */
export async function openScreen(page: Page, url: string, address: string): Promise<void> {
  if (!page.url().startsWith(url)) await page.goto(url);
  // a screen stays until the next one has arrived, whose file may be on its way
  await page.evaluate((to) => {
    const [here, there] = [location.hash.slice(1) || "/", to].map((path) => path.split("?")[0]);
    if (here !== there) document.querySelector("#screen h1")?.setAttribute("data-left", "");
    location.hash = to;
  }, address);
  const waiting = async () => {
    const { open, loading } = await page.evaluate(async () => {
      await new Promise((wake) => {
        requestAnimationFrame(() => setTimeout(wake, 30));
        setTimeout(wake, 1000); // a page that draws nothing for once is asked again
      });
      const loading = ".skeleton, .thin-bar";
      return {
        open: !!document.querySelector("#screen h1:not([data-left])")?.textContent,
        loading: !!document.querySelector(loading),
      };
    });
    return open && !loading;
  };
  // a frame may pass before a screen begins to read
  await until(async () => await waiting() && await waiting());
}

export async function choose(page: Page, change: Record<string, string>): Promise<void> {
  await page.evaluate((change) => {
    const prefs = { ...JSON.parse(localStorage.getItem("prefs") ?? "{}"), ...change };
    localStorage.setItem("prefs", JSON.stringify(prefs));
    dispatchEvent(new StorageEvent("storage", { key: "prefs" }));
  }, change);
  await page.waitForFunction(
    (change) =>
      (!change.theme || document.documentElement.dataset.theme === change.theme) &&
      (!change.lang || document.documentElement.lang === change.lang),
    change,
  );
}
