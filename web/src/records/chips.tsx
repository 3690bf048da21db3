import { useEffect, useRef } from "../kit/mod.ts";

/** Chips of which one is chosen, in a row that scrolls. */
export function ChipRow<V extends string | undefined>({ label, chips, onChoose }: {
  label: string;
  chips: [value: V, label: string, chosen: boolean][];
  onChoose: (value: V) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  // the one that is chosen may stand beyond the edge
  const at = chips.findIndex(([, , chosen]) => chosen);
  useEffect(() => {
    row.current!.scrollLeft = row.current!.scrollWidth * at / chips.length;
  }, [at, chips.length]);
  return (
    <div class="filter-chips" role="group" aria-label={label} ref={row}>
      {chips.map(([value, text, chosen]) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={chosen}
          onClick={() => onChoose(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
