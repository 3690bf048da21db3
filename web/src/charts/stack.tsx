import type { Shade } from "./rows.tsx";

/** Parts of one whole as one bar; their names and figures stand in the list beneath. */
export function Stack({ parts }: { parts: { value: number; tone: Shade }[] }) {
  const sum = parts.reduce((all, { value }) => all + value, 0) || 1;
  let x = 0;
  return (
    <svg class="chart" viewBox="0 0 320 26">
      {parts.map(({ value, tone }, at) => {
        const wide = value / sum * 320;
        x += wide;
        return value > 0 && (
          <rect
            key={at}
            class={tone}
            x={x - wide}
            y="1"
            width={Math.max(2, wide - 2)}
            height="24"
            rx="4"
          />
        );
      })}
    </svg>
  );
}
