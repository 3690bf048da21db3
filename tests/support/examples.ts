import sql from "sql-template-tag";
import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { businessDate } from "../../domain/business/business.ts";
import { addDays } from "../../domain/business/calendar.ts";
import { deliver } from "../../domain/changes/deliver.ts";
import { openTotp } from "../../domain/staff/seal_totp.ts";
import { codeOf, stepAt } from "../../domain/staff/totp.ts";
import { type Answer, type Caller, type Json, testApp, testKeys, testOptions } from "./app.ts";
import { billLine, oneOfEverything } from "./business.ts";

/** The examples of the OpenAPI document, made ready to be sent: with the records that they need. */

export const SETUP = "POST /auth/setup-owner";

export interface Operation {
  name: string;
  /** the example of its body */
  body: Json;
  /** its JSON answer, where it has one */
  answer: Json;
}

/** Every operation that is documented; who logs in later is entered first. */
export async function everyOperation(): Promise<Operation[]> {
  const document: Json = await openApiDocument(areas(testOptions));
  const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, { requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      body: Object.values<Json>(requestBody?.content ?? {})[0]?.example,
      answer: (responses["200"] ?? responses["201"]).content["application/json"],
    }))
  );
  return operations.sort((a, b) =>
    Number(b.name === "POST /users") - Number(a.name === "POST /users")
  );
}

export type All = Awaited<ReturnType<typeof oneOfEverything>>;

interface Ready {
  id?: number;
  /** what further parameters the path has */
  more?: number;
  by?: Caller;
  send?: Json;
}

/** A request that can be sent. */
export interface Deed {
  name: string;
  path: string;
  body: Json;
  by: Caller;
}

