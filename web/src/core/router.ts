import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import type { IconName } from "./icons.ts";
import type { CoreWord } from "./core_words.ts";

export interface ScreenProps {
  params: Record<string, string>;
  query: URLSearchParams;
  /** what it is drawn in, where that is not the whole page */
  frame?: Frame;
}

/** What a screen says of itself to what it is drawn in. */
export type Frame = ComponentType<{
  title: string;
  sub?: ComponentChildren;
  /** opened from the bottom bar: nothing to go back to */
  root?: boolean;
  actions?: ComponentChildren;
  /** the main thing to do, held above the bottom bar */
  pinned?: ComponentChildren;
  children: ComponentChildren;
}>;

/** Screens by their whole path, such as `/tasks/:id`; the first that fits is taken. */
export type Screens = Record<string, ComponentType<ScreenProps>>;

/**
 * One list of a page and all that lies below it. A page's routes are one list, a line each
 * (staff_routes.ts, owner_routes.ts); which screens lie below, the file knows that is loaded for them.
 */
export interface Route {
  /** `/tasks`: the first step of the address, which stands behind the # */
  path: string;
  load: () => Promise<{ screens: Screens }>;
  /** its tile on the Work screen: who sees it, and the roles that have it before the others, also on Home */
  work?: null | [icon: IconName, word: CoreWord, may: string, first?: string];
}

export interface Place {
  path: string;
  query: URLSearchParams;
  route?: Route;
  /** until its screen has arrived; the one before stands there meanwhile */
  shown?: Promise<void>;
}

let routes: Route[] = [];
export const place = signal<Place>({ path: "/", query: new URLSearchParams() });
/** How many steps we went inside the page, so that "back" never leaves it. */
let steps = 0;

export function allRoutes(): Route[] {
  return routes;
}

function routeOf(path: string): Route | undefined {
  const first = /^\/[^/]*/.exec(path)?.[0];
  return routes.find((route) => route.path === first);
}

/** The screen that an address names, and what stands in the address. */
export function screenAt(
  screens: Screens,
  path: string,
): { screen: ComponentType<ScreenProps>; params: Record<string, string> } | undefined {
  for (const [pattern, screen] of Object.entries(screens)) {
    const names = pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)");
    const groups = new RegExp(`^${names}$`).exec(path);
    if (!groups) continue;
    const params = Object.entries(groups.groups ?? {})
      .map(([name, value]) => [name, decodeURIComponent(value)]);
    return { screen, params: Object.fromEntries(params) };
  }
  return undefined;
}

function read(): void {
  // `#s=CODE` is what a label's QR holds: what it is, the scan screen finds out
  const label = /^#s=(.+)$/.exec(location.hash)?.[1];
  const hash = label ? `/scan?code=${label}` : location.hash.slice(1) || "/";
  const [path, search = ""] = hash.split("?");
  place.value = { path, query: new URLSearchParams(search), route: routeOf(path) };
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

/**
 * For work that takes a moment: answers a function that goes on to another screen afterwards,
 * unless the person has left this one meanwhile.
 */
export function onward(): (path: string) => void {
  const here = location.hash;
  return (path) => location.hash === here && go(path, { replace: true });
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
  return short && routeOf(short.split("?")[0]) ? `#${short}` : undefined;
}
