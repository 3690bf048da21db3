import type { Page } from "playwright-core";
import { allReports } from "../../domain/reports/reports.ts";
import { businessDate } from "../../domain/business/business.ts";
import { formatMoney, formatNumber } from "../../web/src/core/format.ts";
import { allListed, screenOf } from "../../web/src/screens/trade/report_list.ts";
import type { Answer, Caller } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site, type TestBrowser } from "./browser.ts";
import { origin } from "./house.ts";
import { fits, signIn, until } from "./phone.ts";
import { choose, openBusiness, openScreen } from "./walk.ts";

/** Reports that have no screen of their own here, and why. */
const elsewhere: Record<string, string> = {
  "customer-statement": "a document to send, on the customer's page",
  "stock-value": "stock-valuation by another name",
  "vat-return": "shown where a return is filed (/reports/vat-returns/new)",
};
const reports = allReports.filter(({ name }) => !(name in elsewhere));

Deno.test("every report of the server has its screen, for whom the server gives it to", () => {
  const wanted = reports.map(({ name, may }) => [name, may as string]);
  const there = allListed.map(([name, may]) => [name, may as string]);
  assertEquals(there.sort(), wanted.sort());
  for (const name in elsewhere) assert(allReports.some((one) => one.name === name), name);
});

const allLooks = [
  { lang: "en", width: 1440, height: 900 },
  { lang: "bn", width: 390, height: 844 },
  { lang: "bn", width: 1440, height: 900 },
  { lang: "en", width: 390, height: 844 },
] as const;
/** Every language and every width once; with FULL=1 each in each. */
const looks = Deno.env.get("FULL") === "1" ? allLooks : allLooks.slice(0, 2);

const listedOf = (name: string) => allListed.find(([one]) => one === name)!;

/** What the report is about, where it is about one thing. */
async function subjectOf(owner: Caller, name: string): Promise<Record<string, string>> {
  const first = async (path: string) => String((await owner.get(path)).body.data[0].id);
  switch (name) {
    case "stock-card":
    case "vat-register":
      return { product_id: await first("/reports/stock-valuation?in_stock=true&limit=1") };
    case "supplier-statement":
      return {
        supplier_id: String(
          (await owner.get("/reports/supplier-ageing?limit=1")).body.data[0]
            .supplier_id,
        ),
      };
    case "account-book":
      return { account_id: await first("/reports/trial-balance?limit=1") };
  }
  return {};
}

/** Every text of the screen that says a name, a word or a figure. */
const said = (page: Page) =>
  page.locator("main :is(th, td, dt, dd, .chip, .row-title, .muted, .side, legend, h2)")
    .allInnerTexts();

function lookAt(page: Page, asked: string[]) {
  return async (address: string, name: string) => {
    asked.length = 0;
    await openScreen(page, page.url().split("#")[0], address);
    // the file of these screens may come first
    const last = () => asked.findLast((one) => new RegExp(`^${name}\\?.*limit=200`).test(one));
    await until(() => Promise.resolve(!!last()));
    await page.waitForFunction(() => !document.querySelector(".skeleton, .thin-bar"));
    return new URLSearchParams(last()!.split("?")[1]);
  };
}

async function pageOf(
  browser: TestBrowser,
  port: number,
  who: { email: string; password: string },
) {
  const context = await browser.newContext({ timezoneId: "Asia/Dhaka", locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, path] = /\/api\/v1\/reports\/(.*)$/.exec(request.url()) ?? [];
    if (path) asked.push(path);
  });
  await signIn(page, `${origin(port)}/mobile`, who);
  return { page, asked };
}

interface Given {
  page: Page;
  owner: Caller;
  open: ReturnType<typeof lookAt>;
}

