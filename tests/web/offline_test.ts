import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin, plainHttp } from "./house.ts";
import { keepEveryScreen, kept, settle, signIn, synced, until, untilUnsent } from "./phone.ts";
import { openLink } from "./proxy.ts";

browserTest(
  "a task made offline outlives its tab and is sent once though the reply is lost",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const who = await site.user("store");
      const stored = async () => {
        const [{ n }] = await site.database.query<[{ n: number }]>(
          sql`select count(*)::int as n from tasks where created_by = ${who.id}`,
        );
        return n;
      };
      const context = await browser.newContext();
      const url = `${origin(link.port)}/mobile`;
      const first = await context.newPage();
      await signIn(first, url, who);
      await keepEveryScreen(first);

      link.cut();
      await first.goto(`${url}#/tasks/new`);
      await first.fill("[name=title]", "Photograph the dented crate");
      await first.click("form button[type=submit]");
      await untilUnsent(first);
      await first.close();

      const cold = await context.newPage();
      await cold.goto(`${url}#/tasks`);
      await cold.getByText("Photograph the dented crate").first().waitFor();
      assertEquals(await stored(), 0);

      // the server does the work and its answer never arrives
      link.mend();
      link.dropReplies = true;
      await cold.evaluate(() => dispatchEvent(new Event("online")));
      await until(async () => await stored() === 1);
      link.cut();
      link.dropReplies = false;
      link.mend();
      await cold.evaluate(() => dispatchEvent(new Event("online")));
      await cold.goto(`${url}#/queue`);
      await cold.getByText("Nothing waits").waitFor({ timeout: 60_000 });
      assertEquals(await stored(), 1);
      const replayed = await site.database.query<{ title: string }[]>(
        sql`select title from tasks where created_by = ${who.id}`,
      );
      assertEquals(replayed.map(({ title }) => title), ["Photograph the dented crate"]);
    } finally {
      await browser.close();
      await link.close();
    }
  },
  [plainHttp],
);

/** Somebody at a new task, its title typed; `titles` are those of the tasks that the server then has of him. */
function titleTyped(
  name: string,
  title: string,
  body: (page: Page, url: string, titles: () => Promise<string[]>) => Promise<void>,
): void {
  browserTest(name, async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const who = await site.user("store");
      const page = await (await browser.newContext()).newPage();
      const url = `${origin(site.port)}/mobile`;
      await signIn(page, url, who);
      await page.goto(`${url}#/tasks/new`);
      await page.fill("[name=title]", title);
      await body(page, url, async () => {
        const rows = await site.database.query<{ title: string }[]>(
          sql`select title from tasks where created_by = ${who.id}`,
        );
        return rows.map(({ title }) => title);
      });
    } finally {
      await browser.close();
    }
  });
}

titleTyped(
  "what the server refuses stays in the queue with its reason, and may be mended",
  "xxx\u0000",
  async (page, url, titles) => {
    await page.click("form button[type=submit]");
    await page.goto(`${url}#/queue`);
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("Needs you", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>("[name=title]")?.value.startsWith("xxx")
    );
    await page.fill("[name=title]", "A title that fits");
    await page.click("form button[type=submit]");
    await page.getByText("Nothing waits").waitFor();
    assertEquals(await titles(), ["A title that fits"]);
  },
);

titleTyped(
  "a hasty second press saves nothing twice, and who goes elsewhere stays there",
  "Pressed twice",
  async (page, _url, titles) => {
    const busy = await page.evaluate(() => {
      const save = document.querySelector<HTMLButtonElement>("form button[type=submit]")!;
      save.click();
      const told = save.form!.getAttribute("aria-busy");
      save.click();
      location.hash = "#/queue";
      return told;
    });
    assertEquals(busy, "true");
    await page.getByRole("button", { name: "Send now" }).first().click();
    await page.getByText("Nothing waits").waitFor();
    assertEquals(new URL(page.url()).hash, "#/queue");
    assertEquals(await titles(), ["Pressed twice"]);
  },
);

titleTyped(
  "undo takes a write back before it is sent",
  "Made by mistake",
  async (page, _url, titles) => {
    await page.click("form button[type=submit]");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back").waitFor();
    await page.getByText("Made by mistake").first().waitFor({ state: "detached" });
    assertEquals(await titles(), []);
  },
);

