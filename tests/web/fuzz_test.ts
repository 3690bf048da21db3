import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, openSite, startPhone } from "./browser.ts";
import { origin } from "./house.ts";
import { changeSession, endUndoing, keepEveryScreen, kept, signIn, until } from "./phone.ts";
import { openLink } from "./proxy.ts";

/**
 * Two hundred writes, forty of them photos, from a phone whose link dies before sending, while sending
 * and before the answer; whose tab and browser are killed, whose tokens expire, and which gets a new
 * version with a form open. Each has to be on the server once, and none may be lost (G13, G20).
 */
const COMMENTS = 150;
const PHOTOS = 40;
const TASKS = 10;
const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 1e6));

/** The same events for the same seed. */
function dice(state: number): () => number {
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Writes what a person would, through the screens, as fast as they take it. */
async function comment(page: Page, from: number, to: number): Promise<void> {
  await page.waitForSelector("[name=comment]");
  await page.evaluate(async ([from, to]) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
    for (let n = from; n < to; n++) {
      const input = document.querySelector<HTMLInputElement>("[name=comment]")!;
      set.call(input, `comment ${n}`);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((wake) => requestAnimationFrame(wake));
      input.form!.requestSubmit();
      await new Promise((wake) => requestAnimationFrame(wake));
    }
  }, [from, to]);
}

