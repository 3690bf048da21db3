import { areas } from "../../api/routes/mod.ts";
import { askedOperation } from "../../web/src/screens/office/asked_operation.ts";
import { testOptions } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { fits, sendNow, signIn, until } from "./phone.ts";
import { phoneOf, shop } from "./staff_page.ts";

Deno.test("every write that may be asked for is known to the page by its path", () => {
  const routes = areas(testOptions).flatMap((area) => area.routes).filter(({ spec }) => spec.asks);
  for (const { path, spec } of routes) {
    const at = path.replace(":id", "41");
    assertEquals(askedOperation({ method: "POST", path: at }), {
      operation: spec.asks,
      ...path !== at && { record_id: 41 },
    });
  }
  assertEquals(askedOperation({ method: "PUT", path: "/products" }), undefined);
  assertEquals(askedOperation({ method: "POST", path: "/tasks" }), undefined);
});

browserTest(
  "what a limit refuses is asked of a second person, and done once he agrees",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, ink } = await shop(site);
      await owner.put("/settings", { stock_move_limit: 5 });
      const { page, open } = await phoneOf(browser, site, "store");
      await page.setViewportSize({ width: 320, height: 700 });
      await open(`/products/${ink.id}`);
      await page.getByRole("button", { name: "Adjust" }).click();
      await page.fill("dialog [name=quantity]", "6");
      await page.getByRole("button", { name: "Confirm" }).click();
      await sendNow(page);
      await open("/queue");
      await page.getByText("Needs you", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Ask for approval" }).click();
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByText("Please fill this in").waitFor();
      await page.fill("[name=reason]", "A whole carton was behind the door");
      await fits(page, "asking");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByRole("heading", { name: "What I asked for" }).waitFor();
      await page.getByText("A whole carton was behind the door").waitFor();
      await open("/queue");
      await page.getByText("Nothing waits").waitFor();

      const [request] = (await owner.get("/approvals/requests")).body.data;
      assertEquals([request.operation, request.status], ["stock.move", "pending"]);
      const { status } = await owner.post(`/approvals/requests/${request.id}/approve`, {
        note: "Agreed on the phone",
      });
      assertEquals(status, 200);
      await page.getByRole("link", { name: "What I asked for" }).click();
      await page.getByRole("link", { name: /A whole carton/ }).click();
      await page.getByText("Agreed on the phone").waitFor();
      assertEquals(await page.getByRole("button", { name: "Take back" }).count(), 0);
      assertEquals((await owner.get(`/products/${ink.id}`)).body.data.stock_qty, 46);
    } finally {
      await browser.close();
    }
  },
);

browserTest("the owner reads what was put off, and has it asked again", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { ink } = await shop(site);
    const owner = await site.app.as("owner");
    const store = await site.app.as("store");
    await owner.put("/settings", { stock_move_limit: 5 });
    const body = { product_id: ink.id, type: "in", quantity: 6, reason: "Counted" };
    const { id } = made(
      await store.post("/approvals/requests", {
        operation: "stock.move",
        body,
        reason: "A whole carton",
      }),
    );
    const until_day = new Date(Date.now() + 9e8).toISOString().slice(0, 10);
    const { status } = await owner.post("/approvals/acknowledge", {
      items: [{ kind: "approval_request", id }],
      until: until_day,
      note: "When I am back",
    });
    assertEquals(status, 200);
    const page = await (await browser.newContext({ viewport: { width: 320, height: 700 } }))
      .newPage();
    page.setDefaultTimeout(30_000);
    const url = `${origin(site.port)}/admin-mobile`;
    await signIn(page, url, await site.user("owner"));
    await page.goto(`${url}#/approve`);
    await page.getByRole("link", { name: "What was taken as it stands" }).click();
    await page.getByText("When I am back").waitFor();
    await fits(page, "what was put off");
    await page.getByRole("button", { name: "Ask again" }).click();
    await sendNow(page);
    await page.getByText("Taken back", { exact: true }).waitFor();
    await until(async () => {
      const { body } = await owner.get("/approvals");
      return body.data.some((one: { put_off_until: string | null }) => !one.put_off_until);
    });
  } finally {
    await browser.close();
  }
});