browserTest("of two answers about a list the phone keeps the one it asked for last", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const owner = await site.app.as("owner");
    const page = await (await browser.newContext()).newPage();
    // the next answer about tasks is held back until `letGo` is called
    await page.addInitScript(() => {
      const held = globalThis as unknown as { hold?: boolean; letGo?: () => void };
      const real = fetch;
      globalThis.fetch = async (input, init) => {
        // of what is asked from now on: Home's own list may still be on its way
        const ours = held.hold && String(input).includes("/tasks?");
        if (ours) held.hold = false;
        const answer = await real(input, init);
        if (ours) {
          await new Promise<void>((resolve) => held.letGo = resolve);
        }
        return answer;
      };
    });
    const url = `${origin(site.port)}/mobile`;
    const who = await site.user("manager");
    await signIn(page, url, who);
    await page.evaluate(() => (globalThis as { hold?: boolean }).hold = true);
    await page.goto(`${url}#/tasks`);
    await page.waitForFunction(() => "letGo" in globalThis);
    await owner.post("/tasks", { title: "Count the crates again", assigned_to: who.id });
    await page.goto(`${url}#/`);
    // the list has left the screen: it asks anew when it comes back
    const mine = page.getByRole("button", { name: "Mine", exact: true });
    await mine.waitFor({ state: "detached" });
    await page.getByText("Count the crates again").waitFor(); // Home has read its own list anew
    await page.goto(`${url}#/tasks`);
    await mine.waitFor();
    await page.getByText("Count the crates again").waitFor();
    await page.evaluate(() => (globalThis as { letGo?: () => void }).letGo!());
    await new Promise((wake) => setTimeout(wake, 1000));
    const reads = await kept<{ path: string; data: { title: string }[] }>(page, "reads");
    const lists = reads.filter(({ path }) => path.startsWith("/tasks?"));
    assertEquals(
      lists.filter(({ data }) => !data.some(({ title }) => title === "Count the crates again"))
        .map(({ path }) => path),
      [],
    );
  } finally {
    await browser.close();
  }
});

browserTest(
  "another tab shows what one sends, and does not ask for each write of many",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch();
    try {
      const owner = await site.app.as("owner");
      const task = (await owner.post("/tasks", { title: "Count bay 4" })).body.data;
      const context = await browser.newContext();
      const page = await context.newPage();
      const url = `${origin(link.port)}/mobile`;
      await signIn(page, url, await site.user("manager"));
      const other = await context.newPage();
      for (const each of [other, page]) {
        await each.goto(`${url}#/tasks/${task.id}`);
        await each.waitForSelector("[name=comment]");
        await synced(each);
      }
      const asked: number[] = [];
      other.on("request", (request) => {
        if (request.url().endsWith(`/tasks/${task.id}`)) asked.push(Date.now());
      });
      link.cut();
      const all = Array.from({ length: 12 }, (_, n) => `Crate ${n}`);
      for (const text of all) {
        await page.fill("[name=comment]", text);
        await page.press("[name=comment]", "Enter");
        await page.waitForFunction(() =>
          document.querySelector<HTMLInputElement>("[name=comment]")!.value === ""
        );
      }
      assertEquals(asked, [], "what waits is nothing that the server knows of");
      link.mend();
      const began = Date.now();
      await settle(page);
      await until(async () => (await kept(page, "outbox")).length === 0);
      // first it waits no more, then it is there as the server has it
      await other.getByText("Waits to be sent").first().waitFor({ state: "detached" });
      await other.getByText(all.at(-1)!).waitFor();
      // at once, every three seconds, and at the end
      const most = 2 + Math.floor((Date.now() - began) / 3000);
      assert(asked.length >= 1 && asked.length <= most, `${asked.length} of at most ${most}`);
    } finally {
      await browser.close();
      await link.close();
    }
  },
);

browserTest("at wish a phone keeps every screen, and opens what it never opened", async () => {
  await using site = await openSite();
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const url = `${origin(link.port)}/mobile`;
    await signIn(page, url, await site.user("store"), "bn");
    await keepEveryScreen(page);
    await page.goto(`${url}#/me`);
    const owner = await site.app.as("owner");
    await owner.post("/products", { name: "Black ink", sku: "INK-9", opening_stock: 5 });
    await page.locator("[name=whole][value=true]").check();
    await page.getByText("এই ফোনে রাখা হয়েছে").waitFor();

    link.cut();
    const cold = await context.newPage();
    await cold.goto(`${url}#/stock-transfers/new`);
    await cold.locator("form [type=submit]").waitFor();
    await cold.locator("[name=from_place_id]").first().waitFor({ state: "attached" });
    await cold.getByRole("button", { name: /Black ink/ }).waitFor();
    assertEquals(await cold.locator("h1").getByText(/^[A-Za-z ]+$/).count(), 0, "in Bangla");
    await cold.goto(`${url}#/me/sessions`);
    await cold.getByRole("heading", { level: 1 }).waitFor();
  } finally {
    await browser.close();
    await link.close();
  }
});
