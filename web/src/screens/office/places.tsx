import type { PlaceStock, StockTransfer } from "../../core/answers.ts";
import {
  ButtonLink,
  Code,
  date,
  EmptyState,
  List,
  may,
  number,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit/mod.ts";
import {
  detailScreen,
  documentOf,
  listScreen,
  quantityOf,
  rt,
  StatusBadge,
} from "../../records/mod.ts";
import { codesIn } from "../trade/codes.ts";
import { Pieces } from "../trade/pieces.tsx";
import { reportName } from "../trade/report_names.ts";
import { o } from "./words.ts";

const PATH = "/stock-transfers";
const title = (one: StockTransfer) => `${one.from_place_name} → ${one.to_place_name}`;

/** Goods that go from place to place, newest first. */
export const transfers = listScreen<StockTransfer>({
  title: () => o("transfers"),
  path: PATH,
  screen: PATH,
  icon: "ship",
  search: true,
  filters: [
    { label: () => o("on_the_way"), query: "status=sent,partly_received" },
    { label: () => rt("all"), query: "" },
  ],
  row: (one) => ({
    title: title(one),
    lines: [
      <Code key="no">{one.reference_no}</Code>,
      `${date(one.sent_on)} · ${
        one.lines.map((line) => `${number(line.quantity)} × ${line.product_name}`).join(", ")
      }`,
    ],
    badges: <StatusBadge status={one.status} />,
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => o("send_goods"), to: `${PATH}/new`, may: "stock.move" },
  empty: () => o("no_transfers"),
});

const isOpen = (one: StockTransfer) =>
  one.id !== undefined && ["sent", "partly_received"].includes(one.status);

const leftOf = (one: StockTransfer) => one.lines.filter((line) => line.on_the_way > 0);

/** The numbers of a line's pieces that have not arrived, where all of them are known. */
function piecesLeft(one: StockTransfer, id: string | undefined): string[] {
  const line = one.lines.find((each) => String(each.id) === id);
  const left = line?.serial_numbers.filter((each) => !line.received_serial_numbers.includes(each));
  return left?.length === line?.on_the_way ? left ?? [] : [];
}

export const transfer = detailScreen<StockTransfer>({
  path: PATH,
  screen: PATH,
  title: (one) => one.from_place_name ? title(one) : o("transfers"),
  status: (one) => one.status,
  sections: [
    {
      title: () => o("goods"),
      when: (one) => !!one.lines?.length,
      show: (one) => (
        <List>
          {one.lines.map((line) => (
            <Row
              key={line.id}
              href={`#/products/${line.product_id}`}
              title={line.product_name}
              lines={[
                line.serial_numbers.join(", "),
                [
                  line.received > 0 && o("n_arrived", { n: number(line.received) }),
                  line.on_the_way > 0 && o("n_on_the_way", { n: number(line.on_the_way) }),
                  line.sent_back > 0 && o("n_sent_back", { n: number(line.sent_back) }),
                  line.lost > 0 && o("n_lost", { n: number(line.lost) }),
                ].filter(Boolean).join(" · "),
              ]}
              side={quantityOf(line.quantity, line.unit)}
            />
          ))}
        </List>
      ),
    },
    {
      rows: (one) => [
        [o("sent_on"), one.sent_on && date(one.sent_on)],
        [o("arrived_on"), one.received_on && date(one.received_on)],
        [o("carried_by"), one.carried_by],
        [rt("note"), one.note],
        [rt("reason"), one.closed_reason],
      ],
    },
    documentOf(PATH, () => o("transfer_note")),
  ],
  actions: [
    {
      label: () => o("all_arrived"),
      icon: "check",
      look: "main",
      may: "stock.move",
      when: isOpen,
      write: (one) => ({
        method: "POST",
        path: `${PATH}/${one.id}/receive`,
        body: {},
        title: o("name_arrived", { number: one.reference_no }),
      }),
    },
    {
      label: () => o("some_arrived"),
      icon: "edit",
      may: "stock.move",
      when: isOpen,
      ask: (one) => [
        {
          name: "line",
          label: () => o("product"),
          type: "chips",
          required: true,
          initial: () => String(leftOf(one)[0].id),
          choices: () =>
            leftOf(one).map(({ id, product_name }) => ({
              value: String(id),
              label: product_name,
            })),
        },
        {
          name: "serials",
          label: () => o("serials"),
          max: 100_000,
          required: true,
          when: ({ line }) => piecesLeft(one, line).length > 0,
          check: (text, { line }) =>
            codesIn(text).some((each) => piecesLeft(one, line).includes(each))
              ? undefined
              : rt("required"),
          own: ({ label, value, values, error, onInput }) => (
            <Pieces
              label={label}
              all={piecesLeft(one, values?.line)}
              chosen={codesIn(value).filter((each) => piecesLeft(one, values?.line).includes(each))}
              error={error}
              onChange={(chosen) => onInput(chosen.join("\n"))}
            />
          ),
        },
        {
          name: "quantity",
          label: () => o("quantity"),
          type: "decimal",
          required: true,
          when: ({ line }) => piecesLeft(one, line).length === 0,
        },
      ],
      write: (one, { line, quantity, serials }) => {
        const chosen = codesIn(String(serials ?? ""));
        const pieces = piecesLeft(one, String(line)).filter((each) => chosen.includes(each));
        const arrived = pieces.length > 0
          ? { quantity: pieces.length, serial_numbers: pieces }
          : { quantity };
        return {
          method: "POST",
          path: `${PATH}/${one.id}/receive`,
          body: { lines: [{ id: Number(line), ...arrived }] },
          title: o("name_arrived", { number: one.reference_no }),
        };
      },
    },
    {
      label: () => o("never_arrives"),
      icon: "close",
      look: "quiet",
      may: "stock.move",
      when: isOpen,
      ask: () => [
        {
          name: "outcome",
          label: () => o("what_became"),
          type: "chips",
          required: true,
          choices: () =>
            (["sent_back", "lost"] as const).map((value) => ({ value, label: o(value) })),
        },
        { name: "reason", label: () => rt("reason"), required: true },
      ],
      write: (one, answers) => ({
        method: "POST",
        path: `${PATH}/${one.id}/close`,
        body: answers,
        title: o("name_closed", { number: one.reference_no }),
      }),
    },
  ],
});

/** Where a product lies. */
export function PlacesOf({ params }: ScreenProps) {
  const read = useRead<PlaceStock[]>(`/place-stock?product_id=${params.id}`).value;
  const { instead, over } = readState(read);
  return (
    <Screen title={o("where_it_lies")}>
      {over}
      {instead ?? (read.data!.length === 0 ? <EmptyState icon="box" title={o("nowhere")} /> : (
        <List>
          {read.data!.map((row) => (
            <Row
              key={row.id}
              title={row.place_name}
              lines={[<Code key="code">{row.place_code}</Code>]}
              side={quantityOf(row.quantity, row.unit)}
            />
          ))}
        </List>
      ))}
      <ButtonLink href={`#/reports/stock-card?product_id=${params.id}`} icon="chart" wide>
        {reportName("stock-card")}
      </ButtonLink>
      {may("stock.move") && (
        <ButtonLink href={`#${PATH}/new?product_id=${params.id}`} icon="ship" wide>
          {o("send_goods")}
        </ButtonLink>
      )}
    </Screen>
  );
}
