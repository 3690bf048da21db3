import { deliver } from "../../domain/changes/deliver.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { sendAll, signIn } from "./phone.ts";

browserTest("the owner sees how a webhook fares, and sends once more what it lost", async () => {
  await using site = await openSite();
  const owner = await site.app.as("owner");
  const { body } = await owner.post("/webhooks", {
    url: "http://127.0.0.1:1/",
    user_id: owner.userId,
    kinds: ["customer"],
  });
  assertEquals((await owner.post("/customers", { name: "Rahim" })).status, 201);
  await deliver(site.database, body.data.id, { inHouse: true }); // nobody listens there
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } }))
      .newPage();
    const url = `${origin(site.port)}/admin-mobile`;
    await Promise.all([
      page.waitForResponse("**/auth/me"),
      signIn(page, url, await site.user("owner")),
    ]);
    await page.goto(`${url}#/users`);
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByText("Fails, tried again").waitFor();
    await page.getByRole("link", { name: /127\.0\.0\.1:1/ }).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await sendAll(page, url);
    const { body: after } = await owner.get("/audit?action=webhook.resend");
    assertEquals(after.data.length, 1);
  } finally {
    await browser.close();
  }
});
