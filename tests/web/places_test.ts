import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { handedOver, isPdf, sendAll, signIn } from "./phone.ts";
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
      const url = `${origin(site.port)}/mobile`;
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
      // what lies there is seen, and goods do not go where they are
      await page.locator(".card", { hasText: "What lies there" }).getByText("30 pcs").waitFor();
      const to = page.getByRole("group", { name: "To" });
      await to.getByRole("radio", { name: "Main store" }).check();
      await page.fill("[name=quantity]", "6");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator(".field[data-error=true], fieldset[data-error=true]")
        .getByText("The goods are there already").waitFor();
      await to.getByRole("radio", { name: "Showroom Banani" }).check();
      await page.getByRole("button", { name: "Another" }).click();
      await page.getByText(/in all places together/).first().waitFor();
      await page.getByRole("button", { name: /Take this.*Ribbon/ }).click();
      await page.fill("[name=carried_by]", "Jamal");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("RIB-110: Main store → Showroom Banani").first().waitFor();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      assertEquals(await lies(), { MAIN: 24, TRANSIT: 6 });

      const [{ id }] = (await manager.get("/stock-transfers")).body.data;
      await page.goto(`${url}#/stock-transfers/${id}`);
      await page.getByText("6 on the way").waitFor();
      const [name, bytes] = await handedOver(page, "Stock transfer as PDF");
      assert(name.startsWith("STR-") && isPdf(bytes), name);
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

browserTest(
  "faulty boards go to their supplier together, and each is settled on the phone",
  async () => {
    await using site = await openSite();
    const manager = await site.app.as("manager");
    const made = async (path: string, body: unknown) => {
      const answer = await manager.post(path, body);
      assertEquals(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.data;
    };
    const supplier = await made("/suppliers", { name: "Shenzhen Boards" });
    const faulty = (board_serial_number: string) =>
      made("/import-logistics/rmas", {
        customer_name: "Karim",
        supplier_id: supplier.id,
        board_serial_number,
        fault_description: "Prints no cyan",
      });
    const cases = [await faulty("B-1"), await faulty("B-2")];
    const browser = await launch();
    try {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
        .newPage();
      const url = `${origin(site.port)}/mobile`;
      await Promise.all([
        page.waitForResponse("**/auth/me"),
        signIn(page, url, await site.user("service_manager")),
      ]);
      await page.goto(`${url}#/rmas`);
      await page.getByRole("link", { name: "Sent to suppliers" }).click();
      await page.getByRole("link", { name: "Send pieces to a supplier" }).click();
      for (const one of cases) {
        const name = `${one.reference_no} · ${one.board_serial_number}, Karim`;
        await page.getByRole("checkbox", { name }).check();
      }
      await page.fill("[name=airway_bill]", "AWB-7");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      const read = async () =>
        (await manager.get("/import-logistics/supplier-returns")).body.data[0];
      const sent = await read();
      assertEquals([sent.supplier_id, sent.airway_bill, sent.lines.length], [
        supplier.id,
        "AWB-7",
        2,
      ]);
      for (const [piece, outcome] of [["B-1", "Replaced"], ["B-2", "Repaired"]]) {
        await page.goto(`${url}#/rmas/consignments/${sent.id}`);
        await page.getByRole("button", { name: "What came of a piece" }).click();
        await page.getByRole("radio", { name: `board ${piece}` }).check();
        await page.getByRole("radio", { name: outcome }).check();
        if (outcome === "Replaced") {
          await page.fill("dialog [name=replacement_serial_number]", "N-1");
        }
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByText("Waits to be sent").first().waitFor();
        await sendAll(page, url);
      }
      await page.goto(`${url}#/rmas/consignments/${sent.id}`);
      const [name, bytes] = await handedOver(page, "Packing list as PDF");
      assert(name.startsWith(sent.reference_no) && isPdf(bytes), name);
      const settled = await read();
      assertEquals([
        settled.status,
        settled.lines.map((line: { outcome: string }) => line.outcome),
        settled.lines[0].replacement_serial_number,
      ], ["closed", ["replaced", "repaired"], "N-1"]);
    } finally {
      await browser.close();
    }
  },
);
