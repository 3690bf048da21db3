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

const wide = matchMedia("(min-width: 1024px)");

/** The table of a list where there is room for one, null while it comes. */
export function useDesk<Props>(screen: string): ComponentType<Props> | null | undefined {
  const room = useSignal(wide.matches && deskTables.bring);
  const table = useSignal<Tables[string] | null | undefined>(null);
  useEffect(() => {
    const turned = () => room.value = wide.matches && deskTables.bring;
    wide.addEventListener("change", turned);
    return () => wide.removeEventListener("change", turned);
  }, []);
  useEffect(() => {
    if (!room.value) return;
    room.value().then(async ({ tables }) => {
      await wordsReady();
      table.value = tables[screen];
    }, () => table.value = undefined); // without internet the rows of a phone will do
  }, [room.value]);
  return room.value ? table.value : undefined;
}
