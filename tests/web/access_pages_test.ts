import sql from "sql-template-tag";
import { deviceName } from "../../web/src/screens/office/device_name.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { sendNow, signIn, until } from "./phone.ts";

Deno.test("a device is called by its browser and system, or by what a program called it", () => {
  const browser = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Safari/537.36";
  assertEquals(deviceName({ browser }), "Chrome, Android");
  assertEquals(deviceName({ name: "Office phone", browser }), "Office phone");
  assertEquals([deviceName({}), deviceName(null)], [undefined, undefined]);
});

browserTest("who lost a phone signs it out on another, and one alone goes on", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const who = await site.user("sales");
    const url = `${origin(site.port)}/mobile`;
    const open = async () => {
      const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await signIn(page, url, who);
      return page;
    };
    const [lost, older, page] = [await open(), await open(), await open()];
    await page.goto(`${url}#/me`);
    await page.getByRole("link", { name: "Where I am signed in" }).click();
    await page.getByText("Chrome, Linux").nth(2).waitFor();
    assertEquals(await page.getByRole("button", { name: "Sign out", exact: true }).count(), 2);
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.fill("dialog [name=reason]", "Left in a bus");
    await page.getByRole("button", { name: "Confirm" }).click();
    await until(async () =>
      await page.getByRole("button", { name: "Sign out", exact: true }).count() === 1
    );
    await older.reload();
    await older.getByText("Your password, please").waitFor();

    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Nobody is signed in as you anywhere else.").waitFor();
    await lost.reload();
    await lost.getByText("Your password, please").waitFor();
    await page.goto(`${url}#/work`);
    await page.getByRole("link", { name: "Invoices" }).waitFor();
  } finally {
    await browser.close();
  }
});

browserTest("the owner gives a program a token, sees it once, and ends it", async () => {
  await using site = await openSite();
  const owner = await site.app.as("owner");
  const program = await site.user("sales");
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
      .newPage();
    page.setDefaultTimeout(30_000);
    const url = `${origin(site.port)}/admin-mobile`;
    await signIn(page, url, await site.user("owner"));
    await page.goto(`${url}#/users/${program.id}`);
    await page.getByRole("button", { name: "Access" }).click();
    await page.getByText("No program acts as this user.").waitFor();
    await page.getByRole("link", { name: "Give a token" }).click();
    await page.fill("[name=name]", "Nightly export");
    await page.fill("[name=permissions]", "products.read, users.write");
    await page.getByRole("button", { name: "Make the token" }).click();
    await page.locator(".error").filter({ hasText: "users.write" }).waitFor();
    await page.fill("[name=permissions]", "products.read");
    await page.getByRole("button", { name: "Make the token" }).click();
    const token = await page.locator("dialog .secret").innerText();
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await site.app.app.request(`/api/v1${path}`, { headers });
      await answer.body?.cancel();
      return answer.status;
    };
    assertEquals([await ask("/products"), await ask("/customers")], [200, 403]);

    await page.getByRole("button", { name: "Close" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.getByText("Nightly export", { exact: true }).waitFor();
    assertEquals(await page.getByText(token).count(), 0);
    await page.getByText("products.read").waitFor();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("No program acts as this user.").waitFor();
    await sendNow(page);
    assertEquals(await ask("/products"), 401);
    const { body } = await owner.get("/audit?action=user.end_token");
    assert(body.data.length === 1, "it stands in the audit log");

    assertEquals(await page.getByText("Second factor").count(), 0);
    await site.database.query(sql`
      insert into user_totp (user_id, secret, created_at, confirmed_at)
      values (${program.id}, 'sealed', now(), now())`);
    await page.reload();
    await page.getByRole("button", { name: "Phone lost: switch it off" }).click();
    await page.fill("dialog [name=reason]", "Fell into the port");
    await page.getByRole("button", { name: "Confirm" }).click();
    await sendNow(page);
    assertEquals((await owner.get(`/users/${program.id}`)).body.data.second_factor, false);
    await page.getByText("Second factor").waitFor({ state: "detached" });
  } finally {
    await browser.close();
  }
});
