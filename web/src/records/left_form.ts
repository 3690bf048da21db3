import { openForms, toast, useEffect, useRef } from "../kit/mod.ts";
import type { Values } from "./fields.tsx";
import { rt } from "./words.ts";

/** What was typed in forms that were left without being saved, by their address, while the page is open. */
const left = new Map<string, unknown>();

/**
 * Counts a form as open, and keeps what stands in it when it is left by a slip of the finger, such as "back".
 *
 * @param typed what is worth keeping, undefined when nothing is
 * @returns what was kept when it was left before
 */
export function useLeftForm<T>(typed: () => T | undefined, startAnew: () => void): T | undefined {
  const hash = useRef(location.hash).current;
  const kept = useRef(left.get(hash) as T | undefined).current;
  useEffect(() => {
    left.delete(hash);
    openForms.value++;
    if (kept) toast(rt("typed_before"), { label: rt("start_anew"), run: startAnew });
    return () => {
      openForms.value--;
      const now = typed();
      if (now) left.set(hash, now);
    };
  }, []);
  return kept;
}

/**
 * The fields of a form that a person has filled in: `add` notes one, `own` answers what stands in them.
 *
 * @param secret what is sent at once and kept nowhere is not kept here either
 */
export function useTyped(values: () => Values, secret: boolean, startAnew: () => void) {
  const own = () => Object.fromEntries(Object.entries(values()).filter(([name]) => mine.has(name)));
  const kept: Values | undefined = useLeftForm(
    (): Values | undefined => mine.size > 0 && !secret ? own() : undefined,
    () => {
      mine.clear();
      startAnew();
    },
  );
  const mine: Set<string> = useRef(new Set(Object.keys(kept ?? {}))).current;
  const add = (name: string) => mine.add(name).add(`${name}_title`);
  return { kept, own, add, saved: () => mine.clear() };
}
