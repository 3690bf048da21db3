/** Says a sentence to screen readers; the live region is part of the shell. */
export function announce(sentence: string): void {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = "";
  // a screen reader speaks on a change, and the same sentence twice is none
  setTimeout(() => region.textContent = sentence, 50);
}
