const marks = {
  good: ["✓", 32],
  warning: ["!", 33],
  bad: ["✗", 31],
} as const;

/** ✓, ! or ✗; in colour where a person looks and NO_COLOR does not forbid it. */
export function mark(verdict: keyof typeof marks): string {
  const [sign, color] = marks[verdict];
  return Deno.noColor || !Deno.stdout.isTerminal() ? sign : `\x1b[${color}m${sign}\x1b[0m`;
}
