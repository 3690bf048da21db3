import { Card, Code, useEffect, useRef } from "../../kit/mod.ts";
import { formScreen, type Values } from "../../records/mod.ts";
import { Viewfinder } from "../../scan/viewfinder.tsx";
import { RMAS, thingOf } from "./rma_words.ts";
import { scanned } from "./scanned_product.ts";
import { Verdict, w } from "./warranty.tsx";

/** A serial as a form takes it over: whose it is, and whether we stand for it. */
export async function valuesOf(serial: string): Promise<Values> {
  const { serial: piece } = await scanned(serial);
  const known = (value?: string | number | null) => value === null ? "" : String(value ?? "");
  return {
    serial: piece?.serial_number ?? serial,
    machine_model: known(piece?.machine_model ?? piece?.product_name),
    customer_id: known(piece?.customer_id),
    customer_id_title: known(piece?.customer_name),
    customer_name: known(piece?.customer_name),
    customer_phone: known(piece?.customer_phone),
    supplier_id: known(piece?.supplier_id),
    supplier_name: known(piece?.supplier_name),
    warranty: piece ? JSON.stringify(piece.warranty) : "",
  };
}

/** A serial that is known and was not typed, which may be mended. */
export const isScanned = ({ warranty, typed }: Values) => !!warranty && !typed;

/** Who and what the scanned serial is; without one, the camera looks for it. */
export function Found(
  { values, serialField, fill }: {
    values: Values;
    serialField: string;
    fill: (values: Values) => void;
  },
) {
  const now = useRef(values);
  now.current = values;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let filled: Values = {};
    /** What is typed and left is looked up as what is scanned; what somebody entered beside it stays. */
    const left = async ({ target }: Event) => {
      const { name, value } = target as HTMLInputElement;
      if (name !== serialField || !value.trim()) return;
      const found = await valuesOf(value.trim());
      const isOurs = (name: string) => (now.current[name] || "") === (filled[name] ?? "");
      // somebody's name and another one's number would be nobody's
      const hasCustomer = !["customer_id", "customer_name"].every(isOurs);
      const open = Object.fromEntries(
        Object.entries(found).filter(([name]) =>
          name === "warranty" || isOurs(name) && !(hasCustomer && name.startsWith("customer_"))
        ),
      );
      filled = { ...filled, ...open };
      fill({ ...open, typed: "true" });
    };
    const form = box.current!.closest("form")!;
    form.addEventListener("change", left);
    return () => form.removeEventListener("change", left);
  }, []);
  const take = async (code: string) => {
    const { serial, ...more } = await valuesOf(code);
    fill({ ...more, [serialField]: serial });
  };
  return (
    <div ref={box}>
      {values[serialField]
        ? <Piece values={values} serial={values[serialField]} />
        : <Viewfinder compact onCode={(code) => void take(code)} />}
    </div>
  );
}

/** A piece that is known here. */
function Piece({ values, serial }: { values: Values; serial: string }) {
  if (!values.warranty) return null;
  return (
    <Card>
      <p class="strong">{values.machine_model || w("machine")}</p>
      <p class="muted">
        <Code>{serial}</Code>
      </p>
      <Verdict warranty={JSON.parse(values.warranty)} />
      {values.customer_id && (
        <p>
          <b>{values.customer_name}</b> <Code>{values.customer_phone}</Code>
        </p>
      )}
      {values.supplier_name && <p class="muted">{w("supplier")}: {values.supplier_name}</p>}
    </Card>
  );
}

export const faults = () =>
  ([
    "fault_power",
    "fault_print",
    "fault_display",
    "fault_burnt",
    "fault_motor",
    "fault_noise",
  ] as const)
    .map((key) => w(key));

/** A machine or board goes back to its supplier: scanned, its customer and supplier are known. */
export const form = formScreen({
  title: () => w("new_rma"),
  path: RMAS,
  list: "/rmas",
  photosOf: "rma",
  prefill: async ({ query }) => {
    const scanned = query.get("serial");
    if (!scanned) return {};
    const { serial, ...more } = await valuesOf(scanned);
    return { ...more, machine_serial_number: serial };
  },
  above: (values, fill) => (
    <Found values={values} serialField="machine_serial_number" fill={fill} />
  ),
  name: (body) =>
    w("name_rma", { thing: thingOf(body) }),
  fields: [
    {
      name: "fault_description",
      label: () =>
        w("fault"),
      type: "suggest",
      sentences: faults,
      required: true,
    },
    { name: "photos", label: () => w("photo"), type: "photos" },
    {
      name: "machine_serial_number",
      label: () => w("machine_serial"),
      hide: isScanned,
    },
    { name: "machine_model", label: () => w("model"), hide: isScanned },
    { name: "board_type", label: () => w("board") },
    { name: "board_serial_number", label: () => w("board_serial") },
    { name: "customer_name", label: () => w("customer"), when: ({ customer_id }) => !customer_id },
    {
      name: "customer_phone",
      label: () => w("phone"),
      type: "tel",
      when: ({ customer_id }) => !customer_id,
    },
    { name: "customer_id", label: () => w("customer"), type: "hidden", asNumber: true },
    { name: "service_ticket_id", label: () => w("ticket"), type: "hidden", asNumber: true },
    { name: "supplier_id", label: () => w("supplier"), type: "hidden", asNumber: true },
  ],
});
