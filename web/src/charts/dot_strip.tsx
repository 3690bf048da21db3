/** One dot per case along an axis from zero; a line where the usual is. */
export function DotStrip(
  { values, line, from, to }: { values: number[]; line?: number; from: string; to: string },
) {
  const top = Math.max(1, line ?? 0, ...values);
  const x = (value: number) => 8 + value / top * 304;
  // cases of the same length are piled up, so that none hides another
  const piles = new Map<number, number>();
  return (
    <svg class="chart" viewBox="0 0 320 84">
      <line class="ground" x1="0" x2="320" y1="60.5" y2="60.5" />
      {line !== undefined && <line class="mark" x1={x(line)} x2={x(line)} y1="4" y2="60" />}
      {values.map((value, at) => {
        const place = Math.round(x(value) / 8);
        const pile = piles.get(place) ?? 0;
        piles.set(place, pile + 1);
        const late = line !== undefined && value > line;
        return (
          <circle
            key={at}
            class={late ? "bad" : "main"}
            cx={x(value)}
            cy={53 - Math.min(pile, 5) * 9}
            r="5"
          />
        );
      })}
      <text x="0" y="78">{from}</text>
      <text class="value" x="320" y="78">{to}</text>
    </svg>
  );
}
