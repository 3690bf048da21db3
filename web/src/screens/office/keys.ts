import type { Find } from "../desk/palette.tsx";
import { back, go, prefs, wordsReady } from "../../kit/mod.ts";

/** A scanner types its next key within this; whoever presses one key does not. */
const ALONE_MS = 90;

const first = (selector: string) => document.querySelector<HTMLElement>(selector);

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main a.row, main a.opens")];
  const beside = first("tr[aria-selected=true] a.opens");
  const on = rows.indexOf(document.activeElement as HTMLElement);
  const at = on < 0 && beside ? rows.indexOf(beside) : on;
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
  next?.focus();
  // what stands beside the list goes along
  if (beside && next !== beside) next?.click();
}

const palette = (find: Find) =>
  void import("../desk/desk.tsx").then(async ({ openPalette }) => {
    await wordsReady();
    openPalette(find);
  }, () => go("/search")); // without internet the search of the phone will do

const keys: Record<string, () => void> = {
  "/": () => {
    const find = first("main [type=search]");
    if (find) find.focus();
    else go("/search");
  },
  n: () => first("main > .pinned a.main")?.click(),
  j: () => step(1),
  k: () => step(-1),
};

/**
 * At the desk: / finds, n makes a new one, j and k go through a list, and what stands beside it goes along,
 * Enter opens, Esc goes back, Ctrl+S saves and Ctrl+K leads to everything (desk/palette.tsx). Letters count outside of fields only, and not while a scanner types.
 */
export function startKeys(find: Find): void {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    const field = (event.target as Element).closest<HTMLElement>("input, textarea, select");
    const alone = timeStamp - last > ALONE_MS;
    if (!field && key.length === 1) last = timeStamp;
    clearTimeout(timer);
    if ((ctrlKey || metaKey) && key === "s") {
      event.preventDefault();
      return (first("dialog[open] [type=submit]") ?? first("main [type=submit]"))?.click();
    }
    if ((ctrlKey || metaKey) && key === "k" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      return palette(find);
    }
    if (
      !prefs.value.keys || ctrlKey || metaKey || altKey || document.querySelector("dialog[open]")
    ) return;
    if (key === "Escape") {
      if (field) return field.blur();
      const close = first(".beside > .top button");
      return close ? close.click() : back();
    }
    const run = keys[key];
    if (!run || field || !alone) return;
    event.preventDefault();
    timer = setTimeout(run, ALONE_MS);
  });
}
