import type { Json } from "../../support/app.ts";
import { assertEquals } from "../../support/assert.ts";
import type { Cast } from "./cast.ts";
import { report, shown, sorted } from "./evening.ts";
import type { Office } from "./office.ts";
import { read, sum, text } from "./sums.ts";

/** What each product earned, and what hangs on none; together the profit. */
export async function assertMargins(office: Office, days: Days): Promise<void> {
  const { books } = office;
  const margins = await report(office, `margins?group_by=product&from=${days.from}&to=${days.to}`);
  const said = margins.data.map((row: Json) => [row.reference_no, [row.revenue, row.cost]]);
  const expected = [...office.earned].map(([sku, { revenue, cost }]) => [
    sku,
    [Number(text(revenue)), Number(text(cost))],
  ]);
  assertEquals(sorted(Object.fromEntries(said)), sorted(Object.fromEntries(expected)));
  const lines = /^(4100|4110|4200|5100|5120)$/;
  const { margin, on_no_line, profit } = margins.meta.totals;
  const onLines = -books.sumOf(lines, days);
  assertEquals([margin, on_no_line, profit].map(read).map(text), [
    text(onLines),
    text(books.profit(days) - onLines),
    text(books.profit(days)),
  ]);
  const itemised = margins.meta.on_no_line.map((each: Json) => [
    each.account_number,
    read(each.amount),
  ]);
  const others = Object.keys(books.balances("9"))
    .filter((account) => /^[456]/.test(account) && !lines.test(account))
    .map((account) => [account, -books.moved(account, days)]);
  assertEquals(shown(Object.fromEntries(itemised)), shown(Object.fromEntries(others)));
}

/** Money of the trade by day, on the day on which it moved: what a bill is owed is paid once. */
export async function assertFlows(office: Office, { from, to }: Days): Promise<void> {
  const kinds = ["cash_in", "paid_to_suppliers", "import_costs"] as const;
  const { data } = await report(office, `cash-by-day?from=${from}&to=${to}`);
  const said = data.map((row: Json) => [row.entry_date, kinds.map((kind) => row[kind])]);
  const expected = [...office.flows].map(([day, flow]) => [
    day,
    kinds.map((kind) => Number(text(flow[kind]))),
  ]).filter(([, amounts]) => (amounts as number[]).some((amount) => amount !== 0));
  assertEquals(sorted(Object.fromEntries(said)), sorted(Object.fromEntries(expected)));
}

interface Days {
  from: string;
  to: string;
}

/** VAT paid and charged, taxes paid ahead, certificates of what customers kept back. */
export async function assertTaxes(office: Office, days: Days): Promise<void> {
  const { books } = office;
  const of = async (name: string) =>
    (await report(office, `${name}?from=${days.from}&to=${days.to}`)).meta.totals;
  const [input, output, ahead] = [
    await of("vat-input"),
    await of("vat-output"),
    await of("advance-taxes"),
  ];
  assertEquals(
    [input.vat, output.vat, output.net, ahead.at, ahead.ait].map(read).map(text),
    [
      books.moved("1500", days),
      -books.moved("2300", days),
      sum(office.taxed.map(({ net }) => net)),
      books.moved("1510", days),
      books.moved("1520", days),
    ].map(text),
  );
  const certificates = await office.read("/tax-certificates");
  assertEquals(
    text(sum(certificates.map((each: Json) => read(each.amount)))),
    text(books.moved("1530", days)),
  );
}

/** What every supplier and customer sees on his own page. */
export async function assertParties(office: Office): Promise<void> {
  for (const [name, { id, owed }] of office.suppliers) {
    const path = `/import-logistics/supplier-ledger?supplier_id=${id}`;
    const { balances, realised_exchange_difference: realised } =
      (await office.answer(200, office.owner.get(path), path)).meta;
    assertEquals(
      balances.map((each: Json) => [each.currency, each.balance, each.balance_local]),
      owed.days.length === 0
        ? []
        : [[owed.currency, Number(text(owed.balance)), Number(text(owed.local))]],
      name,
    );
    assertEquals(text(read(realised)), text(owed.realised), name);
  }
  for (const [name, { id, owes }] of office.customers) {
    const { summary } = await office.read(`/customers/${id}`);
    assertEquals(text(read(summary.balance)), text(sum(owes.map(({ amount }) => amount))), name);
  }
}

