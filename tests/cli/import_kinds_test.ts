import sql from "sql-template-tag";
import { createCustomer } from "../../domain/customers/create_customer.ts";
import { customer } from "../../domain/customers/customer.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { writeXlsx } from "../../domain/files/write_xlsx.ts";
import { parse } from "../../domain/records/input.ts";
import { createProduct } from "../../domain/products/create_product.ts";
import { product } from "../../domain/products/product.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { type Office, openOffice } from "../support/terminal.ts";

const importing = (office: Office, kind: string, ...args: string[]) =>
  office.json(kind, "import", ...args);
const enterProduct = (office: Office, input: object) =>
  inTransaction(
    office.database,
    (tx) => createProduct(tx, office.owner, parse(product.entry, input)),
  );
const enterCustomer = (office: Office, input: object) =>
  inTransaction(
    office.database,
    (tx) => createCustomer(tx, office.owner, parse(customer.entry, input)),
  );

Deno.test("product import knows products by their SKU", async (t) => {
  await using office = await openOffice();

  await t.step("all in, with opening stock as movements, once", async () => {
    const first = await importing(office, "product", "tests/data/products.csv");
    assertEquals([first.code, first.data.created, first.data.totals], [0, 5, [{
      currency: "BDT",
      amount: 3690975,
    }]]);
    const again = await importing(office, "product", "tests/data/products.csv");
    assertEquals([again.code, again.data.created, again.data.unchanged], [0, 0, 5]);
    const products = await office.database.query<{ sku: string; name: string; qty: string }[]>(sql`
      select sku, name, stock_qty::text as qty from products order by id`);
    assertEquals(products[2], { sku: "000451", name: 'Damper, "JV33" type', qty: "240.000" });
    assertEquals([await office.count("products"), await office.count("stock_movements")], [5, 4]);
  });
  await t.step(
    "a product edited since stays as it is; other content is a conflict: 4",
    async () => {
      await office.database.query(sql`update products set name = 'Better' where sku = '000451'`);
      const again = await importing(office, "product", "tests/data/products.csv");
      assertEquals([again.code, again.data.unchanged], [0, 5]);
      const other = await office.file("name;SKU;selling_price\nPrint head;PH-I3200-U1;1\n");
      const { code, data } = await importing(office, "product", other);
      assertEquals([code, data.conflicts, data.created], [4, 1, 0]);
    },
  );
  await t.step("one entered by hand is the same when the row says the same", async () => {
    await enterProduct(office, {
      name: "Belt",
      sku: "BELT",
      unit: "meter",
      selling_price: "12.50",
    });
    const same = await office.file("sku\tname\tselling_price\nBELT\tBelt\t12.5\n");
    assertEquals((await importing(office, "product", same)).data.unchanged, 1);
    const other = await office.file("sku,name,selling_price\nBELT,Belt,13\n");
    const { code, data } = await importing(office, "product", other);
    assertEquals(code, 4);
    assertMatch(data.problems[0].reason, /^conflict: .*another selling_price/);
  });
  await t.step("what a spreadsheet spoils is refused, row by row", async () => {
    const path = await office.file(
      "name,sku,opening_stock,purchase_price\n" +
        'Short,1.23E+05,1,1\nTwice,A,1,1\nTwice,A,2,1\n,B,1,1\nComma,C,1,"1,000"\n' +
        "Bangla,D,১২,1\nSpace\u00a0kept,\u00a000012,1,1\n,,,\n\n",
    );
    const { code, data } = await importing(office, "product", path, "--skip-bad");
    assertEquals([code, data.rows, data.bad_rows, data.created], [3, 7, 6, 1]);
    const problems = data.problems.map((each: { line: number; column: string }) =>
      `${each.line} ${each.column}`
    );
    assertEquals(problems, [
      "2 sku",
      "3 null",
      "4 null",
      "5 name",
      "6 purchase_price",
      "7 opening_stock",
    ]);
    const [kept] = await office.database.query<[{ name: string }]>(
      sql`select name from products where sku = '00012'`,
    );
    assertEquals(kept.name, "Space kept");
  });
  await t.step("prices are for those who may set them: 3", async () => {
    await office.database.query(sql`update users set role = 'store' where email like '%@%'`);
    const [{ email }] = await office.database.query<[{ email: string }]>(
      sql`select email from users limit 1`,
    );
    const path = await office.file("sku,name,selling_price\nNEW,New,5\n");
    assertEquals((await office.run("product", "import", path, "--as", email)).code, 3);
  });
});

