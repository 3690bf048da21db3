import axe from "axe-core";
import type { Page } from "playwright-core";
import sql, { raw } from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site, type TestBrowser } from "./browser.ts";
import { origin } from "./house.ts";
import { signIn } from "./phone.ts";
import { choose, openBusiness, openScreen, type PageName, routesOf, walk } from "./walk.ts";

/**
 * Every screen of both pages, however it is shown (G10, G12, G19, G21). With FULL=1 each in every theme,
 * language and width; else in one of them, so that over the screens every pair of them is seen.
 */
const full = Deno.env.get("FULL") === "1";
/** ONLY=receive looks at those screens alone. */
const only = new RegExp(Deno.env.get("ONLY") ?? "");
const themes = ["light", "dark", "sunlight"] as const;
const langs = ["en", "bn"] as const;
const widths = [360, 412, 768] as const;
type Look = { theme: string; lang: string; width: number };
/** An orthogonal array: six looks in which each pair of theme, language and width meets. */
const pairs: Look[] = [
  { theme: "light", lang: "en", width: 360 },
  { theme: "dark", lang: "bn", width: 360 },
  { theme: "sunlight", lang: "en", width: 412 },
  { theme: "light", lang: "bn", width: 412 },
  { theme: "dark", lang: "en", width: 768 },
  { theme: "sunlight", lang: "bn", width: 768 },
  { theme: "dark", lang: "en", width: 412 },
  { theme: "light", lang: "bn", width: 768 },
  { theme: "sunlight", lang: "bn", width: 360 },
];
const every: Look[] = themes.flatMap((theme) =>
  langs.flatMap((lang) => widths.map((width) => ({ theme, lang, width })))
);

interface Axe {
  run(context: unknown, options: unknown): Promise<
    Record<
      "violations" | "incomplete",
      { id: string; nodes: { target: string[]; html: string }[] }[]
    >
  >;
}

/** What axe finds, and what it cannot decide. */
function axeFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations, incomplete } = await (globalThis as unknown as { axe: Axe }).axe.run(
      document,
      { runOnly: tags, resultTypes: ["violations", "incomplete"] },
    );
    const faults = (found: typeof violations) =>
      found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`));
    // text in drawings axe cannot judge: its colours are those of colours_test.ts, and its table
    // is beside it
    const open = faults(incomplete).filter((one) => !one.startsWith("color-contrast: <text"));
    return [...faults(violations), ...open];
  });
}

/** Controls that a thumb misses, text that says nothing, and what is wider than the screen. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true });
    const faults: string[] = [];
    for (const one of document.querySelectorAll("a, button, input, select, textarea, summary")) {
      const box = (one.closest("label, .box") ?? one).getBoundingClientRect();
      if (!shown(one) || box.width === 0) continue;
      if (box.height < 43.5 || box.width < 43.5) {
        faults.push(
          `${Math.round(box.width)} × ${Math.round(box.height)}: ${one.outerHTML.slice(0, 140)}`,
        );
      }
    }
    const said = document.body.innerText;
    for (const odd of said.match(/\bNaN\b|\bundefined\b|Invalid Date|\[object|\bnull\b/g) ?? []) {
      faults.push(`says ${odd}`);
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`${wide} px too wide`);
    return faults;
  });
}

/** At twice the text size on the narrowest phone nothing leaves the screen or is cut off. */
async function enlargedFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 740 });
  return await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * 2}px`;
    const scrolls = (one: Element | null): boolean =>
      !!one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const faults: string[] = [];
    const wide = root.scrollWidth - innerWidth;
    if (wide > 0) {
      const culprits = [...document.querySelectorAll("#screen *")].filter((one) =>
        one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one)
      );
      faults.push(`${wide} px too wide: ${culprits.at(-1)?.outerHTML.slice(0, 140)}`);
    }
    for (const one of document.querySelectorAll("#screen *, .bar *, .strip *")) {
      const text = [...one.childNodes].some((node) =>
        node.nodeType === 3 && node.textContent!.trim()
      );
      if (!text || !one.checkVisibility() || scrolls(one) || one.closest(".unseen")) continue;
      const box = one.getBoundingClientRect();
      if (box.right > innerWidth + 1 || box.left < -1) {
        faults.push(`cut off: ${one.outerHTML.slice(0, 120)}`);
      }
    }
    root.style.removeProperty("font-size");
    return faults;
  });
}

async function tokenOf(site: Site, who: { email: string; password: string }): Promise<string> {
  const { body } = await site.app.anyone.post("/auth/login", {
    identifier: who.email,
    password: who.password,
  });
  return body.data.access_token;
}

const paths: Record<PageName, string> = { staff: "/mobile", owner: "/admin-mobile" };

