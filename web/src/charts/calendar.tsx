/** The next days, ten in a row; the larger the dot, the more is due. */
export function Calendar({ days }: { days: { label: string; amount: number }[] }) {
  const top = Math.max(1, ...days.map(({ amount }) => amount));
  return (
    <svg class="chart" viewBox={`0 0 320 ${Math.ceil(days.length / 10) * 40}`}>
      {days.map(({ label, amount }, day) => {
        const [x, y] = [day % 10 * 32 + 16, Math.floor(day / 10) * 40];
        return (
          <g key={day}>
            <text class="middle" x={x} y={y + 36}>{label}</text>
            {amount > 0
              ? <circle class="warn" cx={x} cy={y + 13} r={4 + 8 * Math.sqrt(amount / top)} />
              : <circle class="calm" cx={x} cy={y + 13} r="1.5" />}
          </g>
        );
      })}
    </svg>
  );
}