Deno.test("customer import knows customers by reference, phone, e-mail or name", async (t) => {
  await using office = await openOffice();

  await t.step("all in with opening entries, once", async () => {
    const first = await importing(office, "customer", "tests/data/customers.csv");
    assertEquals([first.code, first.data.created], [0, 3]);
    const again = await importing(office, "customer", "tests/data/customers.csv");
    assertEquals([again.code, again.data.unchanged], [0, 3]);
    const [{ balance, digits }] = await office.database.query<
      [{ balance: string; digits: string }]
    >(
      sql`select (select sum(debit - credit)::text from customer_ledger) as balance,
        (select phone_digits from customers where city = 'Khulna') as digits`,
    );
    assertEquals([balance, digits], ["120499.50", "1912345678"]);
  });
  await t.step("without a reference the phone tells, however it is typed", async () => {
    await enterCustomer(office, { name: "Habib Traders", phone: "+880 1711-000111" });
    const same = await office.file("phone,name\n01711000111,Habib Traders\n");
    assertEquals((await importing(office, "customer", same)).data.unchanged, 1);
    const other = await office.file("phone,name\n01711000111,Someone Else\n");
    assertEquals((await importing(office, "customer", other)).code, 4);
    const twice = await office.file("phone,name\n01799000111,One\n+8801799000111,Two\n");
    const { code, data } = await importing(office, "customer", twice);
    assertEquals([code, data.bad_rows, data.created], [3, 2, 0]);
  });
  assertEquals(await office.count("customers"), 4);
});

Deno.test("supplier import knows suppliers by reference or name", async () => {
  await using office = await openOffice();
  const text = await Deno.readTextFile("tests/data/suppliers.csv");
  const path = await office.file(text.replaceAll("Supplier", "Maker"));
  const [first, again] = [
    await importing(office, "supplier", path),
    await importing(office, "supplier", path),
  ];
  assertEquals([first.code, first.data.created, again.data.unchanged], [0, 2, 2]);
  const [{ owed }] = await office.database.query<[{ owed: string }]>(sql`
    select string_agg(currency || ' ' || (credit - debit), ', ') as owed from supplier_ledger`);
  assertEquals(owed, "CNY 7500.0000");
  const same = await office.file("name,country\nsupplier one,China\nNew Star,China\n");
  assertEquals((await importing(office, "supplier", same)).code, 4); // the first was entered by hand, of no country
  const named = await office.file("name,currency\nSupplier One,USD\nNew Star,CNY\n");
  const { code, data } = await importing(office, "supplier", named);
  assertEquals([code, data.created, data.unchanged], [0, 1, 1]);
  const poor = await office.file("name,opening_balance,currency\nNo Rate,10,USD\nNot So,x,USD\n");
  const refused = await importing(office, "supplier", poor);
  assertEquals([refused.code, refused.data.bad_rows], [3, 2]);
  assertEquals(refused.data.problems[0].column, "opening_exchange_rate");
});

Deno.test("ledger import books entries once, by reference or by content", async (t) => {
  await using office = await openOffice();

  await t.step("by reference", async () => {
    const first = await importing(office, "ledger", "tests/data/ledger.csv");
    assertEquals([first.code, first.data.created], [0, 3]);
    assertEquals((await importing(office, "ledger", "tests/data/ledger.csv")).data.unchanged, 3);
    const text = await Deno.readTextFile("tests/data/ledger.csv");
    const other = await office.file(text.replace("20000.00", "25000.00"));
    assertEquals((await importing(office, "ledger", other)).code, 4);
    // the payment realised a difference
    assertEquals(await office.count("supplier_ledger"), 4);
  });
  await t.step(
    "by content: a row that stands twice is two entries, the file again none",
    async () => {
      const line = "Supplier Two,Bank charge,,35,BDT\n";
      const path = await office.file(`supplier,particulars,credit,debit,currency\n${line}${line}`);
      assertEquals((await importing(office, "ledger", path)).data.created, 2);
      assertEquals((await importing(office, "ledger", path)).data.unchanged, 2);
      assertEquals(await office.count("supplier_ledger"), 6);
    },
  );
  await t.step("what a file settles at another rate is realised as by hand", async () => {
    const path = await office.file(
      "supplier,particulars,credit,debit,currency,exchange_rate,entry_date\n" +
        "Supplier Two,Goods,100,,EUR,130,2026-01-01\nSupplier Two,Part,,40,EUR,131,2026-01-03\n" +
        "Supplier Two,Rest,,60,EUR,132.5,2026-01-02\nSupplier Two,Goods,7,,EUR,133,2026-01-04\n" +
        "Supplier Two,Paid,,7,EUR,131,2026-01-05\n",
    );
    assertEquals((await importing(office, "ledger", path)).data.created, 5);
    const realised = await office.database.query<{ local: string; on: string }[]>(sql`
      select amount_local::text as local, entry_date::text as on from supplier_ledger
      where currency = 'EUR' and entry_type = 'exchange_difference' order by id`);
    assertEquals(realised, [
      { local: "40.00", on: "2026-01-03" },
      { local: "150.00", on: "2026-01-02" },
      { local: "-14.00", on: "2026-01-05" },
    ]);
  });
  await t.step("the rules of the ledger, row by row", async () => {
    const path = await office.file(
      "supplier,particulars,credit,debit,currency,exchange_rate,entry_date,shipment_id\n" +
        "Supplier One,Both,1,1,USD,120,2026-01-01,\nSupplier One,None,,,USD,120,2026-01-01,\n" +
        "Supplier One,No rate,1,,USD,,2026-01-01,\nSupplier One,Rate,1,,BDT,2,2026-01-01,\n" +
        "Supplier One,Paisa,1.005,,BDT,,2026-01-01,\nNobody,Who,1,,USD,120,2026-01-01,\n" +
        "Supplier One,Serial,1,,USD,120,46023,\nSupplier One,Where,1,,USD,120,2026-01-01,77\n",
    );
    const { code, data } = await importing(office, "ledger", path);
    assertEquals([code, data.bad_rows, data.created], [3, 8, 0]);
    const columns = (line: number) =>
      data.problems.filter((each: { line: number }) => each.line === line)
        .map((each: { column: string }) => each.column);
    assertEquals([2, 3, 4, 5, 6, 7, 8, 9].map(columns), [
      ["credit", "debit"],
      ["credit", "debit"],
      ["exchange_rate"],
      ["exchange_rate"],
      ["credit"],
      ["supplier"],
      ["entry_date"],
      ["shipment_id"],
    ]);
  });
});