/** Makes examples ready with the records of `all`, and what else they need, which the owner makes. */
export function exampleSender(
  { app, anyone, holding, as, database }: ReturnType<typeof testApp>,
  operations: Operation[],
  owner: Caller,
) {
  let filed = Temporal.PlainYearMonth.from("2000-01");
  const nextMonth = () => {
    filed = filed.add({ months: 1 });
    return filed.toString();
  };
  const exampleOf = (wanted: string) => operations.find(({ name }) => name === wanted)!.body;

  return { ready, send };

  /** The example of an operation, to be sent by `sender`, where it needs nobody else. */
  async function ready({ name, body }: Operation, all: All, sender: Caller): Promise<Deed> {
    const { id, more, by = sender, send = body } = await needed(name, all, sender);
    const template = name.split(" ")[1];
    const path = template.replace("{id}", String(id ?? idOf(template, all)))
      .replace(/\{\w+\}/, String(more));
    return { name, path, body: withIds(send, all), by };
  }

  function send({ name, path, body, by }: Deed): Promise<Answer> {
    if (name === "POST /uploads") return uploaded(body, by);
    if (name === "POST /accounts/{id}/statement") return statement(path, by);
    return by.call(name.split(" ")[0], path, body);
  }

  /** What has to be there before an operation can be done. */
  async function needed(name: string, all: All, sender: Caller): Promise<Ready> {
    const login = async () =>
      (await anyone.post("/auth/login", exampleOf("POST /auth/login"))).body.data;
    const lastOf = async (path: string) => (await owner.get(path)).body.data[0].id;
    const consignment = async () => {
      const faulty = {
        customer_name: "Karim",
        supplier_id: all.supplier.id,
        board_serial_number: crypto.randomUUID(),
        fault_description: "No magenta",
      };
      const { body } = await owner.post("/import-logistics/rmas", faulty);
      return { supplier_id: all.supplier.id, rma_ids: [body.data.id], courier: "DHL" };
    };
    const anotherPlace = () => {
      const some = crypto.randomUUID().slice(0, 18);
      return { code: some, name: some };
    };
    const aTransfer = async () => ({
      from_place_id: 1,
      to_place_id: (await owner.post("/stock-places", anotherPlace())).body.data.id,
      items: [{ product_id: all.product.id, quantity: 1 }],
    });
    const draft = async () => {
      const items = [{ shipment_item_id: all.shipment.items[0].id, received_qty: 1 }];
      const path = "/import-logistics/receipts";
      return (await owner.post(path, { shipment_id: all.shipment.id, items })).body.data.id;
    };
    /** An invoice that is large enough for the payments and discounts of the examples. */
    const large = async () => {
      const items = [{ description: "Service", quantity: 1, unit_price: 20_000 }];
      return (await owner.post("/invoices", { customer_id: all.customer.id, items })).body.data;
    };
    const onAccount = async () => {
      const payment = { customer_id: all.customer.id, amount: 500, method: "cash" };
      const { body } = await owner.post("/invoices/receive-payment", payment);
      all.invoice = await large();
      return body.data.id;
    };
    const someCode = () => String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(8, "1");
    const program = async () => {
      const user = { name: "Shop", role: "accounts", employee_code: `P-${someCode()}` };
      return (await owner.post("/users", user)).body.data.id;
    };
    /** Who asks, his app having the secret of his second factor, with the code that it shows. */
    const begun = async () => {
      const by = await confirmed();
      const { id } = (await by.get("/auth/me")).body.data;
      await by.post("/auth/totp", {});
      const [{ secret }] = await database.query<[{ secret: string }]>(
        sql`select secret from user_totp where user_id = ${id}`,
      );
      const opened = openTotp(testKeys, id, secret)!;
      const totp_code = codeOf(opened.secret, stepAt(new Date().toISOString()));
      return { by, id, send: { totp_code } };
    };
    /** Who asks, without a second factor, having confirmed who he is. */
    const confirmed = async () => {
      await database.query(sql`
        update sessions set confirmed_until = now() + interval '1 day' where program is null`);
      await sender.post("/auth/totp/end", {});
      return sender;
    };
    const hooked = async () => {
      const hook = { url: "http://127.0.0.1:1/", user_id: await program() };
      return (await owner.post("/webhooks", hook)).body.data.id;
    };
    /** Stock by hand that somebody asks for, where he may move any. */
    const requested = async (by: Caller) => {
      const path = "/approvals/requests";
      const asked = withIds(exampleOf(`POST ${path}`), all);
      return (await by.post(path, asked)).body.data?.id as number | undefined;
    };
    /** An LC that promises no money yet, to be decided later. */
    const putOff = async () => {
      const lc = { supplier_id: all.supplier.id, type: "LC", amount: 900, currency: "USD" };
      const { body } = await owner.post("/lc-tt", { ...lc, exchange_rate: 120 });
      const until = addDays(businessDate(), 1);
      return { items: [{ kind: "lc_tt_step", id: body.data.id }], until };
    };
    /** A bill of entry of the shipment, not posted. */
    const billed = async () =>
      (await owner.post("/import-logistics/bills-of-entry", {
        shipment_id: all.shipment.id,
        office: "301",
        number: crypto.randomUUID().slice(0, 20),
        entry_date: "2026-01-01",
        lines: [billLine(all.shipment.items[0].id)],
      })).body.data;
    switch (name) {
      case "POST /vat-returns":
        return { send: { ...exampleOf(name), period: nextMonth(), carried_in: 0 } };
      case "POST /lc-tt/{id}/loans":
        return { id: all.lc.id, send: { ...exampleOf(name), due_on: "2099-01-01" } };
      case "POST /lc-loans/{id}/payments/{payment_id}/reverse": {
        const { body } = await owner.post(`/lc-loans/${all.loan.id}/payments`, { principal: 5 });
        return { more: body.data.payments.at(-1).id };
      }
      case "PUT /products/{id}":
        return { send: { ...exampleOf(name), sku: `INK-${all.product.id}` } };
      case "POST /invoices/receive-payment":
      case "POST /payments/customer-receipts":
        all.invoice = await large();
        break;
      case "POST /payments/{id}/refund":
        await owner.post(`/invoices/${all.invoice.id}/void`, { reason: "x" });
        return { id: await onAccount() };
      case "POST /payments/{id}/refunds/{refund_id}/reverse": {
        const id = await onAccount();
        await owner.post(`/invoices/${all.invoice.id}/void`, { reason: "x" });
        const given = await owner.post(`/payments/${id}/refund`, { reason: "x" });
        return { id, more: given.body.data.refunds[0].id };
      }
      case "PATCH /payments/{id}/cheque": {
        const cheque = {
          customer_id: all.customer.id,
          amount: 5,
          method: "cheque",
          cleared: false,
        };
        return { id: (await owner.post("/invoices/receive-payment", cheque)).body.data.id };
      }
      case "PATCH /tax-certificates/{id}":
      case "POST /tax-certificates/{id}/reverse": {
        const tax = { customer_id: all.customer.id, amount: 5, method: "vds" };
        return { id: (await owner.post("/invoices/receive-payment", tax)).body.data.id };
      }
      case "POST /invoices/{id}/vat-challan":
        await owner.put("/settings", { vat_bin: "004712345-0101" });
        return { id: (await large()).id };
      case "POST /credit-notes/{id}/vat-challan": {
        await owner.put("/settings", { vat_bin: "004712345-0101" });
        const { id } = await large();
        await owner.post(`/invoices/${id}/vat-challan`, {});
        const back = { items: [{ line: 1, quantity: 1 }], reason: "x" };
        return { id: (await owner.post(`/invoices/${id}/returns`, back)).body.data.id };
      }
      case "POST /credit-notes/{id}/reverse": {
        const { id } = await large();
        const back = { items: [{ line: 1, quantity: 1 }], reason: "x" };
        return { id: (await owner.post(`/invoices/${id}/returns`, back)).body.data.id };
      }
      case "POST /invoices/{id}/allocate":
        return { send: { ...exampleOf(name), payment_id: await onAccount() } };
      case "POST /service-tickets/{id}/invoice":
        await owner.post(`/service-tickets/${all.ticket.id}/parts`, {
          product_id: all.product.id,
          quantity: 1,
          unit_price: 20_000,
        });
        break;
      case "POST /lc-tt/{id}/settlements/{settlement_id}/reverse": {
        const id = idOf("/lc-tt/{id}", all);
        const paid = { amount: 5, rate: 122 };
        return { more: (await owner.post(`/lc-tt/${id}/settlements`, paid)).body.data.id };
      }
      case "POST /import-logistics/shipments/{id}/costs/{cost_id}/reverse": {
        const { body } = await owner.get(`/import-logistics/shipments/${all.shipment.id}`);
        return { more: body.data.costs[0].id };
      }
      case "PATCH /import-logistics/shipments/{id}/containers/{container_id}": {
        const path = `/import-logistics/shipments/${all.shipment.id}/containers`;
        const { body } = await owner.post(path, { container_number: "CSQU3054383", size: "20" });
        return { more: body.data.id };
      }
      case "POST /import-logistics/shipments/{id}/items": {
        const items = [{ product_name: "Board", ordered_qty: 1 }];
        const head = { supplier_id: all.supplier.id, currency: "USD", exchange_rate: 120 };
        return {
          id: (await owner.post("/import-logistics/shipments", { ...head, items })).body.data.id,
        };
      }
      case "PATCH /import-logistics/shipments/{id}/items/{item_id}": {
        const items = [{ product_name: "Board", ordered_qty: 1 }];
        const head = { supplier_id: all.supplier.id, currency: "USD", exchange_rate: 120 };
        const { body } = await owner.post("/import-logistics/shipments", { ...head, items });
        return { id: body.data.id, more: body.data.items[0].id };
      }
      case "POST /accounts/{id}/opening-balance/reverse": {
        const account = { name: "Bank", money_type: "bank", opening_balance: 500 };
        return { id: (await owner.post("/accounts", account)).body.data.id };
      }
      case "POST /customers/{id}/opening-balance/reverse": {
        const customer = { name: "Salma", opening_balance: 500 };
        return { id: (await owner.post("/customers", customer)).body.data.id };
      }
      case "POST /accounts/{id}/matches": {
        const account = { name: "Bank", money_type: "bank", opening_balance: 500 };
        const { id } = (await owner.post("/accounts", account)).body.data;
        const [line] = (await statement(`/accounts/${id}/statement`, owner)).body.data.lines;
        const pair = { statement_line_id: line.id, journal_line_id: line.proposed_line_id };
        return { id, send: { matches: [pair] } };
      }
      case "POST /import-logistics/customs-tariffs":
        return { send: { ...exampleOf(name), hs_code: someCode() } };
      case "PUT /import-logistics/customs-tariffs/{id}": {
        const row = { hs_code: someCode(), valid_from: "2026-07-01" };
        const { body } = await owner.post("/import-logistics/customs-tariffs", row);
        return { id: body.data.id, send: { ...exampleOf(name), hs_code: someCode() } };
      }
      case "POST /import-logistics/bills-of-entry":
        return { send: { ...exampleOf(name), number: crypto.randomUUID().slice(0, 20) } };
      case "POST /import-logistics/bills-of-entry/{id}/post":
      case "POST /import-logistics/bills-of-entry/{id}/reverse": {
        const id = (await billed()).id;
        const path = `/import-logistics/bills-of-entry/${id}/post`;
        if (name.endsWith("/reverse")) await owner.post(path, {});
        return { id };
      }
      case "POST /import-logistics/shipments/{id}/duty-estimate": {
        const item = { product_name: "Board", ordered_qty: 1, purchase_value: 9, hs_code: "8534" };
        const head = { supplier_id: all.supplier.id, currency: "USD", exchange_rate: 120 };
        const { body } = await owner.post("/import-logistics/shipments", {
          ...head,
          items: [item],
        });
        return { id: body.data.id };
      }
      case "PUT /import-logistics/demurrage-tariffs/{id}":
        return { id: await lastOf("/import-logistics/demurrage-tariffs") };
      case "POST /import-logistics/supplier-returns":
        return { send: await consignment() };
      case "PATCH /import-logistics/supplier-returns/{id}":
      case "POST /import-logistics/supplier-returns/{id}/outcomes": {
        const { body } = await owner.post(
          "/import-logistics/supplier-returns",
          await consignment(),
        );
        const { id, lines } = body.data;
        const known = { ...exampleOf(name).lines?.[0], id: lines[0].id };
        return { id, send: name.endsWith("outcomes") ? { lines: [known] } : exampleOf(name) };
      }
      case "POST /stock-places":
        return { send: { ...exampleOf(name), ...anotherPlace() } };
      case "PUT /stock-places/{id}":
        return {
          id: (await owner.post("/stock-places", anotherPlace())).body.data.id,
          send: { ...exampleOf(name), ...anotherPlace() },
        };
      case "POST /stock-transfers":
        return { send: { ...exampleOf(name), ...await aTransfer() } };
      case "POST /stock-transfers/{id}/receive":
      case "POST /stock-transfers/{id}/close": {
        const { id, lines } = (await owner.post("/stock-transfers", await aTransfer())).body.data;
        const arrived = { lines: [{ id: lines[0].id, quantity: 1 }] };
        return { id, send: name.endsWith("receive") ? arrived : exampleOf(name) };
      }
      case "POST /webhooks":
        return { send: { ...exampleOf(name), user_id: await program() } };
      case "PUT /webhooks/{id}":
        return { id: await hooked() };
      case "POST /webhooks/{id}/deliveries/{delivery_id}/resend": {
        const id = await hooked();
        await owner.post("/suppliers", { name: "Told of" });
        // nobody listens there: it waits
        await deliver(database, id, { inHouse: true });
        const { body } = await owner.get(`/webhooks/${id}/deliveries`);
        return { id, more: body.data[0].id };
      }
      case "POST /approvals/acknowledge":
        return { send: await putOff() };
      case "POST /approvals/withdraw": {
        const later = await putOff();
        const by = async (caller: Caller) => {
          const { body } = await caller.post("/approvals/acknowledge", later);
          const ids = body.data.acknowledged.map(({ id }: Json) => id);
          return { by: caller, send: { ids } };
        };
        // of whom LCs are not asked has nothing of his own to take back
        const own = await by(sender);
        return own.send.ids.length > 0 ? own : await by(owner);
      }
      case "POST /approvals/requests/{id}/approve":
      case "POST /approvals/requests/{id}/refuse":
        return { id: await requested(await as("store")) };
      case "POST /approvals/requests/{id}/withdraw": {
        const own = await requested(sender);
        return own ? { id: own } : { id: await requested(owner), by: owner };
      }
      case "PATCH /uploads/{id}":
        return { id: (await uploaded({}, sender)).body.data.id };
      case "PATCH /import-logistics/receipts/{id}/approve":
      case "PATCH /import-logistics/receipts/{id}/cancel":
        return { id: await draft() };
      case "POST /import-logistics/receipts/{id}/post-stock": {
        const id = await draft();
        await owner.patch(`/import-logistics/receipts/${id}/approve`);
        return { id };
      }
      case "POST /auth/login":
        return { by: anyone };
      case "POST /auth/refresh":
      case "POST /auth/logout":
        return { by: anyone, send: { refresh_token: (await login()).refresh_token } };
      case "POST /auth/change-password":
        return { by: holding((await login()).token) };
      case "POST /auth/sessions/{id}/end": {
        const by = holding((await login()).token);
        return { by, id: (await by.get("/auth/sessions")).body.data[0].id };
      }
      case "POST /auth/step-up":
        return { by: holding((await login()).token) };
      case "POST /auth/totp":
        return { by: await confirmed() };
      case "POST /auth/totp/confirm": {
        const { by, send } = await begun();
        return { by, send };
      }
      case "POST /auth/totp/recovery-codes":
      case "POST /auth/totp/end":
      case "POST /users/{id}/totp/end": {
        const { by, id, send } = await begun();
        await by.post("/auth/totp/confirm", send);
        return { by, id };
      }
      case "POST /users/{id}/tokens/{token_id}/end": {
        const id = await lastOf("/users");
        const expires_on = businessDate(new Date());
        const { body } = await owner.post(`/users/${id}/tokens`, { name: "Export", expires_on });
        return { id, more: body.data.id };
      }
      case "POST /users/{id}/tokens":
        return {
          id: await lastOf("/users"),
          send: { ...exampleOf(name), expires_on: businessDate(new Date()) },
        };
      case "PUT /users/{id}":
      case "POST /users/{id}/reset-password":
        return { id: await lastOf("/users") };
    }
    return {};
  }

  /** The example of an upload as the form that it is. */
  function uploaded({ file: _, ...fields }: Record<string, unknown>, by: Caller): Promise<Answer> {
    return formSent("/uploads", new File([dot], "dot.png"), by, fields);
  }

  /** A bank's statement of one line: what stands on the accounts of `oneOfEverything`. */
  function statement(path: string, by: Caller): Promise<Answer> {
    const today = businessDate();
    return formSent(path, new File([`date,credit\n${today},500\n`], "june.csv"), by);
  }

  async function formSent(
    path: string,
    file: File,
    { token }: Caller,
    fields: Record<string, unknown> = {},
  ): Promise<Answer> {
    const form = new FormData();
    form.append("file", file);
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    const headers = { authorization: `Bearer ${token}` };
    const request = { method: "POST", headers, body: form };
    const response = await app.request(`http://localhost/api/v1${path}`, request);
    const { status, headers: sent } = response;
    return { status, headers: sent, body: await response.json() };
  }
}

