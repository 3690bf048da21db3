/** One small fault: the characters from `at` to `end` of a file become `to`. */
export interface Fault {
  at: number;
  end: number;
  to: string;
  /** what kind of change, such as "<" or "removed call" */
  operator: string;
}

export interface Mutant extends Fault {
  file: string;
  line: number;
  /** what stands there, on one line */
  was: string;
  /** the same with the fault */
  is: string;
  /** of those in the file that change the same in the same words, counted from 1 */
  nth: number;
  /** the table of a migration's constraint */
  table?: string;
}

export function withFault(text: string, { at, end, to }: Fault): string {
  return text.slice(0, at) + to + text.slice(end);
}

/** Names the place and shows the change with a little of what stands around it. */
export function mutantOf(file: string, text: string, fault: Fault): Omit<Mutant, "nth"> {
  const before = text.slice(0, fault.at);
  const start = before.lastIndexOf("\n") + 1;
  const next = text.indexOf("\n", fault.end);
  const after = text.slice(fault.end, next < 0 ? undefined : next);
  const head = text.slice(start, fault.at).trimStart();
  const show = (middle: string) => `${head}${middle}${after}`.replace(/\s+/g, " ").trim();
  return {
    ...fault,
    file,
    line: before.split("\n").length,
    was: short(show(text.slice(fault.at, fault.end)), head.length),
    is: short(show(fault.to), head.length),
  };
}

/** What it changes, and not where in the file that stands: an edit elsewhere leaves it the same. */
export const nameOf = ({ file, operator, was, nth }: Mutant) =>
  [file, operator, was, nth].join("\n");

function short(text: string, around: number): string {
  const from = Math.max(0, around - 60);
  return (from > 0 ? "…" : "") + text.slice(from, from + 150) +
    (text.length > from + 150 ? "…" : "");
}
