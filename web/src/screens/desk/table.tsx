import {
  type ComponentType,
  type Frame,
  IconButton,
  money,
  number,
  place,
  screenAt,
  type ScreenProps,
  useEffect,
  useMemo,
  useSignal,
} from "../../kit/mod.ts";
import { type DeskTable, toList } from "../../records/mod.ts";
import type { en } from "../../strings/desk.en.ts";
import { chosenColumns, ColumnChoice } from "./columns.tsx";
import type { Column } from "./kinds.tsx";
import { d } from "./words.ts";

/** A list as a table, for who has the room: sorted by its headings, with sums, and the record beside it. */
export function tableOf<R extends { id: number } & Taken>(all: Column<R>[]) {
  return function Table({ label, rows, screen, query, hrefOf }: DeskTable<R>) {
    const columns = chosenColumns(screen, all);
    const [by, open] = [query.get("by") ?? "", query.get("open") ?? ""];
    return (
      <div class="desk">
        <div class="scroll" tabIndex={0}>
          <table aria-label={label}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Heading
                    key={column.head}
                    {...column}
                    by={by}
                    onSort={(next) => toList(screen, { by: next })}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((record) => (
                <Line
                  key={record.id}
                  columns={columns}
                  record={record}
                  href={hrefOf(record) ?? `#${screen}/${record.id}`}
                  own={!hrefOf(record)}
                  chosen={open === String(record.id)}
                  onOpen={() => toList(screen, { open: String(record.id) })}
                />
              ))}
            </tbody>
            <Sums columns={columns} rows={rows} />
          </table>
        </div>
        <ColumnChoice screen={screen} all={all} />
        {open && (
          <Aside
            path={`${screen}/${open}`}
            onClose={() => toList(screen, { open: "" })}
          />
        )}
      </div>
    );
  };
}

/** Pressed once it sorts upwards, again downwards, and then as the list comes. */
function Heading({ head, sort, end, by, onSort }: {
  head: keyof typeof en;
  sort?: string;
  end?: boolean;
  by: string;
  onSort: (by: string) => void;
}) {
  const at = by === sort ? "ascending" : by === `-${sort}` ? "descending" : undefined;
  const next = at === undefined ? sort! : at === "ascending" ? `-${sort}` : "";
  return (
    <th scope="col" class={end ? "end" : undefined} aria-sort={sort ? at ?? "none" : undefined}>
      {sort
        ? (
          <button
            type="button"
            onClick={() => onSort(next)}
          >
            {d(head)}
            <span aria-hidden="true">
              {at === "ascending" ? " ↑" : at === "descending" ? " ↓" : ""}
            </span>
          </button>
        )
        : d(head)}
    </th>
  );
}

function Line<R>({ columns: [first, ...others], record, href, own, chosen, onOpen }: {
  columns: Column<R>[];
  record: R;
  href: string;
  /** whether it leads to the record itself, which can stand beside the list */
  own: boolean;
  chosen: boolean;
  onOpen: () => void;
}) {
  const beside = (event: MouseEvent) => {
    // a new tab or window is the browser's
    if (!own || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <tr
      aria-selected={chosen}
      onClick={(event) => (event.target as Element).closest("a, button") || beside(event)}
    >
      <th scope="row">
        <a
          class="opens"
          href={href}
          onClick={beside}
        >
          {first.cell(record)}
        </a>
      </th>
      {others.map(({ head, cell, end, said }) => (
        <td key={head} class={end ? "end" : said && "said"}>{cell(record)}</td>
      ))}
    </tr>
  );
}

/** Of what stands: what was taken back is in the list and in no sum. */
function Sums<R extends Taken>({ columns, rows: all }: { columns: Column<R>[]; rows: R[] }) {
  const rows = all.filter(({ status, reversed_at }) =>
    !reversed_at && status !== "reversed" && status !== "void"
  );
  if (rows.length < 2 || !columns.some(({ sum }) => sum)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map(({ head, sum }, at) =>
          at === 0
            ? (
              <th key={head} scope="row">
                {d(
                  rows.length < all.length ? "sum_standing" : "sum_of",
                  { n: number(rows.length), all: number(all.length) },
                )}
              </th>
            )
            : (
              <td key={head} class="end">
                {sum && money(added(rows.map((row) => Number(sum(row) ?? 0))))}
              </td>
            )
        )}
      </tr>
    </tfoot>
  );
}

/** How a record says that it was taken back. */
interface Taken {
  status?: string | null;
  reversed_at?: string | null;
}

/** In whole hundredths, which are exact. */
const added = (amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** The record's own screen, as a part of the list's. */
function Aside({ path, onClose }: { path: string; onClose: () => void }) {
  const found = useSignal<
    { screen: ComponentType<ScreenProps>; params: Record<string, string> } | undefined
  >(undefined);
  useEffect(() => {
    place.value.route?.load().then(({ screens }) => found.value = screenAt(screens, path));
  }, [path]);
  const frame = useMemo(() => besides(onClose), [path]);
  if (!found.value) return <aside class="beside" />;
  const { screen: Known, params } = found.value;
  return (
    <aside class="beside">
      <Known key={path} params={params} query={new URLSearchParams()} frame={frame} />
    </aside>
  );
}

/** The frame of a screen that stands beside another: it can be closed, and the page keeps its own heading. */
const besides = (onClose: () => void): Frame => ({ title, sub, actions, pinned, children }) => (
  <>
    <header class="top">
      <div class="grow">
        <h2>{title}</h2>
        {sub && <p class="muted">{sub}</p>}
      </div>
      {actions}
      <IconButton icon="close" label={d("close")} onClick={onClose} />
    </header>
    {pinned}
    {children}
  </>
);
