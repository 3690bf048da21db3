import {
  Button,
  ButtonLink,
  type ComponentChildren,
  EmptyState,
  go,
  type IconName,
  List,
  may,
  queue,
  readState,
  Row,
  Screen,
  type ScreenProps,
  temporaryNo,
  useRead,
  useSignal,
  type Write,
} from "../kit/mod.ts";
import { joined } from "../core/joined.ts";
import { filterIn, makers, toList } from "./address.ts";
import { ChipRow } from "./chips.tsx";
import { Find } from "./find.tsx";
import { Unsent } from "./unsent.tsx";
import { type DeskTable, useDesk } from "./desk.ts";
import { AsTable } from "./paperwork.tsx";
import { rt } from "./words.ts";

/** How a record looks in its list. */
export interface RecordRow {
  title: ComponentChildren;
  lines?: (ComponentChildren | undefined)[];
  /** under the lines; a status, say */
  badges?: ComponentChildren;
  /** at the end, such as an amount */
  side?: ComponentChildren;
  /** where it leads, if not to its own screen */
  href?: string;
}

interface Filter {
  label: () => string;
  query: string;
  /** what of it can be chosen by itself, in a second row */
  parts?: Filter[];
}

/** A list of records, said as data. Texts are functions, so that they follow the language. */
export interface ListDef<R> {
  title: () => string;
  /** list of the API */
  path: string;
  /** its screen, such as /tasks */
  screen: string;
  icon: IconName;
  row: (record: R) => RecordRow;
  /** how a record looks that is only on this phone so far, made from the body of its write */
  unsentRow?: (body: Partial<R>, write: Write) => RecordRow;
  /** chips over the list; the first is what is shown when the address says nothing */
  filters?: Filter[];
  /** always part of the query, such as `sort=due_date` */
  query?: string;
  search?: boolean;
  add?: { label: () => string; to: string | (() => string); may?: string };
  empty?: () => string;
  /** stands over the list */
  above?: (meta?: Record<string, unknown>) => ComponentChildren;
}

/** How many a list asks for at first, and by how many it grows. */
export const PAGE = 50;
const MOST = 200;

/** A button under a list that there is more of. */
export function ShowMore(
  { of, limit }: { of: { meta?: Record<string, unknown> }; limit: { value: number } },
) {
  if (!of.meta?.next_cursor || limit.value >= MOST) return null;
  return (
    <button type="button" class="button quiet wide" onClick={() => limit.value += PAGE}>
      <span>{rt("show_more")}</span>
    </button>
  );
}

export function listScreen<R extends { id: number }>(def: ListDef<R>) {
  if (typeof def.add?.to === "string") makers.set(def.add.to, def.add.may);
  return function RecordList({ query }: ScreenProps) {
    const asked = query.get("search") ?? "";
    const by = query.get("by");
    const Desk = useDesk<DeskTable<R>>(def.screen);
    const limit = useSignal(PAGE);
    const wanted = filterIn(query, def.query) ?? def.filters?.[0].query ?? "";
    const params = joined(def.query, wanted);
    params.set("limit", String(limit.value));
    if (asked) params.set("search", asked);
    if (by) params.set("sort", by);
    const read = useRead<R[]>(`${def.path}?${params}`).value;
    const { instead, over } = readState(read);
    const rows = read.data ?? [];
    const unsent = queue.value.filter((write) => write.list === def.screen);
    const none = !instead && rows.length === 0 && unsent.length === 0;
    return (
      <Screen title={def.title()} pinned={def.add && may(def.add.may) && <Add {...def.add} />}>
        {def.above?.(read.meta)}
        {def.search && (
          <Find
            value={asked}
            onFind={(search) => toList(def.screen, { search })}
          />
        )}
        {def.filters && <Filters def={def} chosen={wanted} />}
        {over}
        {unsent.length > 0 && (
          <List>
            {unsent.map((write) => (
              <Row
                key={write.key}
                href={write.method === "POST" && write.state === "waiting"
                  ? `#${def.screen}/~${write.key}`
                  : "#/queue"}
                icon={def.icon}
                {...(def.unsentRow?.({ ...write.names, ...write.body } as Partial<R>, write) ??
                  { title: write.title })}
                lines={[temporaryNo(write.key)]}
                badges={<Unsent writes={[write]} />}
              />
            ))}
          </List>
        )}
        {instead ?? (Desk
          ? rows.length > 0 && (
            <Desk
              label={def.title()}
              rows={rows}
              screen={def.screen}
              query={query}
              hrefOf={(record) => def.row(record).href}
            />
          )
          : Desk === null
          ? null
          : (
            <List label={def.title()}>
              {rows.map((record) => (
                <Row
                  key={record.id}
                  href={`#${def.screen}/${record.id}`}
                  {...def.row(record)}
                />
              ))}
            </List>
          ))}
        {none && (
          <Nothing
            def={def}
            chosen={wanted}
            asked={asked}
            onClear={() => go(`${def.screen}?all`, { replace: true })}
          />
        )}
        <ShowMore of={read} limit={limit} />
        {rows.length > 0 && <AsTable path={def.path} query={params} name={def.screen.slice(1)} />}
      </Screen>
    );
  };
}

function Filters<R>({ def, chosen }: { def: ListDef<R>; chosen: string }) {
  const isIn = ({ query, parts }: Filter): boolean => query === chosen || !!parts?.some(isIn);
  const row = (filters: Filter[]) => (
    <ChipRow
      label={rt("filters")}
      chips={filters.map((filter) => [filter.query, filter.label(), isIn(filter)])}
      onChoose={(query) => go(`${def.screen}?${query || "all"}`, { replace: true })}
    />
  );
  const parts = def.filters!.find(isIn)?.parts;
  return (
    <>
      {row(def.filters!)}
      {parts && row(parts)}
    </>
  );
}

/** Which filter hides what there may be, and the way to all of it. */
function Nothing<R>({ def, chosen, asked, onClear }: {
  def: ListDef<R>;
  chosen: string;
  asked: string;
  onClear: () => void;
}) {
  const filters = def.filters?.flatMap((one) => [one, ...one.parts ?? []]) ?? [];
  const hiding = [
    chosen && filters.find(({ query }) => query === chosen)?.label(),
    asked && `“${asked}”`,
  ].filter(Boolean).join(" · ");
  // the filter that a list opens with was not chosen by the person
  const own = asked || chosen !== (def.filters?.[0].query ?? "");
  return (
    <EmptyState
      icon={def.icon}
      title={own ? rt("nothing_filtered") : def.empty?.() ?? rt("nothing_yet")}
      text={hiding}
    >
      {hiding && <Button look="quiet" onClick={onClear}>{rt("clear")}</Button>}
    </EmptyState>
  );
}

function Add({ label, to }: NonNullable<ListDef<never>["add"]>) {
  return (
    <ButtonLink href={`#${typeof to === "string" ? to : to()}`} icon="plus" look="main" wide>
      {label()}
    </ButtonLink>
  );
}
