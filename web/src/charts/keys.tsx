import type { Shade } from "./rows.tsx";

/** What each colour of a chart stands for. */
export function Keys({ names, tones }: { names: string[]; tones: readonly Shade[] }) {
  return (
    <p class="keys">
      {names.map((name, at) => (
        <span key={name} class={`key ${tones[at % tones.length]}`}>{name}</span>
      ))}
    </p>
  );
}
