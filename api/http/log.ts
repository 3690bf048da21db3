type Level = "debug" | "info" | "warn" | "error";
const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
let threshold: Level = "info";

export function setLogLevel(level: Level): void {
  threshold = level;
}

const SOON_MS = 50;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * One JSON line on stderr, a moment later and with the others of that moment; warnings and errors at once.
 * JSON escapes line breaks, so no input can forge a line.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  if (ranks[level] < ranks[threshold]) return;
  timer ??= setTimeout(writeLog, SOON_MS);
  waiting.push(JSON.stringify({ ts: new Date().toISOString(), level, event, ...fields }));
  if (ranks[level] >= ranks.warn) writeLog();
}

/** Writes what waits. */
export function writeLog(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length > 0) console.error(waiting.join("\n"));
  waiting = [];
}

// also what would explain a crash
for (const end of ["unload", "error", "unhandledrejection"]) addEventListener(end, writeLog);
