import { find } from "./find.ts";
import { isNoRoom } from "../../core/no_room.ts";
import { allWords, prefs, t, toast } from "../../kit/mod.ts";
import { rt } from "../../records/mod.ts";
import { startSync } from "../../sync/sync.ts";

/** Whether the screen is laid out for a desk (app.css). */
export const isDesk = matchMedia("(min-width: 1024px)").matches;

/** Every screen, for where there is no internet. */
export const bringAll = () =>
  import("../office/elsewhere.tsx").then(({ bringChoices }) =>
    Promise.all([bringChoices(), allWords()])
  );

export function keepAll(): void {
  bringAll().then(() => toast(rt("saved_here")), () => toast(t("not_here_text")));
}

/** What nobody waits for: all that is needed without internet, and at the desk its keys. */
export function startLater(): void {
  startSync();
  // what this phone could not write; what was typed stays where it is, to be saved again
  addEventListener("unhandledrejection", ({ reason }) => {
    if (isNoRoom(reason)) toast(rt("not_kept"));
  });
  if (prefs.value.whole) bringAll().catch(() => undefined);
  if (!isDesk) return;
  void import("../office/office.ts").then(({ startKeys }) => startKeys(find), () => undefined);
}