Deno.test("opening import takes over balances and stock, each once", async (t) => {
  await using office = await openOffice();
  await enterCustomer(office, { name: "করিম প্রেস" });
  await enterProduct(office, { name: "Board", sku: "BOARD-HOSON" });

  await t.step("all in, and again nothing", async () => {
    const first = await importing(office, "opening", "tests/data/opening.csv");
    assertEquals([first.code, first.data.created], [0, 4]);
    const again = await importing(office, "opening", "tests/data/opening.csv");
    assertEquals([again.code, again.data.unchanged], [0, 4]);
    const [books] = await office.database.query<[Record<string, string>]>(sql`
      select (select sum(debit - credit)::text from customer_ledger) as customers,
        (select opening_balance::text from customers) as customer,
        (select sum(amount_local)::text from supplier_ledger) as suppliers,
        (select opening_balance::text from suppliers where name = 'Supplier One') as supplier,
        (select stock_value::text from products) as stock`);
    assertEquals(books, {
      customers: "80000.00",
      customer: "80000.00",
      suppliers: "5114442.00",
      supplier: "41800.0000",
      stock: "135000.00",
    });
  });
  await t.step("other numbers, or stock that moved, are conflicts: 4", async () => {
    const text = await Deno.readTextFile("tests/data/opening.csv");
    const other = await office.file(text.replace("80000.00", "81000.00"));
    assertEquals((await importing(office, "opening", other)).code, 4);
    await enterProduct(office, { name: "Moved", sku: "MOVED" });
    const [{ id }] = await office.database.query<[{ id: number }]>(
      sql`select id from products where sku = 'MOVED'`,
    );
    const { moveStock, newMovement } = await import("../../domain/stock/move_stock.ts");
    const movement = { product_id: String(id), type: "in", quantity: "5", reason: "found" };
    await inTransaction(
      office.database,
      (tx) => moveStock(tx, office.owner, parse(newMovement, movement)),
    );
    const moved = await office.file("account,name,quantity\nstock,MOVED,5\n");
    assertEquals((await importing(office, "opening", moved)).code, 4);
  });
  await t.step("a row needs what its account has, and nothing else", async () => {
    const path = await office.file(
      "account,name,amount,quantity,currency\ncustomer,Habib Traders,,3,\nstock,BOARD-HOSON,5,,\n" +
        "supplier,Nobody,5,,USD\ncustomer,Habib Traders,5,,USD\nbank,X,5,,\n",
    );
    const { code, data } = await importing(office, "opening", path);
    assertEquals([code, data.bad_rows, data.created], [3, 5, 0]);
  });
});

Deno.test("an opening without a day does not say when the books begin", async () => {
  await using office = await openOffice();
  const path = await office.file(
    "account,name,amount,currency,exchange_rate\nsupplier,Supplier One,100,USD,120\n",
  );
  assertEquals((await importing(office, "opening", path)).data.created, 1);
  const settings = await office.database.query<[{ books_start: string | null }]>(
    sql`select books_start from settings`,
  );
  assertEquals(settings, [{ books_start: null }]);
});

Deno.test("an XLSX file with text and number cells imports like its CSV", async () => {
  await using office = await openOffice();
  const path = `${office.folder}/products.xlsx`;
  const { Decimal } = await import("../../domain/money/decimal.ts");
  await writeXlsx(path, ["Name ", "SKU", "purchase_price", "opening_stock"], [
    ["Head", "0012", new Decimal("109350.5"), 4],
    ["", "", "", ""],
  ]);
  const { code, data } = await importing(office, "product", path);
  assertEquals([code, data.rows, data.created], [0, 1, 1]);
  const [product] = await office.database.query<[{ sku: string; stock_value: string }]>(
    sql`select sku, stock_value::text as stock_value from products`,
  );
  assertEquals(product, { sku: "0012", stock_value: "437402.00" });
});
