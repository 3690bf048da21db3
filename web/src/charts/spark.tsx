/** A series at a glance: a line with its last point marked. What it says stands beside it in words. */
export function Spark({ values }: { values: number[] }) {
  const top = Math.max(...values, 0);
  const low = Math.min(...values, 0);
  const at = (value: number, place: number) => [
    4 + place * 72 / Math.max(1, values.length - 1),
    24 - (value - low) * 20 / (top - low || 1),
  ];
  const [x, y] = at(values.at(-1) ?? 0, values.length - 1);
  return (
    <svg class="spark" viewBox="0 0 80 28" aria-hidden="true">
      <polyline points={values.map((value, place) => at(value, place).join()).join(" ")} />
      <circle cx={x} cy={y} r="3" />
    </svg>
  );
}
