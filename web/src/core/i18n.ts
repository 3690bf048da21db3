import { signal } from "@preact/signals";
import type { Same } from "../strings/same.ts";
import { filledIn, inDigits } from "./format.ts";
import { prefs } from "./prefs.ts";

const loaded = signal(0);
const pending = new Set<Promise<void>>();
const all: { bring(): void }[] = [];

/**
 * A set of words in both languages. English comes with the code that uses it, Bangla when it is asked
 * for. `{name}` in a sentence is filled from the second argument,
 * `{s}` by whether `{n}` is one.
 */
export function words<const T extends Record<string, string>>(
  en: T,
  bangla: () => Promise<Same<T>>,
) {
  let bn: Same<T> | undefined;
  let asked = false;
  const bring = () => {
    if (asked) return;
    asked = true;
    const coming = bangla().then((came) => {
      bn = came;
      loaded.value++;
    }, () => {
      asked = false;
    });
    pending.add(coming);
    coming.finally(() => pending.delete(coming));
  };
  all.push({ bring });
  if (prefs.value.lang === "bn") bring();
  return (key: keyof T & string, values?: Record<string, string | number>): string => {
    loaded.value;
    // its own digits follow the choice; what is filled in comes as it is to be shown
    const sentence = inDigits((prefs.value.lang === "bn" && bn ? bn : en)[key], prefs.value);
    return values ? filledIn(sentence, values) : sentence;
  };
}

/** Until all words of the chosen language are there, however long that takes. */
export async function allWords(): Promise<void> {
  if (prefs.value.lang === "bn") { for (const set of all) set.bring(); }
  await Promise.all(pending);
}

/** Until the words of the chosen language are there; without them English is shown. */
export async function wordsReady(): Promise<void> {
  await Promise.race([allWords(), new Promise((wake) => setTimeout(wake, 3000))]);
}

prefs.subscribe(({ lang }) => {
  if (lang === "bn") { for (const set of all) set.bring(); }
});
