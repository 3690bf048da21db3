import { useSignal } from "@preact/signals";
import { type ComponentChildren, type ComponentType, Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { wordsReady } from "../core/i18n.ts";

type Part = ComponentType<{ children?: ComponentChildren }>;

/** A part of a first screen that comes after it; where it cannot be fetched, what stands in it does. */
export function Later(
  { load, children }: { load: () => Promise<Part>; children?: ComponentChildren },
) {
  const came = useSignal<Part | undefined>(undefined);
  useEffect(() => {
    load().then(async (part) => {
      await wordsReady();
      came.value = part;
    }, () => came.value = Fragment);
  }, []);
  const Known = came.value;
  return Known ? <Known>{children}</Known> : null;
}