async function photograph(page: Page, from: number, to: number): Promise<void> {
  await page.waitForSelector("input[type=file]", { state: "attached" });
  await page.evaluate(async ([from, to]) => {
    for (let n = from; n < to; n++) {
      const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
      const paper = canvas.getContext("2d")!;
      for (let dot = 0; dot < 1500; dot++) {
        paper.fillStyle = `hsl(${Math.random() * 360} 90% 50%)`;
        paper.fillRect(Math.random() * 320, Math.random() * 240, 8, 8);
      }
      const blob = await new Promise<Blob>((resolve) =>
        canvas.toBlob((b) => resolve(b!), "image/jpeg")
      );
      const files = new DataTransfer();
      files.items.add(new File([blob], `photo ${n}.jpg`, { type: "image/jpeg" }));
      const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, [from, to]);
}

/** How much is in the queue of the phone. */
const queued = async (page: Page) => (await kept(page, "outbox")).length;

const nudge = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

browserTest(
  "200 writes over a link and a phone that die again and again arrive once each",
  async () => {
    console.log(`  SEED=${seed}`);
    const random = dice(seed);
    let version = "";
    await using site = await openSite({}, (request) => {
      if (!version || new URL(request.url).pathname !== "/sw.js") return undefined;
      return new Response(worker.replace(/"version":"\w+"/, `"version":"${version}"`), {
        headers: { "content-type": "text/javascript", "cache-control": "no-cache" },
      });
    });
    const worker = await (await site.app.app.request("/sw.js")).text();
    const link = openLink(site.port);
    const profile = await Deno.makeTempDir({ prefix: "back-office-phone-" });
    let phone = await startPhone(profile);
    try {
      const who = await site.user("store");
      const manager = await site.app.as("manager");
      const task =
        (await manager.post("/tasks", { title: "Count bay 4", assigned_to: who.id })).body.data;
      const supplier =
        (await manager.post("/suppliers", { name: "Jet Co.", currency: "USD" })).body.data;
      const shipment = (await manager.post("/import-logistics/shipments", {
        supplier_id: supplier.id,
        currency: "USD",
        exchange_rate: 120,
        items: [{ product_name: "Printer", ordered_qty: 1, purchase_value: 100, unit: "pcs" }],
      })).body.data;
      const url = `${origin(link.port)}/mobile`;
      const commentsAt = `${url}#/tasks/${task.id}`;
      const photosAt = `${url}#/shipments/${shipment.id}`;
      let page = await phone.context.newPage();
      await signIn(page, url, who);
      await keepEveryScreen(page);
      // what it has seen once it can show without the link
      await page.goto(commentsAt);
      await page.waitForSelector("[name=comment]");
      await page.goto(photosAt);
      await page.waitForSelector("input[type=file]", { state: "attached" });

      const stored = async () => {
        const [{ n }] = await site.database.query<[{ n: number }]>(sql`
        select (select count(*) from task_comments) + (select count(*) from uploads) +
          (select count(*) from tasks where created_by = ${who.id}) as n`);
        return Number(n);
      };
      const open = async (at: string) => {
        page = await phone.context.newPage();
        await page.goto(at);
        // a browser that was killed reads its folder anew first
        await page.waitForSelector("nav.bar a[aria-current], nav.bar a", {
          state: "attached",
          timeout: 90_000,
        });
      };
      const makeTasks = async (from: number, to: number) => {
        for (let n = from; n < to; n++) {
          await page.goto(`${url}#/tasks/new?n=${n}`);
          await page.locator("[name=title]").fill(`task ${n}`);
          await page.locator("form button[type=submit]").click();
          await page.waitForFunction(() => !location.hash.includes("/new"));
        }
        await endUndoing(page);
      };
      const troubles: Record<string, () => Promise<unknown>> = {
        async beforeSending() {
          link.cut();
          await nudge(page);
          await pause(60);
        },
        async whileSending() {
          link.bytesPerSecond = 20_000;
          await nudge(page);
          await pause(100 + random() * 300);
          link.cut();
          link.bytesPerSecond = Infinity;
        },
        async beforeTheAnswer() {
          const before = await stored();
          link.dropReplies = true;
          await nudge(page);
          for (let tries = 0; tries < 40 && await stored() === before; tries++) await pause(25);
          link.cut();
          link.dropReplies = false;
        },
        async tabKilled() {
          await nudge(page);
          await pause(random() * 150);
          await page.close();
          await open(random() < .5 ? commentsAt : photosAt);
        },
        async browserKilled() {
          await nudge(page);
          await pause(random() * 150);
          await phone.kill();
          phone = await startPhone(profile);
          await open(random() < .5 ? commentsAt : photosAt);
        },
        async tokenExpired() {
          await changeSession(page, { access: "e30.e30.e30" });
          await page.close();
          await open(commentsAt);
        },
      };
      const happen = async (name: string) => {
        await troubles[name]();
        link.mend();
        await nudge(page);
        await pause(random() * 120);
      };

      // everything is written while there is no link, or one that fails
      link.cut();
      await page.goto(commentsAt);
      await comment(page, 0, 60);
      await page.goto(photosAt);
      await photograph(page, 0, 20);
      await makeTasks(0, 5);
      await until(async () => await queued(page) === 85);
      assertEquals(await stored(), 0);
      link.mend();
      for (const name of Object.keys(troubles)) await happen(name);

      // more while the first is still going out, then every trouble again in any order
      await page.goto(commentsAt);
      await comment(page, 60, COMMENTS);
      await happen("whileSending");
      await page.goto(photosAt);
      await photograph(page, 20, PHOTOS);
      await happen("beforeTheAnswer");
      await makeTasks(5, TASKS - 1);

      // a new version comes while a form is half filled: it waits, and nothing typed is lost
      await page.goto(`${url}#/tasks/new`);
      await page.fill("[name=title]", `task ${TASKS - 1}`);
      version = "fedcba987654";
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      const chip = page.getByRole("button", { name: "Update ready" });
      await chip.waitFor();
      await chip.click();
      await happen("beforeSending");
      assertEquals(await page.inputValue("[name=title]"), `task ${TASKS - 1}`);
      await page.click("form button[type=submit]");
      await page.waitForFunction(() => !location.hash.includes("/new"));
      await endUndoing(page);
      await Promise.all([page.waitForEvent("load", { timeout: 300_000 }), chip.click()]);
      await page.waitForSelector("nav.bar a");
      assertEquals(
        await page.evaluate(async () => (await caches.keys()).includes("build-fedcba987654")),
        true,
      );

      const names = Object.keys(troubles);
      for (let more = 0; more < 8; more++) {
        await happen(
          names[Math.floor(random() * names.length)],
        );
      }

      // the session is ended on the server: the password is asked for over the screen, then all goes out
      await site.database.query(
        sql`update sessions set revoked_at = now(), revoked_because = 'test' where user_id = ${who.id}`,
      );
      await open(commentsAt);
      await page.locator("dialog [name=password]").fill(who.password);
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog").waitFor({ state: "detached" });
      // as long as it takes on a busy machine, while it goes on
      for (let left = await queued(page); left > 0; left = await queued(page)) {
        await until(async () => {
          await nudge(page);
          await pause(5000); // a nudge reads the whole queue: many are all that a slow phone does
          return await queued(page) < left;
        }, 120_000);
      }

      const list = async (rows: Promise<{ name: string }[]>) =>
        (await rows).map(({ name }) => name);
      const numbered = (word: string, n: number) =>
        Array.from({ length: n }, (_, at) => `${word} ${at}`);
      assertEquals(
        await list(site.database.query(sql`select comment as name from task_comments order by id`)),
        numbered("comment", COMMENTS),
        "comments of one record, once each and in their order",
      );
      const byNumber = (a: string, b: string) => Number(a.split(" ")[1]) - Number(b.split(" ")[1]);
      assertEquals(
        (await list(site.database.query(sql`select title as name from tasks
        where created_by = ${who.id}`))).toSorted(byNumber),
        numbered("task", TASKS),
      );
      const photos = await list(site.database.query(sql`select file_name as name from uploads
      where related_type = 'shipment' and related_id = ${shipment.id}`));
      assertEquals(
        photos.map((name) => name.replace(".jpg", "")).toSorted((a, b) => byNumber(a, b)),
        numbered("photo", PHOTOS),
      );
      assert(await stored() === COMMENTS + PHOTOS + TASKS);
    } finally {
      await phone.kill();
      await link.close();
      await Deno.remove(profile, { recursive: true }).catch(() => undefined);
    }
  },
);
