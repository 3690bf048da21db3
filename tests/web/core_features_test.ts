import sharp from "sharp";
import sql from "sql-template-tag";
import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { keepEveryScreen, kept, sendAll, signIn, synced, until } from "./phone.ts";
import { type Link, openLink } from "./proxy.ts";
import { origin } from "./house.ts";

/** What the core does beside sending: photos, conflicts, passwords, clocks, search (G14, G18, G20, G22). */

interface Phone {
  site: Site;
  link: Link;
  page: Page;
  url: string;
  who: { id: number; email: string; password: string };
}

function phoneTest(name: string, body: (phone: Phone) => Promise<void>): void {
  browserTest(name, async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const page = await (await browser.newContext()).newPage();
      const url = `${origin(link.port)}/mobile`;
      await body({ site, link, page, url, who: await site.user("store") });
    } finally {
      await browser.close();
      await link.close();
    }
  });
}

const setOff = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

phoneTest(
  "a photo of 12 megapixels is kept small, upright and without its place",
  async (phone) => {
    const { site, link, page, url, who } = phone;
    const manager = await site.app.as("manager");
    const supplier =
      (await manager.post("/suppliers", { name: "Jet Co.", currency: "USD" })).body.data;
    const shipment = (await manager.post("/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: "USD",
      exchange_rate: 120,
      items: [{ product_name: "Printer", ordered_qty: 1, purchase_value: 100, unit: "pcs" }],
    })).body.data;
    // as a camera held upright stores it: lying, with a note to turn it; its left third is red
    const noise = await sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    }).composite([{
      input: { create: { width: 1300, height: 3000, channels: 3, background: "#d00000" } },
      left: 0,
      top: 0,
    }]).withExif({
      IFD0: { Make: "PhoneMaker" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "23/1 48/1 0/1" },
    }).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer();
    assert(noise.includes("Exif") && (await sharp(noise).metadata()).orientation === 6);
    await signIn(page, url, who);
    await page.goto(`${url}#/shipments/${shipment.id}`);
    await page.waitForSelector("input[type=file]", { state: "attached" });
    link.cut();
    await page.setInputFiles("input[type=file]", {
      name: "IMG_1.jpg",
      mimeType: "image/jpeg",
      buffer: noise,
    });
    await until(async () => (await kept(page, "photos")).length === 1);
    const [photo] = await kept<{ bytes: number[]; width: number; height: number }>(page, "photos");
    console.log(
      `  G14 photo: ${Math.round(noise.length / 1024)} KB become ${
        Math.round(photo.bytes.length / 1024)
      } KB, ${photo.width} × ${photo.height}`,
    );
    assertEquals([photo.width, photo.height], [960, 1280]);
    assert(photo.bytes.length <= 300 * 1024);
    const bytes = new Uint8Array(photo.bytes);
    assert(!new TextDecoder("latin1").decode(bytes).includes("Exif"));
    // turned to the right, what was left is on top
    const colour = async (left: number, top: number) => { // of a patch, since the grey is noise
      const patch = await sharp(bytes).extract({ left, top, width: 40, height: 40 }).removeAlpha()
        .toBuffer(); // stats are of what comes in, not of what was cut out
      return (await sharp(patch).stats()).channels.map(({ mean }) => mean);
    };
    const [red, green] = await colour(480, 60);
    assert(red > 170 && green < 60, `top is ${red} ${green}`);
    const [, below] = await colour(480, 1200);
    assert(below > 60, "the red part is on top only");
    link.mend();
    await setOff(page);
    await until(async () => {
      const [row] = await site.database.query<[{ width: number; height: number }?]>(
        sql`select width, height from uploads where related_id = ${shipment.id}`,
      );
      return row?.width === 960 && row.height === 1280;
    });
  },
);

