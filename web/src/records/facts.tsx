import type { ComponentChildren } from "../kit/mod.ts";

/** Names with what stands for them; what is nothing is left out. */
export function Facts(
  { rows }: { rows: ([string, ComponentChildren] | false | undefined | null | "")[] },
) {
  return (
    <dl class="facts">
      {rows.flatMap((row, at) =>
        row && row[1] !== null && row[1] !== undefined && row[1] !== "" && row[1] !== false
          ? [
            <div key={at}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>,
          ]
          : []
      )}
    </dl>
  );
}
