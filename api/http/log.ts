type Level = "debug" | "info" | "warn" | "error";
const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
let threshold: Level = "info";

export function setLogLevel(level: Level): void {
  threshold = level;
}

/** One JSON line on stderr. JSON escapes line breaks, so no input can forge a line. */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  if (ranks[level] < ranks[threshold]) return;
  console.error(JSON.stringify({ ts: new Date().toISOString(), level, event, ...fields }));
}
