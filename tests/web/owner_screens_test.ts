import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { signIn } from "./phone.ts";

browserTest(
  "every screen of the owner opens at 360 px in both languages, with nothing cut off",
  async () => {
    await using site = await openSite();
    const { arrived, late, receipts, owner } = await openBusiness(site);
    const [tariff] = (await owner.get("/import-logistics/demurrage-tariffs")).body.data;
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const broken: string[] = [];
      page.on("pageerror", (error) => broken.push(String(error)));
      const url = `${origin(site.port)}/admin-mobile`;
      await signIn(page, url, await site.user("owner"));
      for (const lang of ["en", "bn"]) {
        await page.goto(`${url}#/me`);
        await page.check(`[name=lang][value=${lang}]`);
        for (
          const [path, charts] of [
            ["/", 2],
            ["/approve", 0],
            [`/approve/receipt_approve/${receipts.broken.id}`, 0],
            ["/money", 5],
            ["/imports", 1],
            ["/stock-value", 1],
            ["/late", 1],
            [`/late?open=${late.id}`, 1],
            ["/demurrage", 1],
            ["/demurrage-tariffs", 0],
            ["/demurrage-tariffs/new", 0],
            [`/demurrage-tariffs/${tariff.id}`, 0],
            ["/landed", 0],
            [`/landed/${arrived.id}`, 1],
            ["/warranty", 3],
            ["/people", 1],
            ["/users", 0],
            ["/users/new", 0],
            [`/users/${owner.userId}`, 0],
            ["/thresholds", 0],
            ["/more", 0],
          ] as const
        ) {
          await page.goto(`${url}#${path}`);
          const place = path.split("?")[0];
          await page.waitForFunction(
            (wanted) => location.hash.slice(1).split("?")[0] === wanted,
            place,
          );
          await page.waitForFunction(
            (n) => document.querySelectorAll(".chart, .spark").length >= n,
            charts,
          );
          // what is fetched when it is opened leaves the screen before, a person's, standing for a moment
          await page.waitForFunction(
            (person) =>
              !document.querySelector(".skeleton") &&
              (person || !document.querySelector("h1")!.textContent!.startsWith("Test owner")),
            /^\/users\/\d/.test(path),
          );
          const [over, title] = await page.evaluate(() => [
            document.documentElement.scrollWidth - innerWidth,
            document.querySelector("h1")!.textContent,
          ]);
          assertEquals(over, 0, `${path} in ${lang} is too wide`);
          const inBangla = /[\u0980-\u09ff]/.test(String(title));
          // a person's name stays as it is
          if (!/^\/users\/\d/.test(path)) {
            assertEquals(
              inBangla,
              lang === "bn",
              `${path}: ${title}`,
            );
          }
          // a chart is told in words and as a table too
          const bare = await page.evaluate(() =>
            [...document.querySelectorAll(".chart")].filter((chart) => {
              const figure = chart.closest("figure");
              return !figure?.querySelector("figcaption")?.textContent ||
                !figure.querySelector("table tbody tr");
            }).length
          );
          assertEquals(bare, 0, path);
        }
      }
      assert(broken.length === 0, broken.join("\n"));
    } finally {
      await browser.close();
    }
  },
);
