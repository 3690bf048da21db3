import axe from "axe-core";
import sql, { raw } from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site, type TestBrowser } from "./browser.ts";
import { origin } from "./house.ts";
import { signIn } from "./phone.ts";
import { axeFaults, englishFaults, enlargedFaults, layoutFaults } from "./screen_faults.ts";
import { choose, openBusiness, openScreen, type PageName, routesOf, walk } from "./walk.ts";

/**
 * Every screen of both pages, however it is shown (G10, G12, G19, G21). With FULL=1 each in every theme,
 * language and width; else in one of them, so that over the screens every pair of them is seen, and enlarged
 * in the other language. What both pages have axe judges once, and hostile text is read
 * there once.
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
  const browser = await launch({ offline: true });
  const faults: string[] = [];
  const addresses: [PageName, string][] = [];
  const judged = new Set<string>();
  let charts = 0;
  try {
    for (const name of ["staff", "owner"] as const) {
      const context = await browser.newContext({ timezoneId: "Asia/Dhaka" });
      const page = await context.newPage();
      const url = `${origin(site.port)}${paths[name]}`;
      const asked: string[] = [];
      context.on("request", (request) => asked.push(request.url()));
      // a path that is not read so, or a parameter that it does not take
      context.on("response", (answer) => {
        const method = answer.request().method();
        if (method === "GET" && /^4(05|22)$/.test(String(answer.status()))) {
          faults.push(`${name} ${page.url()} ${answer.status()} ${answer.url()}`);
        }
      });
      page.on("console", (said) => {
        if (/Content Security Policy|violates/i.test(said.text())) {
          faults.push(`${name} ${said.text()}`);
        }
      });
      page.on("pageerror", (error) => faults.push(`${name} ${page.url()} ${error.message}`));
      await signIn(page, url, owner);
      await page.evaluate(axe.source);
      let turn = name === "owner" ? 4 : 0;
      let visited = 0;
      const left = await walk(
        page,
        url,
        (await routesOf(name)).filter((path) => only.test(path)),
        token,
        async (address, route) => {
          visited++;
          const isNew = !judged.has(route);
          judged.add(route);
          if (isNew) addresses.push([name, address]);
          const looks = full ? every : [pairs[turn++ % pairs.length]];
          for (const { theme, lang, width } of looks) {
            await choose(page, { theme, lang });
            const look = async () => {
              // high enough that no bar lies over anything: what is covered axe cannot judge
              await page.setViewportSize({ width, height: 740 });
              const height = await page.evaluate(() => document.documentElement.scrollHeight + 300);
              await page.setViewportSize({ width, height: Math.max(740, height) });
              return [
                ...await layoutFaults(page),
                ...lang === "bn" ? await englishFaults(page, route) : [],
                ...full || isNew ? await axeFaults(page) : [],
              ];
            };
            let found = await lasting(look);
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
          const other = looks.at(-1)!.lang === "bn" ? "en" : "bn";
          await choose(page, { lang: other });
          const found = await lasting(async () => [
            ...await enlargedFaults(page),
            ...other === "bn" ? await englishFaults(page, route) : [],
          ]);
          faults.push(...found.map((one) => `${name}${address} ${other} 320 px, 200 %: ${one}`));
          charts += await page.locator(".chart, .spark").count();
        },
      );
      console.log(
        `  ${name}: ${visited} screens` +
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
  assert(charts >= 17 || only.source !== "(?:)", `${charts} charts`);
});

/** What is only there while something arrives is none. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  const found = await look();
  if (found.length === 0) return found;
  await new Promise((wake) => setTimeout(wake, 500));
  return await look();
}

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
