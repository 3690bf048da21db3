import sql from "sql-template-tag";
import type { Page, Request } from "playwright-core";
import { stepAt } from "../../domain/staff/totp.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bytesOf, codeAt } from "../staff/app_for_codes.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { origin } from "./house.ts";
import { fits, kept, settle, signIn, until } from "./phone.ts";

const AGAIN = "Is it you?";

async function opened(site: Site, address: string) {
  const who = await site.user("owner");
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const url = `${origin(site.port)}/admin-mobile`;
  await signIn(page, `${url}#${address}`, who);
  return {
    who,
    page,
    url,
    sheet: page.locator("dialog", { hasText: AGAIN }),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function confirm(page: Page, password: string): Promise<void> {
  const sheet = page.locator("dialog", { hasText: AGAIN });
  await sheet.locator("[name=password]").fill(password);
  await sheet.getByRole("button", { name: "Confirm" }).click();
}

browserTest(
  "what is sensitive asks for the password in a sheet, and goes on by itself",
  async () => {
    await using site = await openSite();
    const other = await site.user("store");
    await using phone = await opened(site, "/thresholds");
    const { page, sheet, who, url } = phone;
    // the owner says who is asked
    await page.check("[name=step_up_roles][value='owner,admin']", { force: true });
    await page.click("form button[type=submit]");
    await settle(page);
    await until(async () => {
      const [{ asked }] = await site.database.query<[{ asked: string[] }]>(
        sql`select step_up_roles as asked from settings`,
      );
      return asked.join() === "owner,admin";
    });
    await page.goto(`${url}#/users/${other.id}`);
    const sent: Request[] = [];
    page.on("request", (request) => {
      if (/\/users\/\d+/.test(request.url()) && request.method() !== "GET") sent.push(request);
    });

    // at once: a new password, which is shown after the confirmation
    await page.getByRole("button", { name: "New password" }).click();
    await page.locator("dialog").getByRole("button", { name: "New password" }).click();
    await sheet.waitFor();
    await fits(page, "the sheet");
    await confirm(page, "a wrong guess");
    await sheet.locator(".error").waitFor();
    await confirm(page, who.password);
    await page.locator("code.secret").waitFor();
    assertEquals(await page.locator("dialog", { hasText: AGAIN }).count(), 0);
    await page.keyboard.press("Escape");

    // through the queue: closed, it waits for a person there; sent again, it is the same request
    await site.database.query(sql`update sessions set confirmed_until = null`);
    sent.length = 0;
    await page.getByRole("button", { name: "Deactivate" }).click();
    await settle(page);
    await sheet.waitFor();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    const waiting = () => kept<{ state: string; problem?: { code: string } }>(page, "outbox");
    await until(async () => (await waiting())[0]?.problem?.code === "step_up_required");
    await page.goto(`${url}#/queue`);
    await page.getByRole("button", { name: /Send again|Try again|Send now/ }).first().click();
    await confirm(page, who.password);
    const active = async () => {
      const [{ active }] = await site.database.query<[{ active: boolean }]>(
        sql`select active from users where id = ${other.id}`,
      );
      return active;
    };
    await until(async () => !await active());
    const keys = new Set(sent.map((request) => request.headers()["idempotency-key"]));
    assert(sent.length >= 3 && keys.size === 1, `${sent.length} requests, ${keys.size} keys`);
    await until(async () => (await waiting()).length === 0);
    const passwords = JSON.stringify(await kept(page, "kv"));
    assert(!passwords.includes(who.password), "the password lies on the phone");
  },
);

browserTest(
  "a second factor is set up on the phone, asked for at the login, and switched off",
  async () => {
    await using site = await openSite();
    await using phone = await opened(site, "/totp");
    const { page, who, url } = phone;
    const now = async () => {
      await site.database.query(sql`update user_totp set last_step = 0`);
      return codeAt(secret, stepAt(new Date().toISOString()));
    };
    await page.getByRole("button", { name: "Set up" }).click();
    await confirm(page, who.password);
    const secret = bytesOf(await page.locator("code.secret").innerText());
    await page.locator("svg[role=img]").waitFor();
    await fits(page, "the square");
    await page.fill("[name=totp_code]", "000000");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.locator(".field[data-error=true]").waitFor();
    await page.fill("[name=totp_code]", await now());
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
    assertEquals(await page.locator("code.secret").count(), 10);
    await fits(page, "the recovery codes");
    await page.getByRole("button", { name: "I have written them down" }).click();

    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForSelector("#login[data-ready]");
    await page.fill("#login-id", who.email);
    await page.fill("#login-password", who.password);
    await page.click("#login button[type=submit]");
    const code = page.locator("dialog [name=totp_code]");
    await code.fill(await now());
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForSelector("nav.bar a");

    await page.goto(`${url}#/totp`);
    await page.getByRole("button", { name: "New recovery codes" }).click();
    await confirm(page, who.password);
    await code.fill(await now());
    await page.locator("dialog", { hasText: "The code" }).getByRole("button", { name: "Confirm" })
      .click();
    await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
    assertEquals(await page.locator("code.secret").count(), 10);
    await page.getByRole("button", { name: "I have written them down" }).click();

    await page.getByRole("button", { name: "Log out" }).waitFor();

    // who he is was confirmed a moment ago
    await page.goto(`${url}#/totp`);
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("button", { name: "Set up" }).waitFor();
    const login = { identifier: who.email, password: who.password };
    assertEquals((await site.app.anyone.post("/auth/login", login)).status, 200);
  },
);

browserTest("who must have a second factor comes to nothing else before", async () => {
  await using site = await openSite();
  await site.database.query(sql`update settings set totp_required_roles = '{owner}'`);
  await using phone = await opened(site, "/tasks");
  const { page, who, url } = phone;
  const heading = page.getByRole("heading", { name: "Second factor" });
  await heading.waitFor();
  await page.goto(`${url}#/users`);
  await heading.waitFor();
  await page.getByRole("button", { name: "Set up" }).click();
  await confirm(page, who.password);
  const secret = bytesOf(await page.locator("code.secret").innerText());
  await page.fill("[name=totp_code]", codeAt(secret, stepAt(new Date().toISOString())));
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "I have written them down" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor({ state: "detached" });
  await page.goto(`${url}#/users`);
  await page.locator("main", { hasText: who.email }).waitFor();
});