phoneTest("who changed it meanwhile is asked about: mine stays, or theirs", async (phone) => {
  const { site, link, page, url, who } = phone;
  const manager = await site.app.as("manager");
  const make = async (title: string) =>
    (await manager.post("/tasks", { title, assigned_to: who.id })).body.data;
  const [mine, theirs] = [await make("Kept as mine"), await make("Kept as theirs")];
  const status = async ({ id }: { id: number }) =>
    (await manager.get(`/tasks/${id}`)).body.data.status;
  await signIn(page, url, who);
  for (const task of [mine, theirs]) {
    await page.goto(`${url}#/tasks/${task.id}`);
    await page.getByRole("heading", { name: task.title }).waitFor();
    link.cut();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    const moved = await manager.put(`/tasks/${task.id}`, { status: "waiting" });
    assertEquals(moved.status, 200);
    link.mend();
    await page.goto(`${url}#/queue`);
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("row", { name: /status/ }).waitFor();
    const row = await page.getByRole("row", { name: /status/ }).innerText();
    assert(/completed/.test(row) && /waiting/.test(row), row);
    await page.getByRole("button", { name: task === mine ? "Keep mine" : "Keep theirs" }).click();
    await page.getByText("Nothing waits").waitFor();
  }
  assertEquals([await status(mine), await status(theirs)], ["completed", "waiting"]);
});

phoneTest("what belongs to a record that only the phone knows is sent after it", async (phone) => {
  const { site, link, page, url, who } = phone;
  await signIn(page, url, who);
  await keepEveryScreen(page);
  await synced(page);
  link.cut();
  await page.goto(`${url}#/tasks/new`);
  await page.fill("[name=title]", "First this");
  await page.click("form button[type=submit]");
  await page.waitForFunction(() => !location.hash.includes("/new"));
  const [task] = await kept<{ key: string }>(page, "outbox");
  // as a screen does that speaks of a record which only this phone knows
  await page.evaluate(async (key) => {
    const opened = indexedDB.open("back-office");
    const database = await new Promise<IDBDatabase>((resolve) =>
      opened.onsuccess = () => resolve(opened.result)
    );
    const tx = database.transaction("outbox", "readwrite");
    const write = { method: "POST", photos: [], at: Date.now(), tries: 0, state: "waiting" };
    tx.objectStore("outbox").add({
      ...write,
      key: crypto.randomUUID(),
      record: `~${key}`,
      path: `/tasks/~${key}/comments`,
      body: { comment: "then that" },
      title: "comment",
      notBefore: 0,
    });
    await new Promise((resolve) => tx.oncomplete = resolve);
    database.close();
  }, task.key);
  link.mend();
  await sendAll(page, url);
  assertEquals(
    await site.database.query(sql`select t.title, c.comment from tasks t
      join task_comments c on c.task_id = t.id`),
    [{ title: "First this", comment: "then that" }],
  );
});

phoneTest("logging out waits for the queue, and takes everything along", async (phone) => {
  const { link, page, url, who } = phone;
  await signIn(page, url, who);
  await keepEveryScreen(page);
  link.cut();
  await page.goto(`${url}#/tasks/new`);
  await page.fill("[name=title]", "Not lost");
  await page.click("form button[type=submit]");
  await page.waitForFunction(() => !location.hash.includes("/new"));
  await page.goto(`${url}#/me`);
  const out = page.getByRole("button", { name: "Log out" });
  await out.waitFor();
  assert(await out.isDisabled());
  await page.locator("a[href='#/queue']").last().waitFor();
  link.mend();
  await sendAll(page, url);
  await page.goto(`${url}#/me`);
  await out.click();
  await page.waitForSelector("#login[data-ready]");
  for (const store of ["reads", "done", "photos", "kv"]) assertEquals(await kept(page, store), []);
});

