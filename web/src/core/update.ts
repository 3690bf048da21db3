import { signal } from "@preact/signals";
import { prefs } from "./prefs.ts";

/** A new version of the page has arrived and waits. */
export const updateReady = signal(false);
/** How many forms are open: while one is, a new version waits. */
export const openForms = signal(0);
let registration: ServiceWorkerRegistration | undefined;

export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  registration = await navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (!registration) return;
  const look = () => updateReady.value = !!registration?.waiting && !!registration.active;
  look();
  registration.addEventListener("updatefound", () => {
    registration?.installing?.addEventListener("statechange", look);
  });
  const had = !!navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => had && location.reload());
  document.addEventListener("visibilitychange", () => {
    // nobody looks and nothing is half typed: the best moment there is
    if (document.visibilityState === "hidden") applyUpdate();
    else void registration?.update().catch(() => undefined);
  });
  const { active } = await navigator.serviceWorker.ready;
  // the rest of the page comes when there is nothing else to do, so that it works offline too
  setTimeout(() =>
    prefs.subscribe(({ lang }) => {
      const later = location.pathname.startsWith("/admin") ? "owner" : "staff";
      active?.postMessage({ later, lang });
    }), 3000);
}

export function applyUpdate(): void {
  if (updateReady.value && openForms.value === 0) registration?.waiting?.postMessage("activate");
}
