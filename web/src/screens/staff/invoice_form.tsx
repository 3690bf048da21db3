import type { Product, Settings } from "../../core/answers.ts";
import {
  announce,
  Button,
  Card,
  Chips,
  enqueue,
  Field,
  Form,
  Gone,
  may,
  money,
  number,
  onward,
  queue,
  retry,
  Screen,
  type ScreenProps,
  toast,
  useEffect,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { faultsOf, Pick, quantityOf, Refused, rt, saySaved, useDesk } from "../../records/mod.ts";
import { ScanButton } from "../../scan/scan_button.tsx";
import { invoiceTotal, isMore } from "../../core/amounts.ts";
import type { PasteLinesProps } from "../desk/paste_lines.tsx";
import { Credit } from "./credit.tsx";
import { type Body, bodyOf, missing } from "./invoice_body.ts";
import type { Line } from "../trade/line.ts";
import { useInvoiceDraft } from "./invoice_draft.ts";
import { amountOf, exact, LineCard, productFacts, withPiece } from "./invoice_lines.tsx";
import { NewCustomer } from "./new_customer.tsx";
import { productOf } from "./scanned_product.ts";
import { inWords, methodChoices, s, Sums } from "../trade/sums.tsx";

/** Scan by scan a bill: price, stock left, total in words, and whether the customer's credit allows it. */
export function InvoiceForm({ query }: ScreenProps) {
  const again = queue.value.find((write) => write.key === query.get("write"));
  const sent = again?.body as Body | undefined;
  const { lines, customer, more, isBack, done } = useInvoiceDraft(sent, query.get("customer_id"));
  const put = (change: Partial<typeof more.value>) => more.value = { ...more.value, ...change };
  /** once it was to be saved, what is wrong is judged anew with every letter */
  const judged = useSignal(false);
  const { sell_without_serial: free, vat_percent: usual } =
    useRead<Settings>("/settings").value.data ?? {};
  const change = (product_id: string, facts: Partial<Line>) =>
    lines.value = lines.value.map((line) =>
      line.product_id === product_id ? { ...line, ...facts } : line
    );
  const add = async (product_id: string, description: string, serial?: string) => {
    const known = lines.value.some((line) => line.product_id === product_id);
    lines.value = withPiece(lines.value, { product_id, description, serial });
    announce(description);
    if (!known) change(product_id, await productFacts(product_id));
  };
  const take = async (code: string) => {
    const found = await productOf(code);
    if (!found) return toast(s("unknown_code", { code }));
    await add(found.product_id, found.product_id_title, found.serial_number);
  };
  useEffect(() => {
    // of the lines of a refused write: what of their products a body does not say
    for (const { product_id } of lines.value) {
      void productFacts(product_id).then(({ unit, stock, serialized, vat }) =>
        change(product_id, { unit, stock, serialized, vat })
      );
    }
    const scanned = query.get("serial");
    const product = query.get("product_id");
    if (isBack) return;
    if (scanned) void take(scanned);
    else if (product) void add(product, "…");
  }, []);
  const Paste = useDesk<PasteLinesProps>("/invoices/new");
  const amounts = lines.value.map(amountOf);
  const rate = String(Number(exact(more.value.vat_percent || String(usual ?? 0))));
  const total = invoiceTotal(
    amounts,
    exact(more.value.discount),
    lines.value.map(({ vat }) => vat ?? rate),
  );
  const faults = missing(lines.value, customer.value.id, more.value, free);
  const errors = judged.value ? faults : faultsOf(again?.problem);
  const save = async () => {
    judged.value = true;
    if (Object.keys(faults).length > 0) return announce(rt("check_fields"));
    const goOn = onward();
    done();
    const body = bodyOf(lines.value, customer.value.id, more.value);
    const title = s("name_invoice", { name: customer.value.title, amount: money(total) });
    if (again) {
      await retry(again.key, { body, title });
      return goOn("/queue");
    }
    const write = await enqueue({
      method: "POST",
      path: "/invoices",
      body,
      title,
      names: { customer_name: customer.value.title },
      list: "/invoices",
      form: "#/invoices/new",
    });
    goOn("/invoices");
    saySaved(write);
  };
  if (!may("invoices.write")) return <Gone />;
  return (
    <Screen title={s("new_invoice")}>
      <Form onSubmit={save}>
        <ScanButton
          open={query.has("serial") || query.has("product_id")}
          onCode={(code) => void take(code)}
        />
        {again?.problem && (
          <p class="notice card">
            <Refused {...again} />
          </p>
        )}
        {lines.value.map((line) => (
          <LineCard
            key={line.product_id}
            line={line}
            errors={{
              price: errors[line.product_id],
              pieces: errors[`pieces-${line.product_id}`],
              discount: errors[`discount-${line.product_id}`],
            }}
            onChange={(facts) => change(line.product_id, facts)}
            onRemove={() => lines.value = lines.value.filter((one) => one !== line)}
          />
        ))}
        {Paste && (
          <Paste
            lines={lines.value}
            productOf={productOf}
            factsOf={productFacts}
            onAdd={(more) => lines.value = [...lines.value, ...more]}
          />
        )}
        <Pick
          name="product_id"
          label={s(lines.value.length ? "another_product" : "product")}
          value=""
          typed={lines.value.length > 0}
          error={errors.product_id}
          from={{
            path: "/products",
            query: "in_stock=true&active=true",
            line: ({ stock_qty, unit, selling_price }: Product) =>
              stock_qty === undefined // known by the synchronised list alone
                ? ""
                : [quantityOf(stock_qty, unit), selling_price !== null && money(selling_price)]
                  .filter(Boolean).join(" · "),
          }}
          onInput={(id, title) => void add(id, title)}
        />
        <Pick
          name="customer_id"
          label={s("customer")}
          required
          value={customer.value.id}
          title={customer.value.title}
          error={errors.customer_id}
          from={{ path: "/customers", query: "active=true" }}
          onInput={(id, title) => customer.value = { id, title }}
        />
        {!customer.value.id && may("customers.write") && (
          <NewCustomer onMade={(made) => customer.value = made} />
        )}
        {(["discount", "vat_percent", "invoice_date", "due_date"] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={name === "discount" ? `${s(name)} (৳)` : s(name)}
            type={/date/.test(name) ? "date" : "decimal"}
            value={more.value[name]}
            error={errors[name]}
            hint={name === "vat_percent" && usual != null
              ? s("vat_usual", { n: number(usual) })
              : undefined}
            onInput={(value) => put({ [name]: value })}
          />
        ))}
        <Card>
          <Sums main={[s("total"), total]} />
          <p class="muted">{inWords(total)}</p>
          {customer.value.id && !customer.value.id.startsWith("~") && (
            <Credit id={customer.value.id} total={total} paid={exact(more.value.paid)} />
          )}
        </Card>
        {may("payments.write") && (
          <>
            <Field
              name="paid"
              label={`${s("paid_now")} (৳)`}
              type="decimal"
              value={more.value.paid}
              error={errors["payment.amount"]}
              onInput={(paid) => put({ paid })}
            />
            {isMore(exact(more.value.paid), "0")
              ? (
                <Chips
                  name="method"
                  label={s("method")}
                  first={5}
                  choices={methodChoices()}
                  value={more.value.method}
                  onInput={(method) => put({ method })}
                />
              )
              : <Button look="quiet" onClick={() => put({ paid: total })}>{s("in_full")}</Button>}
          </>
        )}
        <div class="pinned">
          <Button type="submit" look="main" icon="check" wide>{rt("save")}</Button>
        </div>
      </Form>
    </Screen>
  );
}