phoneTest("a password that is due is changed before anything else", async (phone) => {
  const { site, page, url, who } = phone;
  await site.database.query(sql`update users set must_change_password = true where id = ${who.id}`);
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  await page.fill("#login-id", who.email);
  await page.fill("#login-password", who.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("[name=new_password]");
  await page.goto(`${url}#/tasks`);
  await page.waitForSelector("[name=new_password]");
  await page.fill("[name=current_password]", "not the password");
  await page.fill("[name=new_password]", "quite another secret 27");
  await page.click("form button[type=submit]");
  await page.locator(".field[data-error=true]").waitFor();
  await page.fill("[name=current_password]", who.password);
  await page.click("form button[type=submit]");
  await page.getByRole("link", { name: "New task" }).waitFor();
});

for (const days of [1, -1]) {
  phoneTest(
    `a clock that is ${days > 0 ? "a day ahead" : "a day behind"} delays and spoils nothing`,
    async (phone) => {
      const { site, link, page, url, who } = phone;
      await page.clock.setSystemTime(Date.now() + days * 86_400_000);
      await signIn(page, url, who);
      await keepEveryScreen(page);
      link.cut();
      await page.goto(`${url}#/tasks/new`);
      await page.fill("[name=title]", "Made by a wrong clock");
      await page.click("form button[type=submit]");
      await page.waitForFunction(() => !location.hash.includes("/new"));
      // two hours later somebody puts it right, or wrong the other way
      await page.clock.setSystemTime(Date.now() + days * 86_400_000 + 2 * 3_600_000);
      link.mend();
      await page.reload();
      await page.clock.setSystemTime(Date.now() + 2 * 3_600_000 - days * 86_400_000);
      await setOff(page);
      await until(async () => {
        const rows = await site.database.query(sql`select from tasks where created_by = ${who.id}`);
        return rows.length === 1;
      });
      // the phone hears of it a moment later; what had a problem would stay
      await until(async () => (await kept(page, "outbox")).length === 0);
    },
  );
}

phoneTest("numbers are taken in Bangla digits and in words", async (phone) => {
  const { site, page, url } = phone;
  const manager = await site.app.as("manager");
  const supplier =
    (await manager.post("/suppliers", { name: "Jet Co.", currency: "USD" })).body.data;
  const { body: { data: shipment } } = await manager.post("/import-logistics/shipments", {
    supplier_id: supplier.id,
    currency: "USD",
    exchange_rate: 120,
    items: [{ product_name: "Printer", ordered_qty: 1, purchase_value: 100, unit: "pcs" }],
  });
  await signIn(page, url, await site.user("accounts"));
  for (const typed of ["১২", "2.5 lakh", "২.৫ লাখ", "১,২৩,৪৫৬.৫০"]) {
    await page.goto(`${url}#/shipments/${shipment.id}/costs/new`);
    await page.locator("[name=amount]").fill(typed);
    await page.locator(".chip").first().click();
    await page.click("form button[type=submit]");
    await page.waitForFunction(() => !location.hash.includes("/new"));
  }
  await sendAll(page, url);
  assertEquals(
    await site.database.query(
      sql`select trim_scale(amount)::text as amount from shipment_costs order by id`,
    ),
    ["12", "250000", "250000", "123456.5"].map((amount) => ({ amount })),
  );
});

phoneTest("five thousand records are searched on the phone itself", async (phone) => {
  const { link, page, url, who } = phone;
  await signIn(page, url, who);
  await keepEveryScreen(page);
  link.cut();
  await page.evaluate(async () => {
    const opened = indexedDB.open("back-office");
    const database = await new Promise<IDBDatabase>((resolve) =>
      opened.onsuccess = () => resolve(opened.result)
    );
    const tx = database.transaction("reads", "readwrite");
    tx.objectStore("reads").put({
      path: "/sync/products",
      at: Date.now(),
      etag: null,
      data: Array.from({ length: 5000 }, (_, n) => ({
        id: n + 1,
        name: `Inkjet printer ${n}`,
        sku: `PRN-${String(n).padStart(5, "0")}`,
        reference_no: `PRN-${n}`,
        phone: `017${String(n).padStart(8, "0")}`,
        brand: "Jet",
        category: "printers",
        status: "active",
      })),
    });
    await new Promise((resolve) => tx.oncomplete = resolve);
    database.close();
  });
  await page.goto(`${url}#/search`);
  await page.reload();
  await page.waitForSelector("[type=search]");
  const cdp = await page.context().newCDPSession(page);
  // being slower is work too: at a quarter of the limit the processor may be as it is
  const [rate, limit] = Deno.env.get("TIMINGS") === "1" ? [4, 50] : [1, 50 / 4 * 10];
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  for (let n = 0; n < 24; n++) {
    const number = 137 + n * 211;
    await page.fill(
      "[type=search]",
      n % 2 ? `PRN ${String(number).padStart(5, "0")}` : `+88017${String(number).padStart(8, "0")}`,
    );
    await page.getByText(`Inkjet printer ${number}`, { exact: true }).first().waitFor();
  }
  const times = await page.evaluate(() =>
    performance.getEntriesByName("search here").map(({ duration }) => duration)
  );
  // the first also makes the index, which the others use
  const [first] = times;
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * .95)];
  console.log(
    `  G22 search among 5,000, CPU ${rate}x: p95 ${p95.toFixed(1)} ms of ${times.length}, ` +
      `limit ${limit}; ` +
      `the first, with its index, ${first.toFixed(0)} ms`,
  );
  assert(times.length >= 20 && p95 <= limit);
});