/** Rows, words and sums of every report, however it is looked at. */
async function faultsOf({ page, owner, open }: Given): Promise<string[]> {
  const faults: string[] = [];
  const chosenOf = new Map<string, Record<string, string>>();
  for (const { name, query } of reports) {
    chosenOf.set(name, {
      ...await subjectOf(owner, name),
      ..."as_of" in query.shape ? {} : { from: "2020-01-01", to: businessDate() },
    });
  }
  // asked once, however often it is looked at
  const answers = new Map<string, Promise<Answer>>();
  const answerOf = (path: string) => {
    if (!answers.has(path)) answers.set(path, owner.get(path));
    return answers.get(path)!;
  };
  for (const { lang, width, height } of looks) {
    await page.setViewportSize({ width, height });
    await choose(page, { lang });
    for (const [name, chosen] of chosenOf) {
      const where = `${name} ${lang} ${width}`;
      const sent = await open(`${screenOf(listedOf(name))}?${new URLSearchParams(chosen)}`, name);
      for (const [field, value] of Object.entries(chosen)) assertEquals(sent.get(field), value);
      const { body } = await answerOf(`/reports/${name}?${sent}`);
      if (body.data.length === 0) faults.push(`${where}: no rows`);
      const texts = await said(page);
      faults.push(
        ...texts.filter((one) => /_|\bundefined\b|\bNaN\b|\bnull\b|\[object|Invalid/.test(one))
          .map((one) => `${where}: says ${one}`),
      );
      const heads = await page.locator("main thead th").allInnerTexts();
      if (width > 1000 ? heads.length < 3 : heads.length > 0) faults.push(`${where}: no table`);
      if (lang === "bn") {
        faults.push(
          ...heads.filter((one) => !/[\u0980-\u09ff]/.test(one)).map((one) =>
            `${where}: head ${one}`
          ),
        );
      }
      const all = await page.locator("main").innerText();
      for (const [total, value] of Object.entries(body.meta.totals ?? {})) {
        if (value === null || value === 0) continue;
        const writing = { lang, digits: "latin" } as const;
        const ways = [
          formatMoney(value as number, "BDT", writing),
          formatNumber(value as number, writing),
        ];
        if (!ways.some((one) => all.includes(one))) {
          faults.push(`${where}: ${total} is not said to be ${value}`);
        }
      }
      if (width < 1000) await fits(page, where).catch(({ message }) => faults.push(message));
    }
  }
  return faults;
}

const files = [
  ["As CSV", "csv", "csv"],
  ["As a spreadsheet (XLSX)", "xlsx", "spreadsheetml"],
];

/** The time chosen, asked for by the report and by its files. */
async function asChosen({ page, owner, open }: Given): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { name, query } of reports) {
    const about = await subjectOf(owner, name);
    await open(`${screenOf(listedOf(name))}?${new URLSearchParams(about)}`, name);
    const evening = "as_of" in query.shape;
    const change = evening ? { as_of: "2026-01-31" } : { to: "2026-01-31", from: "2026-01-01" };
    const coming = page.waitForRequest((request) =>
      Object.entries(change).every(([field, day]) =>
        new URL(request.url()).pathname.endsWith(`/reports/${name}`) &&
        new URL(request.url()).searchParams.get(field) === day
      )
    );
    // both before the screen is drawn again: the second day keeps the first
    await page.evaluate((change) => {
      for (const [field, day] of Object.entries(change)) {
        const input = document.querySelector<HTMLInputElement>(`main [name=${field}]`)!;
        input.value = day;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }, change);
    const sent = new URL((await coming).url()).searchParams;
    sent.delete("limit");
    for (const [label, format, type] of files) {
      const file = page.waitForRequest((request) => request.url().includes(`format=${format}`));
      await page.getByRole("button", { name: label, exact: true }).click();
      const all = new URL((await file).url()).searchParams;
      const answer = (await (await file).response())!;
      const kind = answer.headers()["content-type"];
      assertEquals([answer.status(), /spreadsheetml|csv/.exec(kind)?.[0]], [200, type], name);
      assertEquals(all.get("format"), format);
      assertEquals(all.get("headed"), format === "xlsx" ? "true" : null);
      for (const one of ["format", "headed"]) all.delete(one);
      assertEquals(Object.fromEntries(all), Object.fromEntries(sent), name);
      await page.getByRole("link", { name: "Save the file" }).waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
  }

  // what is one of few words is a chip, and stands in the address
  await open("/reports/ageing", "ageing");
  await page.getByRole("button", { name: "Suppliers", exact: true }).click();
  await page.waitForURL(/ageing\?side=suppliers/);
  await page.locator("main tbody a[href^='#/suppliers/']").first().waitFor();
  await page.getByRole("button", { name: "End of last month" }).click();
  await page.waitForURL(/side=suppliers&as_of=\d{4}-\d\d-\d\d$/);
}

/** Who may not read a report is not offered it. */
async function offeredTo(site: Site, browser: TestBrowser): Promise<void> {
  const { page: engineer } = await pageOf(browser, site.port, await site.user("engineer"));
  await openScreen(engineer, engineer.url().split("#")[0], "/reports");
  await engineer.locator("main .actions a").first().waitFor();
  const offered = await engineer.locator("main .actions a").evaluateAll((links) =>
    links.map((link) => link.getAttribute("href"))
  );
  assert(offered.includes("#/reports/rma-turnaround"), offered.join());
  assert(!offered.includes("#/reports/trial-balance"), offered.join());
}

browserTest(
  "every report is looked at on phone and desk in both languages, and is a file",
  async () => {
    await using site = await openSite();
    const who = await openBusiness(site);
    const owner = await site.app.as("owner");
    const browser = await launch();
    try {
      const { page, asked } = await pageOf(browser, site.port, who);
      const given = { page, owner, open: lookAt(page, asked) };
      assertEquals(await faultsOf(given), []);
      await choose(page, { lang: "en" });
      await asChosen(given);
      await offeredTo(site, browser);
    } finally {
      await browser.close();
    }
  },
);
