import type { BillOfEntry, CustomsTariff, DutyRow, Shipment } from "../../core/answers.ts";
import {
  Button,
  ButtonLink,
  Card,
  Code,
  date,
  dhakaDate,
  enqueue,
  Field,
  List,
  may,
  money,
  number,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit/mod.ts";
import {
  detailScreen,
  type FieldDef,
  formScreen,
  listScreen,
  rt,
  saySaved,
  type Source,
  StatusBadge,
  type Values,
} from "../../records/mod.ts";
import { o, text } from "./words.ts";

const PATH = "/import-logistics/bills-of-entry";
const SHIPMENTS = "/import-logistics/shipments";
const TARIFFS = "/import-logistics/customs-tariffs";
const levies = ["cd", "rd", "sd", "vat", "at", "ait"] as const;

/** The bills of a shipment, and what its levies were thought to be, are and cost. */
export function Bills({ params }: ScreenProps) {
  const read = useRead<BillOfEntry[]>(`${PATH}?shipment_id=${params.id}&limit=200`).value;
  const { instead, over } = readState(read);
  const bills = read.data;
  const duty = useRead<DutyRow[]>(`/reports/duty?shipment_id=${params.id}&limit=200`).value.data;
  const estimate = async () =>
    saySaved(
      await enqueue({
        method: "POST",
        path: `${SHIPMENTS}/${params.id}/duty-estimate`,
        body: {},
        title: o("estimate_duty"),
      }),
    );
  return (
    <Screen title={o("bills")}>
      {over}
      {instead ?? (
        <>
          {bills!.length === 0 && <p class="muted">{o("no_bills")}</p>}
          <List>
            {bills!.map((bill) => (
              <Row
                key={bill.id}
                href={`#/shipments/bills/${bill.id}`}
                title={<Code>{bill.number}</Code>}
                lines={[`${bill.office} · ${date(bill.entry_date)}`]}
                badges={<StatusBadge status={bill.status} />}
                side={money(bill.total)}
              />
            ))}
          </List>
        </>
      )}
      {!!duty?.length && (
        <Card title={o("duty")}>
          <div class="scroll" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {(["levy", "estimated", "assessed", "booked"] as const).map((name) => (
                    <th key={name} scope="col">{o(name)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {duty.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">{o(row.levy)} · {row.product_name}</th>
                    <td>{row.estimated === null ? "–" : number(row.estimated)}</td>
                    <td>{row.assessed === null ? "–" : number(row.assessed)}</td>
                    <td>{number(row.posted)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
      {may("costs.write") && (
        <div class="actions">
          <ButtonLink href={`#/shipments/${params.id}/bills/new`} icon="plus" wide>
            {o("new_bill")}
          </ButtonLink>
          <Button wide icon="chart" onClick={estimate}>{o("estimate_duty")}</Button>
          <ButtonLink href="#/shipments/tariff" icon="paper" wide>{o("tariff")}</ButtonLink>
        </div>
      )}
    </Screen>
  );
}

/** A bill as customs assessed it, beside what the tariff makes of it. */
export const bill = detailScreen<BillOfEntry>({
  path: PATH,
  screen: "/shipments/bills",
  title: (one) => one.number,
  status: (one) => one.status,
  sections: [
    {
      rows: (one) => [
        [o("office"), one.office],
        [o("date"), one.entry_date && date(one.entry_date)],
        [o("declarant"), one.declarant],
        [o("assessment"), one.assessment_number],
        [o("challan"), one.challan_number],
        [o("assessable"), one.assessable_value !== undefined && money(one.assessable_value)],
        ...levies.map((levy): [string, string | false] => [
          o(levy),
          !!Number(one[levy]) && money(one[levy]),
        ]),
        [o("total"), one.total !== undefined && money(one.total)],
        [rt("note"), one.note],
      ],
    },
    {
      title: () => o("lines"),
      when: (one) => !!one.lines?.length,
      show: (one) => (
        <List>
          {one.lines!.map((line) => (
            <Row
              key={line.id}
              title={<Code>{line.hs_code}</Code>}
              lines={[
                line.description,
                ...line.differences.map(({ levy, assessed, computed }) =>
                  o("off_tariff", {
                    levy: o(levy),
                    assessed: number(assessed),
                    computed: number(computed),
                  })
                ),
              ]}
              side={money(line.assessable_value)}
            />
          ))}
        </List>
      ),
    },
  ],
  actions: [
    {
      label: () => o("book_bill"),
      icon: "check",
      look: "main",
      may: "costs.write",
      when: ({ id, status }) => id !== undefined && status === "draft",
      say: () => o("book_bill_say"),
      ask: () => [
        text("entry_date", "date", { type: "date", initial: () => dhakaDate() }),
        text("paid_from", "paid_from", { type: "chips", asNumber: true, from: moneyAccounts }),
      ],
      write: ({ id, number: no }, answers) => ({
        method: "POST",
        path: `${PATH}/${id}/post`,
        body: answers,
        title: o("name_booked", { number: no }),
      }),
    },
    {
      label: () => o("reverse_bill"),
      icon: "back",
      look: "quiet",
      may: "costs.write",
      when: ({ status }) => status === "posted",
      say: () => o("reverse_say"),
      ask: () => [{ name: "reason", label: () => rt("reason"), required: true }],
      write: ({ id }, answers) => ({
        method: "POST",
        path: `${PATH}/${id}/reverse`,
        body: answers,
        title: o("name_reversed"),
      }),
    },
    {
      label: () => o("shipment"),
      icon: "ship",
      when: ({ shipment_id }) => shipment_id !== undefined,
      to: ({ shipment_id }) => `/shipments/${shipment_id}`,
    },
  ],
});

const moneyAccounts: Source = {
  path: "/accounts",
  query: "kind=money&limit=50",
  choice: ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name }),
};

/** What is typed of an item: `hs_7`, `av_7`, `cd_7` … by its id. */
const valuesOfItem = (values: Values, id: number) => {
  const of = (name: string) => values[`${name}_${id}`]?.trim() || undefined;
  return { hs_code: of("hs"), assessable_value: of("av"), of };
};

/** The items of the shipment, a line of the bill each; what is left empty the tariff works out. */
function Lines({ id, values, fill }: { id: string; values: Values; fill: (more: Values) => void }) {
  const read = useRead<Shipment>(`${SHIPMENTS}/${id}`).value;
  const { instead } = readState(read);
  if (instead) return <>{instead}</>;
  const items = read.data!.items ?? [];
  const ids = items.map((item) => item.id).join(",");
  if (values.items !== ids) {
    const codes = items.map(({ id, hs_code }) => [`hs_${id}`, hs_code ?? ""]);
    queueMicrotask(() => fill({ items: ids, ...Object.fromEntries(codes) }));
  }
  return (
    <>
      {items.map((item) => {
        const box = (name: string, label: string) => (
          <Field
            key={name}
            name={`${name}_${item.id}`}
            label={label}
            type={name === "hs" ? "text" : "decimal"}
            value={values[`${name}_${item.id}`] ?? ""}
            onInput={(value) => fill({ [`${name}_${item.id}`]: value })}
          />
        );
        return (
          <Card key={item.id} title={item.product_name}>
            {box("hs", o("hs_code"))}
            {box("av", o("assessable"))}
            <details>
              <summary>{o("levies_by_hand")}</summary>
              {levies.map((levy) => box(levy, o(levy)))}
            </details>
          </Card>
        );
      })}
    </>
  );
}

const head: FieldDef[] = [
  text("office", "office", {
    type: "chips",
    required: true,
    initial: () => "301",
    choices: () => ["301", "101", "501", "601"].map((value) => ({ value, label: value })),
  }),
  text("number", "bill_number", { required: true }),
  text("entry_date", "date", { type: "date", required: true, initial: () => dhakaDate() }),
  text("declarant", "declarant"),
  text("customs_rate", "customs_rate", { type: "decimal" }),
  text("assessment_number", "assessment"),
  text("challan_number", "challan"),
  text("note", "notes", { type: "area" }),
  { name: "items", label: () => o("lines"), type: "hidden", local: true },
];

/** A bill of entry of a shipment, typed from the paper. */
export function NewBill(props: ScreenProps) {
  const Form = billForm(props.params.id);
  return <Form {...props} />;
}

const forms = new Map<string, ReturnType<typeof formScreen>>();
function billForm(id: string) {
  const known = forms.get(id) ?? formScreen({
    title: () => o("new_bill"),
    path: PATH,
    list: "/shipments",
    of: `${SHIPMENTS}/:id`,
    screen: "/shipments/:id/bills/new",
    name: ({ number }) => o("made", { name: String(number) }),
    above: (values, fill) => <Lines id={id} values={values} fill={fill} />,
    shape: (body, values) => ({
      ...body,
      shipment_id: Number(id),
      lines: (values.items ?? "").split(",").filter(Boolean).flatMap((item) => {
        const { hs_code, assessable_value, of } = valuesOfItem(values, Number(item));
        if (!assessable_value) return [];
        const typed = levies.flatMap((levy) => of(levy) ? [[levy, of(levy)]] : []);
        return [{
          hs_code,
          shipment_item_ids: [Number(item)],
          assessable_value,
          ...Object.fromEntries(typed),
        }];
      }),
    }),
    fields: head,
  });
  forms.set(id, known);
  return known;
}

const rates: FieldDef[] = [
  text("cd_percent", "cd", { type: "decimal" }),
  text("rd_percent", "rd", { type: "decimal" }),
  text("sd_percent", "sd", { type: "decimal" }),
  text("vat_percent", "vat", { type: "decimal" }),
  text("at_percent", "at", { type: "decimal" }),
  text("ait_percent", "ait", { type: "decimal" }),
  text("source", "source"),
];

/** What customs ask of codes, each from a day on. */
export const tariff = listScreen<CustomsTariff>({
  title: () => o("tariff"),
  path: TARIFFS,
  screen: "/shipments/tariff",
  icon: "paper",
  search: true,
  row: (one) => ({
    title: <Code>{one.hs_code}</Code>,
    lines: [
      one.description,
      (["cd", "rd", "sd", "vat", "at", "ait"] as const).flatMap((levy) => {
        const rate = one[`${levy}_percent`];
        return rate === null ? [] : [`${o(levy)} ${number(rate)}%`];
      }).join(" · "),
    ],
    side: date(one.valid_from),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => o("new_tariff"), to: "/shipments/tariff/new", may: "costs.write" },
  empty: () => o("no_tariff"),
});

const nameOfTariff = (word: "made" | "changed") => ({ hs_code }: Record<string, unknown>) =>
  o(word, { name: String(hs_code ?? o("tariff")) });

export const newTariff = formScreen({
  title: () => o("new_tariff"),
  path: TARIFFS,
  list: "/shipments/tariff",
  name: nameOfTariff("made"),
  fields: [
    text("hs_code", "hs_code", { required: true }),
    text("description", "content"),
    text("valid_from", "from_day", { type: "date", required: true, initial: () => dhakaDate() }),
    ...rates,
  ],
});

export const editTariff = formScreen({
  title: () => o("new_edit", { name: o("tariff") }),
  path: `${TARIFFS}/:id`,
  method: "PUT",
  screen: "/shipments/tariff/:id",
  list: "/shipments/tariff",
  edits: true,
  name: nameOfTariff("changed"),
  fields: [text("description", "content"), ...rates],
});
