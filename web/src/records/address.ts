import { go, place } from "../kit/mod.ts";

/** What of a list's address is not its filter: the words looked for, the order, the record beside it. */
const apart = ["search", "by", "open", "all"];

/** Who may make what a list offers to make: address → permission. */
export const makers = new Map<string, string | undefined>();

/**
 * The filter in the address of a list; undefined where it says none. What the list asks for anyway (`own`)
 * is no part of it.
 */
export function filterIn(query: URLSearchParams, own?: string): string | undefined {
  const given = [...query].filter(([name]) => !apart.includes(name));
  const asked = new URLSearchParams(own);
  const more = given.filter(([name, value]) => asked.get(name) !== value);
  if (given[0]) return new URLSearchParams(more).toString().replaceAll("%2C", ",");
  return query.has("all") ? "" : undefined;
}

/** The list that is open, with other words, another order or another record beside it; `""` takes one out. */
export function toList(
  screen: string,
  change: { search?: string; by?: string; open?: string },
): void {
  const { query } = place.value;
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  // what is beside a list is a step that one can go back from; everything else changes the list itself
  const steps = change.open !== undefined && !query.has("open") && change.open !== "";
  const said = next.toString().replaceAll("%2C", ",");
  go(said ? `${screen}?${said}` : screen, { replace: !steps });
}
