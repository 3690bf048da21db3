import { prefs, setPrefs, Sheet, useSignal } from "../../kit/mod.ts";
import type { en } from "../../strings/desk.en.ts";
import type { Column } from "./kinds.tsx";
import { d } from "./words.ts";

type Head = keyof typeof en;

/** The columns of a list as they were chosen on this machine; its first names the record and stays. */
export function chosenColumns<R>(screen: string, all: Column<R>[]): Column<R>[] {
  const chosen = prefs.value.columns?.[screen];
  return all.filter(({ head, off }, at) => at === 0 || (chosen ? chosen.includes(head) : !off));
}

/** Which columns a table has. */
export function ColumnChoice<R>({ screen, all }: { screen: string; all: Column<R>[] }) {
  const asking = useSignal(false);
  const shown = chosenColumns(screen, all).map(({ head }) => head);
  const keep = (chosen: Head[] | undefined) =>
    setPrefs({ columns: { ...prefs.value.columns, [screen]: chosen } });
  const toggle = (head: Head) =>
    keep(shown.includes(head) ? shown.filter((one) => one !== head) : [...shown, head]);
  return (
    <>
      <button
        type="button"
        class="link columns"
        aria-label={d("columns")}
        title={d("columns")}
        onClick={() => asking.value = true}
      >
        ⋮
      </button>
      {asking.value && (
        <Sheet title={d("columns")} onClose={() => asking.value = false}>
          <fieldset class="field chips">
            <legend class="unseen">{d("columns")}</legend>
            <div>
              {all.slice(1).map(({ head }) => (
                <label key={head} class="chip">
                  <input
                    type="checkbox"
                    checked={shown.includes(head)}
                    onChange={() => toggle(head)}
                  />
                  <span>{d(head)}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <button type="button" class="button quiet wide" onClick={() => keep(undefined)}>
            <span>{d("as_first")}</span>
          </button>
        </Sheet>
      )}
    </>
  );
}