browserTest("every screen is without fault in every look, and stored text stays text", async () => {
  await using site = await openSite();
  const owner = await openBusiness(site);
  const token = await tokenOf(site, owner);
  const browser = await launch();
  const faults: string[] = [];
  const addresses: [PageName, string][] = [];
  try {
    for (const name of ["staff", "owner"] as const) {
      const context = await browser.newContext({
        timezoneId: "Asia/Dhaka",
        // a colour on its way from one theme to the next is neither
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const url = `${origin(site.port)}${paths[name]}`;
      const asked: string[] = [];
      context.on("request", (request) => asked.push(request.url()));
      page.on("console", (said) => {
        if (/Content Security Policy|violates/i.test(said.text())) {
          faults.push(`${name} ${said.text()}`);
        }
      });
      page.on("pageerror", (error) => faults.push(`${name} ${page.url()} ${error.message}`));
      await signIn(page, url, owner);
      await page.evaluate(axe.source);
      let turn = name === "owner" ? 4 : 0;
      const left = await walk(
        page,
        url,
        (await routesOf(name)).filter((path) => only.test(path)),
        token,
        async (address) => {
          addresses.push([name, address]);
          const looks = full ? every : [pairs[turn++ % pairs.length]];
          for (const { theme, lang, width } of looks) {
            await choose(page, { theme, lang });
            const look = async () => {
              // high enough that no bar lies over anything: what is covered axe cannot judge
              await page.setViewportSize({ width, height: 740 });
              const height = await page.evaluate(() => document.documentElement.scrollHeight + 300);
              await page.setViewportSize({ width, height: Math.max(740, height) });
              return [...await layoutFaults(page), ...await axeFaults(page)];
            };
            // what is only there while something arrives is none
            let found = await look();
            if (found.length > 0) {
              await new Promise((wake) => setTimeout(wake, 500));
              found = await look();
            }
            if (found.some((one) => one.startsWith("color-contrast: <t"))) {
              // what a wide table covers at its edge is seen once it is scrolled
              await page.evaluate(() => {
                for (const one of document.querySelectorAll(".scroll")) one.scrollLeft = 9999;
              });
              const scrolled = new Set(await look());
              found = found.filter((one) => !/^color-contrast: <t/.test(one) || scrolled.has(one));
            }
            faults.push(
              ...found.map((one) => `${name}${address} ${theme} ${lang} ${width}: ${one}`),
            );
          }
          faults.push(
            ...(await enlargedFaults(page)).map((one) => `${name}${address} 320 px, 200 %: ${one}`),
          );
        },
      );
      console.log(
        `  ${name}: ${addresses.filter(([one]) => one === name).length} screens` +
          (left.length ? `, not reached: ${left.join(" ")}` : ""),
      );
      const foreign = asked.filter((to) =>
        !to.startsWith(`${origin(site.port)}/`) &&
        !/^(blob|data):/.test(to)
      );
      faults.push(...foreign.map((to) => `${name} asked ${to}`));
      await context.close();
    }
    faults.push(...await canaries(site, browser, owner, addresses));
  } finally {
    await browser.close();
  }
  assertEquals([...new Set(faults)], []);
});

const CANARY =
  `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`;

/** Hostile text in every column that takes it, then every screen once more. */
async function canaries(
  site: Site,
  browser: TestBrowser,
  owner: { email: string; password: string },
  addresses: [PageName, string][],
): Promise<string[]> {
  const columns = await site.database.query<{ table: string; column: string }[]>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
      and table_name not in ('users', 'sessions', 'refresh_tokens', 'schema_migrations')`);
  let hostile = 0;
  for (const { table, column } of columns) {
    // a column that has rules of its own cannot hold it, which is as good
    await site.database.query(sql`update ${raw(table)}
      set ${raw(column)} = ${raw(column)} || ${CANARY} where ${raw(column)} is not null`)
      .then(() => hostile++, () => undefined);
  }
  console.log(`  hostile text in ${hostile} of ${columns.length} columns`);
  assert(hostile >= 30, `only ${hostile} columns took the canary`);
  const faults: string[] = [];
  for (const name of ["staff", "owner"] as const) {
    const page = await (await browser.newContext()).newPage();
    const url = `${origin(site.port)}${paths[name]}`;
    await signIn(page, url, owner);
    let seen = 0;
    for (const [, address] of addresses.filter(([one]) => one === name)) {
      await openScreen(page, url, address);
      const { born, text } = await page.evaluate(() => ({
        born: document.querySelectorAll("img[src=x], #app script, body > script").length,
        text: document.body.innerText.includes("<img src=x"),
      }));
      if (text) seen++;
      if (born > 0 || await page.title() === "pwned") {
        faults.push(`${name}${address}: stored text runs`);
      }
    }
    console.log(`  ${name}: hostile text shown as text on ${seen} screens`);
    // the owner's first screens show figures, the staff's show what was typed
    assert(seen > 0 || name === "owner");
  }
  return faults;
}