function idOf(path: string, all: All): number | undefined {
  const made: Record<string, Json> = {
    "/customers": all.customer,
    "/products": all.product,
    "/tasks": all.task,
    "/service-tickets": all.ticket,
    "/suppliers": all.supplier,
    "/lc-tt": all.lcTt,
    "/invoices": all.invoice,
    "/payments": all.payment,
    "/supplier-cheques": all.cheque,
    "/accounts": all.account,
    "/accounts/transfers": all.transfer,
    "/expenses": all.expense,
    "/import-logistics/rmas": all.rma,
    "/import-logistics/shipments": all.shipment,
    "/import-logistics/receipts": all.receipt,
    "/import-logistics/supplier-ledger": all.entry,
    "/import-logistics/discrepancies": all.claim,
    "/import-logistics/bills-of-entry": all.bill,
    "/webhooks": all.hook,
    "/lc-loans": all.loan,
    "/withheld-taxes": all.withheld,
    "/approvals/requests": all.request,
  };
  return made[path.slice(0, path.indexOf("/{id}"))]?.id;
}

/** The example with the ids of records that are there. */
function withIds(example: Json, all: All): Json {
  if (Array.isArray(example)) return example.map((each) => withIds(each, all));
  if (example === null || typeof example !== "object") return example;
  const ids: Record<string, number | number[]> = {
    customer_id: all.customer.id,
    supplier_id: all.supplier.id,
    product_id: all.product.id,
    shipment_id: all.shipment.id,
    shipment_item_id: all.shipment.items[0].id,
    shipment_item_ids: [all.shipment.items[0].id],
    lc_tt_id: all.lcTt.id,
    receipt_id: all.receipt.id,
    invoice_id: all.invoice.id,
    service_ticket_id: all.ticket.id,
    related_id: all.shipment.id,
    assigned_to: all.task.created_by,
  };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, ids[name] ?? withIds(value, all)]),
  );
}

/** A PNG of one pixel. */
const dot = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
