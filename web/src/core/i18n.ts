import { signal } from "@preact/signals";
import { prefs } from "./prefs.ts";

/** The Bangla of a set of words: every key of the English one, or it does not compile. */
export type Same<T> = { readonly [Key in keyof T]: string };

const loaded = signal(0);
const pending = new Set<Promise<void>>();
const all: { bring(): void }[] = [];

/**
 * A set of words in both languages. English comes with the code that uses it, Bangla when it is asked
 * for. `{name}` in a sentence is filled from the second argument.
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
    const sentence: string = (prefs.value.lang === "bn" && bn ? bn : en)[key];
    return values ? sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) : sentence;
  };
}

/** Until the words of the chosen language are there; without them English is shown. */
export async function wordsReady(): Promise<void> {
  if (prefs.value.lang === "bn") { for (const set of all) set.bring(); }
  await Promise.race([Promise.all(pending), new Promise((wake) => setTimeout(wake, 3000))]);
}

prefs.subscribe(({ lang }) => {
  if (lang === "bn") { for (const set of all) set.bring(); }
});
