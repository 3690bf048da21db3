/** Chips of which one is chosen, in a row that scrolls. */
export function ChipRow<V extends string | undefined>({ label, chips, onChoose }: {
  label: string;
  chips: [value: V, label: string, chosen: boolean][];
  onChoose: (value: V) => void;
}) {
  return (
    <div class="filter-chips" role="group" aria-label={label}>
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
