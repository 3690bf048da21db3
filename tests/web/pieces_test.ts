import type { Caller, Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { origin } from "./house.ts";
import {
  handedOver,
  keepEveryScreen,
  kept,
  pressAgain,
  sendAll,
  signIn,
  synced,
  until,
} from "./phone.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { openLink } from "./proxy.ts";

const CODES = ["BRD-001", "BRD-002", "BRD-003"];

/** A product that is kept by number, of which three pieces are in stock. */
async function openBoards(site: Site): Promise<{ owner: Caller; board: Json }> {
  const owner = await site.app.as("owner");
  const { body } = await owner.post("/products", {
    name: "Main board",
    sku: "BRD",
    is_serialized: true,
    purchase_price: 900,
  });
  await move(owner, body.data, "in", 3, CODES);
  return { owner, board: body.data };
}

async function move(by: Caller, { id }: Json, type: string, quantity: number, codes: string[]) {
  const answer = await by.post("/products/stock-movement", {
    product_id: id,
    type,
    quantity,
    serial_numbers: codes,
    reason: "Bought here",
  });
  assertEquals(answer.status, 201, JSON.stringify(answer.body));
}

const inStock = async (by: Caller, { id }: Json): Promise<[number, string[]]> => {
  const list = `/serials?product_id=${id}&status=in_stock&sort=serial`;
  const [product, serials] = [await by.get(`/products/${id}`), await by.get(list)];
  return [product.body.data.stock_qty, serials.body.data.map(({ serial }: Json) => serial)];
};

browserTest("pieces that are kept by number are moved by their numbers", async () => {
  await using site = await openSite();
  const { owner, board } = await openBoards(site);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const url = `${origin(site.port)}/mobile`;
    await signIn(page, url, await site.user("manager"));
    const open = async (button: string, scanned = "") => {
      await page.goto(`${url}#/products/${board.id}${scanned && `?serial=${scanned}`}`);
      await page.getByRole("button", { name: button }).click();
    };
    await open("Stock out");
    await page.getByRole("checkbox", { name: "BRD-001" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("[data-error=true]").getByText("Please fill this in").waitFor();
    await page.getByRole("checkbox", { name: "BRD-001" }).check();
    await page.getByText("1 chosen").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Out: 1 × Main board").first().waitFor();
    await sendAll(page, url);
    assertEquals(await inStock(owner, board), [2, ["BRD-002", "BRD-003"]]);

    // the piece that was scanned is the one that goes
    await open("Stock out", "BRD-003");
    await page.getByText("1 chosen").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Out: 1 × Main board").first().waitFor();
    await sendAll(page, url);
    assertEquals(await inStock(owner, board), [1, ["BRD-002"]]);

    await open("Stock in");
    await page.fill("[name=serials]", "BRD-007\nBRD-008\nbrd-007");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("In: 2 × Main board").first().waitFor();
    await sendAll(page, url);
    assertEquals(await inStock(owner, board), [3, ["BRD-002", "brd-007", "BRD-008"]]);

    await open("Adjust");
    await page.getByRole("radio", { name: "Missing" }).check();
    await page.getByRole("checkbox", { name: "BRD-002" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await sendAll(page, url);
    assertEquals((await inStock(owner, board))[1].includes("BRD-002"), false);
  } finally {
    await browser.close();
  }
});

browserTest("a count of pieces that are kept by number says which are missing", async () => {
  await using site = await openSite();
  const { owner, board } = await openBoards(site);
  const bare = { product_id: board.id, type: "in", quantity: 1, reason: "Bought here" };
  assertEquals((await owner.post("/products/stock-movement", bare)).status, 201);
  // what is being repaired lies in stock all the same
  const { body: { data: customer } } = await owner.post("/customers", {
    name: "Rahim Traders",
    phone: "01712345678",
  });
  const ticket = await owner.post("/service-tickets", {
    customer_id: customer.id,
    serial_number: "BRD-002",
    problem_description: "No light",
  });
  assertEquals(ticket.status, 201, JSON.stringify(ticket.body));
  // the books have what is with its supplier in stock too: seen here, it is not one more
  await move(owner, board, "in", 1, ["BRD-004"]);
  const rmas = "/import-logistics/rmas";
  const rma = await owner.post(rmas, {
    customer_id: customer.id,
    serial_number: "BRD-004",
    fault_description: "No light",
  });
  assertEquals(rma.status, 201, JSON.stringify(rma.body));
  const sent = { status: "sent_to_supplier", note: "by courier" };
  assertEquals((await owner.patch(`${rmas}/${rma.body.data.id}/status`, sent)).status, 200);
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const page = await (await browser.newContext()).newPage();
    const url = `${origin(link.port)}/mobile`;
    await signIn(page, url, await site.user("manager"));
    await keepEveryScreen(page);
    await synced(page);
    await page.goto(`${url}#/cycle-count`);
    await page.getByRole("checkbox", { name: "BRD-003" }).waitFor();
    assertEquals(await page.getByRole("checkbox", { name: "BRD-004" }).count(), 0);
    link.cut();
    // the page is thrown away in the midst of the count, though not while a tap is being kept
    await page.getByRole("checkbox", { name: "BRD-001" }).check();
    await until(async () => JSON.stringify(await kept(page, "kv")).includes("BRD-001"));
    await page.reload();
    await page.getByRole("checkbox", { name: "BRD-001", checked: true }).waitFor();
    await page.getByRole("checkbox", { name: "BRD-002" }).check();
    await page.fill("textarea", "BRD-009\nbrd-004");
    await page.getByRole("button", { name: "Hand in · 1 counted" }).click();
    // what was typed counts, and what nobody looked at is not missing
    await page.getByText("Main board: count the pieces with numbers and those without").first()
      .waitFor();
    await page.getByText("Pieces seen: 4").waitFor();
    await page.getByRole("button", { name: "More: Pieces without a number" }).click();
    await page.getByRole("button", { name: "Hand in · 1 counted" }).click();
    const sheet = page.locator("dialog");
    await sheet.getByText("Missing: BRD-003 · Main board").waitFor();
    await sheet.getByText("Found: BRD-009 · Main board").waitFor();
    assertEquals(await sheet.getByText("brd-004").count(), 0);
    const again = await pressAgain(page);
    await sheet.getByRole("button", { name: "Hand in" }).dblclick();
    await page.getByText("1 counted, 1 differ").waitFor();
    await sheet.waitFor({ state: "detached" });
    assertEquals(await again(), [], "pressed while the next screen was on its way");

    // what waits will change the books too: nobody counts against them before
    await page.goto(`${url}#/cycle-count`);
    await page.getByRole("checkbox", { name: "BRD-001" }).check();
    await page.getByRole("button", { name: "Hand in · 1 counted" }).click();
    await page.getByText("Main board moves by what waits unsent").first().waitFor();

    link.mend();
    await sendAll(page, url);
    const there = await owner.get(`/serials?product_id=${board.id}&in_stock=true&sort=serial`);
    assertEquals(
      there.body.data.map(({ serial, status }: Json) => [serial, status]),
      [["BRD-001", "in_stock"], ["BRD-002", "in_service"], ["BRD-004", "at_supplier"], [
        "BRD-009",
        "in_stock",
      ]],
    );
    assertEquals((await inStock(owner, board))[0], 5);
  } finally {
    await browser.close();
    await link.close();
  }
});

browserTest("pieces that are kept by number are carried to another place by them", async () => {
  await using site = await openSite();
  const { owner, board } = await openBoards(site);
  const ribbon = { name: "Ribbon 110 mm", opening_stock: 5, opening_stock_date: "2020-01-01" };
  assertEquals((await owner.post("/products", ribbon)).status, 201);
  const showroom = { code: "SHOW", name: "Showroom Banani", kind: "showroom" };
  assertEquals((await owner.post("/stock-places", showroom)).status, 201);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const url = `${origin(site.port)}/mobile`;
    await signIn(page, url, await site.user("store"));
    await page.goto(`${url}#/stock-transfers/new?product_id=${board.id}`);
    const place = (group: string, name: string) =>
      page.getByRole("group", { name: group }).getByRole("radio", { name }).check();
    // numbers of one product do not go with another
    await page.getByRole("checkbox", { name: "BRD-002" }).check();
    assertEquals(await page.locator("[name=quantity]").count(), 0);
    const pick = async (name: RegExp) => {
      await page.getByRole("button", { name: "Another" }).click();
      await page.getByRole("option", { name }).or(page.getByRole("button", { name })).first()
        .click();
    };
    await pick(/Ribbon/);
    await page.locator("[name=quantity]").waitFor();
    await pick(/Main board/);
    await page.getByRole("checkbox", { name: "BRD-002", checked: false }).waitFor();
    await place("From", "Main store");
    await place("To", "Showroom Banani");
    await page.getByRole("checkbox", { name: "BRD-001" }).check();
    await page.getByRole("checkbox", { name: "BRD-003" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    await sendAll(page, url);
    const [{ id }] = (await owner.get("/stock-transfers")).body.data;
    await page.goto(`${url}#/stock-transfers/${id}`);
    await page.getByRole("button", { name: "Some of it arrived" }).click();
    await page.getByRole("checkbox", { name: "BRD-003" }).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    await sendAll(page, url);
    const [line] = (await owner.get(`/stock-transfers/${id}`)).body.data.lines;
    assertEquals(
      [line.serial_numbers, line.received_serial_numbers, line.on_the_way],
      [["BRD-001", "BRD-003"], ["BRD-003"], 1],
    );
  } finally {
    await browser.close();
  }
});

browserTest("labels are made of a piece, of what is typed, and why not is said", async () => {
  await using site = await openSite();
  await openBoards(site);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const url = `${origin(site.port)}/mobile`;
    await signIn(page, url, await site.user("store"));
    const kept = async () => {
      const [, bytes] = await handedOver(page, "Make the labels");
      return readPdf(bytes).map((labels) => linesOf(labels).filter((line) => /^BRD/.test(line)));
    };
    await page.goto(`${url}#/serials/BRD-001`);
    await page.getByRole("link", { name: "Label" }).click();
    assertEquals(await kept(), [["BRD-001", "BRD"]]);
    await page.fill("[name=serials]", "BRD-002\nBRD-003");
    assertEquals(await kept(), [["BRD-002", "BRD"], ["BRD-003", "BRD"]]);
    await page.getByRole("button", { name: "A4, 45 to a sheet" }).click();
    await page.fill("[name=skip]", "৪৪");
    assertEquals(await kept(), [["BRD-002", "BRD"], ["BRD-003", "BRD"]]);

    await page.goto(`${url}#/products/labels?skus=BRD`);
    await page.fill("[name=skus]", "BRD\nNONE");
    await page.getByRole("button", { name: "Make the labels" }).click();
    await page.getByText("names no product: NONE").waitFor();
  } finally {
    await browser.close();
  }
});
