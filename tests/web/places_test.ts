import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { sendAll, signIn } from "./phone.ts";
import { openWarehouse } from "./warehouse.ts";

browserTest(
  "the store sends goods to the showroom, where some arrive and the rest goes back",
  async () => {
    await using site = await openSite();
    const { manager, ribbon } = await openWarehouse(site);
    const showroom = { code: "SHOW", name: "Showroom Banani", kind: "showroom" };
    assertEquals((await manager.post("/stock-places", showroom)).status, 201);
    const lies = async () =>
      Object.fromEntries(
        (await manager.get(`/place-stock?product_id=${ribbon.id}`)).body.data
          .map((row: { place_code: string; quantity: number }) => [row.place_code, row.quantity]),
      );
    const browser = await launch();
    try {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
        .newPage();
      const url = `http://127.0.0.1:${site.port}/mobile`;
      await Promise.all([
        page.waitForResponse("**/auth/me"),
        signIn(page, url, await site.user("store")),
      ]);
      await page.goto(`${url}#/products/${ribbon.id}`);
      await page.getByRole("button", { name: "Places" }).click();
      await page.getByText("Main store").waitFor();
      await page.getByRole("link", { name: "Send to another place" }).click();
      await page.getByRole("group", { name: "From" }).getByRole("radio", { name: "Main store" })
        .check();
      await page.getByRole("group", { name: "To" }).getByRole("radio", { name: "Showroom Banani" })
        .check();
      await page.fill("[name=quantity]", "6");
      await page.fill("[name=carried_by]", "Jamal");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      assertEquals(await lies(), { MAIN: 24, TRANSIT: 6 });

      const [{ id }] = (await manager.get("/stock-transfers")).body.data;
      await page.goto(`${url}#/stock-transfers/${id}`);
      await page.getByText("6 on the way").waitFor();
      await page.getByRole("button", { name: "Some of it arrived" }).click();
      await page.fill("dialog [name=quantity]", "4");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      assertEquals(await lies(), { MAIN: 24, SHOW: 4, TRANSIT: 2 });

      await page.goto(`${url}#/stock-transfers/${id}`);
      await page.getByText("4 arrived").waitFor();
      await page.getByRole("button", { name: "The rest never arrives" }).click();
      await page.getByRole("radio", { name: "Went back" }).check();
      await page.fill("dialog [name=reason]", "Too many");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      assertEquals(await lies(), { MAIN: 26, SHOW: 4 });
    } finally {
      await browser.close();
    }
  },
);
