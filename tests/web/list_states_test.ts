import { joined } from "../../web/src/core/joined.ts";
import { listed } from "../../web/src/core/reads.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { signIn, until } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { openWarehouse } from "./warehouse.ts";

Deno.test("a list's own query and that of its address name no parameter twice", () => {
  const asked = joined("active=true&sort=name", "low_stock=true&active=false");
  assertEquals([...asked], [["active", "false"], ["sort", "name"], ["low_stock", "true"]]);
});

Deno.test("what a phone keeps of products answers for what is in stock and what is low", () => {
  const rows = [[1, 0, 5], [2, 3, 5], [3, 3, 0], [4, 9, 5]]
    .map(([id, stock_qty, min_stock]) => ({ id, stock_qty, min_stock }));
  const ids = (query: string) => listed(rows, query)?.map(({ id }) => id);
  assertEquals(ids("in_stock=true&sort=id"), [2, 3, 4]);
  assertEquals(ids("low_stock=true&sort=id"), [1, 2]);
  assertEquals(ids("unheard=true"), undefined);
});

browserTest(
  "an empty list says what hides its records, and an unseen one that it is not here",
  async () => {
    await using site = await openSite();
    const { manager, shipment } = await openWarehouse(site);
    for (const [at, amount] of [700, 900].entries()) {
      const supplier_id = at === 0 ? shipment.supplier_id : (await made(
        await manager.post("/suppliers", { name: "Foshan Ink", currency: "USD" }),
      )).id;
      await made(
        await manager.post("/import-logistics/supplier-ledger", {
          supplier_id,
          debit: amount,
          currency: "USD",
          exchange_rate: 120,
          particulars: "TT sent",
        }),
      );
    }
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
        .newPage();
      const url = `${origin(link.port)}/mobile`;
      await signIn(page, url, await site.user("accounts"));
      const open = (path: string) => page.goto(`${url}#${path}`);

      // nothing yet: what the list opens with is no choice of his
      await open("/discrepancies");
      await page.getByText("No claims. Good.").waitFor();

      // filtered: which filter, and the way out of it; the chosen chip stands where it is seen
      await open("/shipments?delayed=true&search=nobody");
      await page.getByText("Nothing fits this filter").waitFor();
      await page.locator(".empty").getByText("Late · “nobody”").waitFor();
      const chip = page.locator(".chip[aria-pressed=true]").first();
      await until(async () => {
        const box = await chip.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 360;
      });
      await page.getByRole("button", { name: "Clear filter" }).click();
      await page.locator("a.row", { hasText: shipment.reference_no }).waitFor();
      assertEquals(await page.locator("input.find").inputValue(), "");
      // words are looked for while they are typed, and stay as they are typed
      await page.locator("input.find").pressSequentially("nobody");
      await page.locator(".empty").getByText("nobody").waitFor();
      assertEquals(await page.locator("input.find").inputValue(), "nobody");

      // the book of one supplier, and back to the one of all
      await open(`/suppliers/${shipment.supplier_id}`);
      await page.getByRole("link", { name: "Show more" }).click();
      await page.getByRole("link", { name: "Clear filter" }).waitFor();
      const entries = page.locator("a.row", { hasText: "TT sent" });
      await until(async () => await entries.count() === 1);
      const add = await page.locator(".pinned a").getAttribute("href");
      assert(add?.endsWith(`supplier_id=${shipment.supplier_id}`), `${add}`);
      await page.getByRole("link", { name: "Clear filter" }).click();
      await until(async () => await entries.count() === 2);

      // a record that there is not is no form, nor one that comes later
      await open("/suppliers/999999/edit");
      await page.getByRole("heading", { name: "Page not found" }).waitFor();

      // never on this phone, and no internet now
      link.cut();
      await open("/supplier-ledger?supplier_id=1&entry_type=opening");
      await page.getByText("Not on this phone yet").waitFor();

      // nor is a form of such a record called gone, also when the internet comes back
      const late = made(
        await manager.post("/suppliers", { name: "Foshan Late", currency: "USD" }),
      );
      await open(`/suppliers/${late.id}/edit`);
      const notHere = page.getByRole("heading", { name: "Not on this phone yet", level: 1 });
      await notHere.waitFor();
      link.mend();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.locator(".strip[data-net=online]").waitFor();
      await notHere.waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
      await until(async () => await page.inputValue("[name=name]") === "Foshan Late");
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
