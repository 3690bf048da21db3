import type { Progress } from "../domain/bulk_import/import_kind.ts";

const WIDTH = 24;

/**
 * The line of an import under way: share, rows, rows a second and how long it will still take, each
 * counted from the start of its phase. The terminal redraws it at most ten times a second.
 */
export function progressBar(draw: (line: string) => void): (progress: Progress) => void {
  let phase: Progress["phase"] = "reading";
  let startedMs = performance.now();
  let lastMs = startedMs;
  return ({ phase: now, rows, done }) => {
    if (now !== phase) {
      phase = now;
      startedMs = lastMs;
    }
    lastMs = performance.now();
    draw(barLine(now, rows, done, Math.max((lastMs - startedMs) / 1000, 0.001)));
  };
}

export function barLine(
  phase: Progress["phase"],
  rows: number,
  done: number,
  seconds: number,
): string {
  const full = Math.round(done * WIDTH);
  const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
  const left = done > 0 ? Math.ceil(seconds / done - seconds) : undefined;
  const what = phase === "reading" ? "rows" : "records";
  return [
    `${phase} ${bar} ${String(Math.floor(done * 100)).padStart(3)} %`,
    `${rows} ${what}`,
    `${Math.round(rows / seconds)} ${what}/s`,
    left === undefined ? "" : `ETA ${clock(left)}`,
  ].filter(Boolean).join("  ");
}

function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
