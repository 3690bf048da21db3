import { signal } from "@preact/signals";

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

/** Android offers to install once, early: the event is kept until someone wants it. */
export const canInstall = signal(false);
export const isIos = /iPhone|iPad/.test(navigator.userAgent);
let kept: InstallPrompt | undefined;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  kept = event as InstallPrompt;
  canInstall.value = true;
});

export async function install(): Promise<void> {
  await kept?.prompt();
  canInstall.value = false;
}
