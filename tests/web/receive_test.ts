import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import {
  countTaps,
  keepEveryScreen,
  kept,
  scanCode,
  sendAll,
  signIn,
  synced,
  until,
} from "./phone.ts";
import { openLink } from "./proxy.ts";
import { openWarehouse } from "./warehouse.ts";
import { origin } from "./house.ts";

const picture = `${import.meta.dirname}/../../web/static/icon-192.png`;

interface Line {
  sku: string;
  received: number;
  accepted: number;
  short: number;
  serials: string[];
}

async function linesOf(site: Site): Promise<Line[][]> {
  const rows = await site.database.query<{ lines: Line[] }[]>(sql`
    select (select json_agg(json_build_object('sku', i.sku, 'received', l.received_qty,
        'accepted', l.accepted_qty, 'short', l.short_qty, 'serials', l.serial_numbers) order by l.id)
      from receipt_items l join shipment_items i on i.id = l.shipment_item_id
      where l.receipt_id = r.id) as lines
    from receipts r order by r.id`);
  return rows.map(({ lines }) => lines);
}

async function scanFromHome(page: Page, url: string, code: string) {
  await page.goto(`${url}#/`);
  await page.locator("nav.bar a[aria-current]").waitFor();
  const taps = await countTaps(page);
  await page.click("nav.bar a[href='#/scan']");
  await page.locator(".viewfinder").waitFor();
  await scanCode(page, code);
  await page.getByText("Inkjet printer X1").first().waitFor();
  return taps;
}

