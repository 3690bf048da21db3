import { effect, signal } from "@preact/signals";

/** What a person chose on this phone. Kept in localStorage, because the first paint already needs it. */
export interface Prefs {
  lang: "en" | "bn";
  digits: "latin" | "bangla";
  theme: "system" | "light" | "dark" | "sunlight";
  hand: "right" | "left";
  beep: boolean;
  /** single letters do something at the desk */
  keys: boolean;
  /** every screen is kept for where there is no internet, also what a phone fetches when it is opened */
  whole: boolean;
  lastUser: string;
  /** at the desk: the screen of a table → the columns that were chosen */
  columns?: Record<string, string[] | undefined>;
}

const KEY = "prefs";
const first: Prefs = {
  lang: navigator.language.startsWith("bn") ? "bn" : "en",
  digits: "latin",
  theme: "system",
  hand: "right",
  beep: true,
  keys: true,
  whole: false,
  lastUser: "",
};

function kept(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const prefs = signal<Prefs>({ ...first, ...kept() });

export function setPrefs(change: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...change };
  localStorage.setItem(KEY, JSON.stringify(prefs.value));
}

effect(() => {
  const { lang, theme, hand } = prefs.value;
  const root = document.documentElement;
  root.lang = lang;
  root.dataset.theme = theme;
  root.dataset.hand = hand;
});

addEventListener("storage", (event) => {
  if (event.key === KEY) prefs.value = { ...first, ...kept() };
});
