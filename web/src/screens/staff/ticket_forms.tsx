import type { Product } from "../../core/answers.ts";
import { Card, number, readKept, toast, useRead } from "../../kit/mod.ts";
import { formScreen, priority, quantityOf, rt, type Values } from "../../records/mod.ts";
import { Viewfinder } from "../../scan/viewfinder.tsx";
import { productOf } from "./scanned_product.ts";
import { faults, Found, isScanned, valuesOf } from "./rma_form.tsx";
import { TICKETS } from "./ticket_parts.tsx";
import { done, w } from "./warranty.tsx";

/** A machine needs service: scanned, its customer is known. */
export const form = formScreen({
  title: () => w("new_ticket"),
  path: TICKETS,
  list: TICKETS,
  photosOf: "service_ticket",
  prefill: async ({ query }) => {
    const scanned = query.get("serial");
    if (!scanned) return {};
    const { serial, ...more } = await valuesOf(scanned);
    return { ...more, serial_number: serial };
  },
  above: (values, fill) => <Found values={values} serialField="serial_number" fill={fill} />,
  name: (body) => w("name_ticket", { problem: String(body.problem_description) }),
  fields: [
    {
      name: "customer_id",
      label: () => w("customer"),
      type: "pick",
      from: { path: "/customers", query: "active=true" },
      required: true,
    },
    {
      name: "problem_description",
      label: () => w("problem"),
      type: "suggest",
      sentences: faults,
      required: true,
    },
    { name: "photos", label: () => w("photo"), type: "photos" },
    priority(() => w("priority")),
    { name: "serial_number", label: () => w("serial"), hide: isScanned },
    { name: "machine_model", label: () => w("model"), hide: isScanned },
  ],
});

/** The camera until there is a product, then how many of it there are. */
function Scanned({ values, fill }: { values: Values; fill: (values: Values) => void }) {
  const product = useRead<Product>(
    values.product_id ? `/products/${values.product_id}` : undefined,
  ).value.data;
  const take = async (code: string) => {
    const found = await productOf(code);
    if (found) fill(found);
    else toast(w("unknown_part", { code }));
  };
  return (
    <>
      <Viewfinder compact onCode={(code) => void take(code)} />
      {product && (
        <Card>
          <p>{w("in_stock", { n: quantityOf(product.stock_qty, product.unit) })}</p>
        </Card>
      )}
    </>
  );
}

/** A part that was used: it leaves stock, and the customer pays it unless it is under warranty. */
export const part = formScreen({
  title: () => w("add_part"),
  path: `${TICKETS}/:id/parts`,
  of: `${TICKETS}/:id`,
  screen: `${TICKETS}/:id/parts/new`,
  list: TICKETS,
  above: (values, fill) => <Scanned values={values} fill={fill} />,
  name: (_body, values) =>
    w("name_part", { n: number(values.quantity), part: values.product_id_title ?? "" }),
  fields: [
    {
      name: "product_id",
      label: () => w("part"),
      type: "pick",
      from: {
        path: "/products",
        query: "in_stock=true&active=true",
        line: ({ stock_qty, unit }: Product) =>
          stock_qty === undefined ? "" : quantityOf(stock_qty, unit),
      },
      required: true,
    },
    { name: "quantity", label: () => w("quantity"), type: "stepper", initial: () => "1" },
    {
      name: "serial_number",
      label: () => w("serial"),
      when: ({ quantity }) => quantity === "1",
    },
    { name: "note", label: () => w("note") },
  ],
});

/** The work is done: a picture and a sentence of it, then the ticket is closed. */
export const close = formScreen({
  title: () => w("close_ticket"),
  path: `${TICKETS}/:id`,
  method: "PUT",
  of: `${TICKETS}/:id`,
  screen: `${TICKETS}/:id/close`,
  list: TICKETS,
  photosOf: "service_ticket",
  save: () => rt("save"),
  prefill: async ({ params }): Promise<Values> => {
    const ticket = (await readKept(`${TICKETS}/${params.id}`))?.data as
      | { status: string }
      | undefined;
    return ticket ? { expected_status: ticket.status } : {};
  },
  also: () => ({ status: "closed" }),
  name: () => w("name_close"),
  fields: [
    { name: "photos", label: () => w("photo"), type: "photos" },
    {
      name: "note",
      label: () => w("what_was_done"),
      type: "suggest",
      sentences: done,
    },
    { name: "expected_status", label: () => w("problem"), type: "hidden" },
  ],
});