/** Each invoice's due, each product's stock, the cheques that never counted. */
export async function assertDocuments({ office, invoices, ...cast }: Cast): Promise<void> {
  for (const [name, { id, due }] of Object.entries(invoices)) {
    assertEquals(text(read((await office.read(`/invoices/${id}`)).due)), text(due), name);
  }
  for (const [sku, { pieces, value }] of office.shelves) {
    const product = await office.read(`/products/${office.products.get(sku)}`);
    assertEquals([product.stock_qty, text(read(product.stock_value))], [
      Number(pieces),
      text(value),
    ], sku);
  }
  for (const { id } of [cast.cheque, cast.secondCheque]) {
    const payment = await office.read(`/payments/${id}`);
    assertEquals([payment.status, payment.cheque_state, payment.allocated], [
      "reversed",
      "bounced",
      0,
    ]);
  }
}

/** A cheque is shown beside the due until it bounces, and pays none of it. */
export async function assertCheques({ office, cheque }: Cast): Promise<void> {
  for (const [day, inHand] of [["2025-05-10", cheque.amount], ["2025-05-23", 0n]] as const) {
    const { data } = await report(office, `ageing?as_of=${day}`);
    const row = data.find((each: Json) => each.party_name === cheque.invoice.customer);
    assertEquals([row.cheques_in_hand, row.balance].map(read), [inHand, cheque.amount], day);
  }
}

/** What the chart shows of its own accounts is what the reports show. */
export async function assertChart(office: Office, day: string): Promise<void> {
  const accounts = await office.read(`/accounts?limit=200&as_of=${day}`);
  const said = accounts.map(({ number, type, balance }: Json) => [
    number,
    type === "asset" || type === "expense" ? read(balance) : -read(balance),
  ]);
  assertEquals(
    sorted(shown(Object.fromEntries(said))),
    sorted(shown(office.books.balances(day))),
  );
}

/** Whatever is dated into a closed month is refused, and names the first open day. */
export async function assertClosed(
  { office, sea, tt, cheque, invoices, advance }: Cast,
  date: string,
  first_open_day: string,
): Promise<void> {
  const customer_id = [...office.customers.values()][0].id;
  const supplier_id = [...office.suppliers.values()][0].id;
  const { id: expense } = (await office.read("/expenses"))[0];
  const { id: transfer } = (await office.read("/accounts/transfers"))[0];
  const { id: payment } = (await office.read("/payments?status=posted"))[0];
  const shipment = `/import-logistics/shipments/${sea.id}`;
  const line = { particulars: "Bill", credit: 1, exchange_rate: 120 };
  const deeds: [method: string, path: string, body: Json][] = [
    ["POST", "/expenses", { category: "rent", amount: 1, date }],
    ["POST", `/expenses/${expense}/reverse`, { reason: "x", date }],
    ["POST", "/accounts/transfers", { from: "cash", to: "bank", amount: 1, date }],
    ["POST", `/accounts/transfers/${transfer}/reverse`, { reason: "x", date }],
    ["POST", "/invoices", {
      customer_id,
      invoice_date: date,
      items: [{ description: "Fitting", quantity: 1, unit_price: 1 }],
    }],
    ["POST", "/invoices/receive-payment", { customer_id, amount: 1, payment_date: date }],
    ["POST", `/payments/${payment}/reverse`, { reason: "x", date }],
    ["PATCH", `/payments/${cheque.id}/cheque`, { state: "returned", date }],
    ["POST", `/invoices/${invoices.rahim.id}/void`, { reason: "x", date }],
    ["POST", `/invoices/${invoices.rahim.id}/returns`, {
      reason: "x",
      date,
      items: [{ line: 1, quantity: 1 }],
    }],
    ["POST", `/invoices/${invoices.repair.id}/allocate`, {
      payment_id: advance.id,
      amount: 0.01,
      date,
    }],
    ["POST", "/tax-certificates", {
      customer_id,
      kind: "tds",
      certificate_number: "T-9",
      certificate_date: date,
      amount: 1,
    }],
    ["POST", "/import-logistics/supplier-ledger", { supplier_id, entry_date: date, ...line }],
    ["POST", `${shipment}/costs`, { cost_head: "labour", amount: 1, entry_date: date }],
    ["POST", `/lc-tt/${tt.id}/settlements`, { amount: 0.01, rate: 120, date }],
    ["PATCH", `/lc-tt/${tt.id}/status`, { status: "production", margin_paid: 1, date }],
    ["POST", "/products/stock-movement", {
      product_id: [...office.products.values()][0],
      type: "in",
      quantity: 1,
      reason: "Found",
      movement_date: date,
    }],
  ];
  for (const [method, path, body] of deeds) {
    const answer = await office.owner.call(method, path, body);
    assertEquals([answer.status, answer.body.code, answer.body.first_open_day], [
      409,
      "period_closed",
      first_open_day,
    ], `${method} ${path}: ${JSON.stringify(answer.body)}`);
  }
}
