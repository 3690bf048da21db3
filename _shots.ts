import { launch, openSite } from "/work/wt/web/tests/web/browser.ts";
const site = await openSite();
const role = Deno.args[0] ?? "store" as any;
const u = await site.user(role);
const o = await site.app.as("owner");
for (const [title, due, pr] of [["Call C&F agent about container MSKU 4021","2026-11-20","urgent"],["Count bin B-14 bearings","2026-11-21","normal"],["Send packing list photos to supplier","2026-11-24","high"],["Check fuel gauge of the forklift",undefined,"low"]] as const)
  console.log((await o.post("/tasks", {title, due_date: due, priority: pr, assigned_to: u.id, description: "Ask for the delivery order and the gate pass."})).status);
const b = await launch();
for (const lang of ["en","bn"]) for (const theme of ["light","dark"]) {
  const ctx = await b.newContext({ viewport: {width: 390, height: 844}, deviceScaleFactor: 1, colorScheme: theme as any, locale: lang === "bn" ? "bn-BD":"en-GB", timezoneId: "Asia/Dhaka", hasTouch: true });
  const page = await ctx.newPage();
  page.on("console", m => (m.type()==="error"||m.type()==="warning") && console.log("console", m.text()));
  page.on("pageerror", e => console.log("pageerror", e.message, e.stack));
  const path = role === "owner" ? "/admin-mobile" : "/mobile";
  const shot = async (n: string) => { await page.waitForTimeout(400); await page.screenshot({path: `/tmp/shots/${n}-${lang}-${theme}.png`}); };
  await page.goto(`http://127.0.0.1:${site.port}${path}`);
  await page.waitForSelector("#login[data-ready]");
  await shot("1login");
  await page.fill("#login-id", u.email); await page.fill("#login-password", u.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("nav.bar a", {timeout: 8000}).catch(e => console.log(String(e)));
  await page.waitForTimeout(700);
  await page.screenshot({path: `/tmp/shots/2home-${lang}-${theme}.png`, fullPage: true});
  for (const [n, h] of [["3tasks","#/tasks"],["4new","#/tasks/new"],["5task","#/tasks/1"],["6me","#/me"],["7scan","#/scan"],["8search","#/search?q=bearings"],["9work", role==="owner"?"#/more":"#/work"]]) {
    await page.evaluate(h => location.hash = h, h); await page.waitForTimeout(500);
    await page.screenshot({path: `/tmp/shots/${n}-${lang}-${theme}.png`});
  }
  await page.evaluate(() => location.hash = "#/tasks/new"); await page.waitForTimeout(400);
  await page.fill("[name=title]", "Task from the yard"); await page.click("form button[type=submit]");
  await shot("10saved");
  await page.evaluate(() => location.hash = "#/queue"); await shot("11queue");
  await ctx.close();
}
await b.close(); Deno.exit(0);
