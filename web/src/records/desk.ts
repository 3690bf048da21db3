import { type ComponentType, useEffect, useSignal, wordsReady } from "../kit/mod.ts";

/** What the table of a list is given. */
export interface DeskTable<R> {
  label: string;
  rows: R[];
  /** its screen, such as /tasks */
  screen: string;
  /** the address of the list */
  query: URLSearchParams;
  /** where a row leads, if not to its own record */
  hrefOf: (record: R) => string | undefined;
}

// deno-lint-ignore no-explicit-any -- each is of its own screen's records
type Tables = Record<string, ComponentType<any>>;
/** Brings the tables of lists and what forms have more of, by their screens, for who has the room. */
export const deskTables: { bring?: () => Promise<{ tables: Tables }> } = {};

// a sheet of paper has the room too
const wide = matchMedia("(min-width: 1024px), print");

/** Whether there is room for a table. */
export function useRoom(): boolean {
  const room = useSignal(wide.matches);
  useEffect(() => {
    const turned = () => room.value = wide.matches;
    turned(); // or it turned since
    wide.addEventListener("change", turned);
    return () => wide.removeEventListener("change", turned);
  }, []);
  return room.value;
}

/** The table of a list where there is room for one, null while it comes. */
export function useDesk<Props>(screen: string): ComponentType<Props> | null | undefined {
  const bring = useRoom() && deskTables.bring;
  const table = useSignal<Tables[string] | null | undefined>(bring ? null : undefined);
  useEffect(() => {
    if (!bring) return;
    bring().then(async ({ tables }) => {
      await wordsReady();
      table.value = tables[screen];
    }, () => table.value = undefined); // without internet the rows of a phone will do
  }, [bring]);
  return bring ? table.value : undefined;
}
