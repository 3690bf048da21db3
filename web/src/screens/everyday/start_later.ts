import { find } from "./find.ts";
import { startSync } from "../../sync/sync.ts";

/** Whether the screen is laid out for a desk (app.css). */
export const isDesk = matchMedia("(min-width: 1024px)").matches;

/** What nobody waits for: all that is needed without internet, and at the desk its keys. */
export function startLater(): void {
  startSync();
  if (!isDesk) return;
  void import("../office/office.ts").then(({ startKeys }) => startKeys(find), () => undefined);
}