browserTest(
  "T3 and T1: cartons add one each, then the rest as shipped, in the fewest taps",
  async () => {
    await using site = await openSite();
    await openWarehouse(site);
    const browser = await launch();
    try {
      const page = await (await browser.newContext()).newPage();
      const url = `${origin(site.port)}/mobile`;
      await signIn(page, url, await site.user("store"));

      const cartons = await scanFromHome(page, url, "TRK-778899");
      for (const code of ["RIB-110", "RIB-110", "RIB-110", "SN-1001", "SN-1001"]) {
        await scanCode(page, code);
      }
      await page.getByRole("button", { name: "Submit · 4" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      assertEquals(await cartons(), 2);

      // what waits is not expected any more, though the server knows nothing of it
      const whole = await scanFromHome(page, url, "MSKU9070323");
      await page.getByRole("button", { name: "All as shipped" }).click();
      await page.getByRole("button", { name: "Submit · 30" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      assertEquals(await whole(), 3);

      await sendAll(page, url);
      assertEquals(await linesOf(site), [
        [
          { sku: "PRN-X1", received: 1, accepted: 1, short: 0, serials: ["SN-1001"] },
          { sku: "RIB-110", received: 3, accepted: 3, short: 0, serials: [] },
        ],
        [
          { sku: "PRN-X1", received: 9, accepted: 9, short: 0, serials: ["SN-1002"] },
          { sku: "RIB-110", received: 21, accepted: 21, short: 0, serials: [] },
        ],
      ]);
    } finally {
      await browser.close();
    }
  },
);

browserTest(
  "T2 offline: a damaged piece with its photo, of a shipment never opened here",
  async () => {
    await using site = await openSite();
    const { shipment } = await openWarehouse(site);
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const context = await browser.newContext();
      const url = `${origin(link.port)}/mobile`;
      const page = await context.newPage();
      await signIn(page, url, await site.user("store"));
      await keepEveryScreen(page);
      await synced(page);

      link.cut();
      const taps = await scanFromHome(page, url, "trk 778899");
      await page.getByRole("button", { name: "All as shipped" }).click();
      const chooser = page.waitForEvent("filechooser");
      await page.locator("label.file").first().click();
      await (await chooser).setFiles(picture);
      await page.locator(".photo img").first().waitFor();
      const counted = await taps();
      // the count is on the phone as soon as a tap is kept
      await until(async () => /"photos":\["/.test(JSON.stringify(await kept(page, "kv"))));
      await page.reload();
      await page.locator(".photo img").first().waitFor();
      const before = await countTaps(page);
      await page.getByRole("button", { name: "Submit · 34" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      // Scan, All as shipped, the damaged piece; shutter and "use photo" are the camera's own two; Submit
      assertEquals([counted, await before()], [3, 1]);
      assert(counted + 2 + await before() <= 6, "T2 takes more than 6 taps");
      await page.close();

      link.mend();
      const again = await context.newPage();
      await again.goto(`${url}#/receipts`);
      const uploads = async () =>
        (await site.database.query<{ n: number }[]>(sql`
        select count(*)::int as n from uploads u join receipts r on r.id = u.related_id
        where u.related_type = 'receipt' and u.kind = 'damage' and r.shipment_id = ${shipment.id}`))[
          0
        ].n;
      await until(async () => await uploads() === 1);
      const [lines, ...others] = await linesOf(site);
      assertEquals(others, []);
      assertEquals(lines[0], {
        ...{ sku: "PRN-X1", received: 10, accepted: 9, short: 0 },
        serials: ["SN-1001", "SN-1002"],
      });
    } finally {
      await browser.close();
      await link.close();
    }
  },
);

browserTest("a blind count hides what was shipped, and its gap is missing", async () => {
  await using site = await openSite();
  const { shipment } = await openWarehouse(site);
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const url = `${origin(site.port)}/mobile`;
    await signIn(page, url, await site.user("store"));
    await page.goto(`${url}#/receive/${shipment.id}`);
    await page.getByText("Expected 10 pcs").waitFor();
    await page.getByRole("button", { name: "Blind count" }).click();
    await page.getByText(/^Expected/).first().waitFor({ state: "detached" });
    assertEquals(await page.getByRole("button", { name: "All as shipped" }).count(), 0);
    const received = page.getByLabel("Received", { exact: true }).first();
    await received.fill("৭");
    await received.blur();
    await page.getByRole("button", { name: "Submit · 7" }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    await sendAll(page, url);
    assertEquals(await linesOf(site), [
      [{ sku: "PRN-X1", received: 7, accepted: 7, short: 3, serials: [] }],
    ]);
  } finally {
    await browser.close();
  }
});

browserTest(
  "where every piece has its number, the phone asks which is damaged, and which has none",
  async () => {
    await using site = await openSite();
    const { manager, shipment } = await openWarehouse(site);
    const kept = { name: "Print head DX7", sku: "HEAD-DX7", is_serialized: true };
    const { id: product_id } = (await manager.post("/products", kept)).body.data;
    const path = `/import-logistics/shipments/${shipment.id}`;
    const serial_numbers = ["H-1", "H-2", "H-10"];
    const heads = { product_name: kept.name, product_id, ordered_qty: 3, serial_numbers };
    assertEquals((await manager.post(`${path}/items`, heads)).status, 201);
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const url = `${origin(site.port)}/mobile`;
      await signIn(page, `${url}#/receive/${shipment.id}`, await site.user("store"));
      const card = page.locator(".card", { hasText: kept.name });
      const serial = (code: string) => card.getByRole("button", { name: code, exact: false });
      await page.getByRole("button", { name: "All as shipped" }).click();
      await card.getByRole("button", { name: "Bin, serials" }).click();
      await card.getByText("3 accepted").waitFor();
      assertEquals(await serial("H-").allTextContents(), ["H-1 ✓", "H-2 ✓", "H-10 ✓"]);
      await serial("H-2").click();
      await card.getByText("2 accepted").waitFor();
      assertEquals(await serial("H-").allTextContents(), ["H-1 ✓", "H-2 damaged", "H-10 ✓"]);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assertEquals(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
      // twice more: it did not come, and it did
      await serial("H-1").first().click();
      await serial("H-1").first().click();
      await card.getByText("1 accepted").waitFor();
      await card.getByLabel("Received", { exact: true }).fill("3");
      await card.getByText("1 without a serial").waitFor();
      await page.getByRole("button", { name: /^Submit/ }).click();
      const sheet = page.locator("dialog");
      await sheet.getByText("1 pieces have no serial: Print head DX7.").waitFor();
      await page.keyboard.press("Escape");
      await serial("H-1").first().click();
      await card.getByText("1 without a serial").waitFor({ state: "detached" });
      await page.getByRole("button", { name: /^Submit/ }).click();
      await until(async () => (await linesOf(site)).length === 1);
      const [lines] = await linesOf(site);
      assertEquals(lines.find(({ sku }) => sku === "HEAD-DX7"), {
        ...{ sku: "HEAD-DX7", received: 3, accepted: 2, short: 0 },
        serials: ["H-10", "H-1"],
      });
      await page.locator("a[href^='#/receipts/']").first().click();
      await page.getByText("Damaged H-2").waitFor();
      await page.getByText("It waits for somebody else to approve it.").waitFor();
    } finally {
      await browser.close();
    }
  },
);
