import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { IconName } from "../ui/icons.ts";
import type { CoreWord } from "./core_words.ts";

export interface ScreenProps {
  params: Record<string, string>;
  query: URLSearchParams;
}

/** One screen of a page. A page's routes are one list, a line each (staff_routes.ts, owner_routes.ts). */
export interface Route {
  /** `/tasks/:id`; in the address it stands behind the # */
  path: string;
  load: () => Promise<ComponentType<ScreenProps>>;
  /** the tile it has on the Work screen, and who sees it */
  work?: {
    icon: IconName;
    word: CoreWord;
    may?: string;
    /** roles that have it before the others, also on Home */
    first?: string;
  };
}

export interface Place extends ScreenProps {
  path: string;
  route?: Route;
}

let routes: Route[] = [];
export const place = signal<Place>({ path: "/", params: {}, query: new URLSearchParams() });
/** How many steps we went inside the page, so that "back" never leaves it. */
let steps = 0;

export function allRoutes(): Route[] {
  return routes;
}

export function match(path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const found = new RegExp(`^${route.path.replace(/:\w+/g, "([^/]+)")}$`).exec(path);
    if (!found) continue;
    const values = found.slice(1).map(decodeURIComponent);
    return { route, params: Object.fromEntries(names.map((name, at) => [name, values[at]])) };
  }
  return undefined;
}

function read(): void {
  // `#s=CODE` is what a label's QR holds: what it is, the scan screen finds out
  const label = /^#s=(.+)$/.exec(location.hash)?.[1];
  const hash = label ? `/scan?code=${label}` : location.hash.slice(1) || "/";
  const [path, search = ""] = hash.split("?");
  const found = match(path);
  place.value = {
    path,
    query: new URLSearchParams(search),
    params: found?.params ?? {},
    route: found?.route,
  };
}

export function startRouter(list: Route[]): void {
  routes = list;
  addEventListener("hashchange", () => {
    steps++;
    read();
  });
  read();
}

export function go(path: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(null, "", `#${path}`);
    read();
  } else location.hash = path;
}

/** One step back where there is one of ours, else the list that the record belongs to. */
export function back(): void {
  if (steps > 0) {
    steps -= 2;
    history.back();
  } else go(place.value.path.replace(/\/[^/]*$/, "") || "/", { replace: true });
}

/** Where a list or record of the API is shown, such as `/import-logistics/rmas/7`; undefined: nowhere. */
export function hrefOf(path: string | undefined): string | undefined {
  const short = path?.replace(/^\/import-logistics/, "");
  return short && match(short.split("?")[0]) ? `#${short}` : undefined;
}
