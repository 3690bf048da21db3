import { getKept, keep, openForms, useEffect, useSignal } from "../../kit/mod.ts";
import type { Count } from "./receive_count.ts";

interface Draft {
  count: Count;
  blind: boolean;
  isFinal: boolean;
  note: string;
}
const blank: Draft = { count: {}, blind: false, isFinal: false, note: "" };

/** A count outlives the tab: it is kept on the phone until it is handed in. */
export function useDraft(key: string) {
  const draft = useSignal<Draft>(blank);
  useEffect(() => {
    openForms.value++;
    void Promise.all([getKept<Draft>(key), getKept<boolean>("blind")]).then(([kept, blind]) => {
      // what was tapped while it was read from the phone stays
      if (draft.value === blank) draft.value = kept ?? { ...blank, blind: blind ?? false };
    });
    return () => void openForms.value--;
  }, []);
  const set = (change: Partial<Draft>) => {
    draft.value = { ...draft.value, ...change };
    void keep(key, draft.value);
  };
  return { draft, set };
}
