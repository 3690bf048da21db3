import type { Mutant } from "./fault.ts";
import type { Verdict } from "./report.ts";

export interface Notes {
  /** What was said of it by an earlier run, unless it survived: a test may have come meanwhile. */
  verdictOf(mutant: Mutant): Verdict | undefined;
  add(mutant: Mutant, verdict: Verdict): Promise<void>;
}

/** A file with a line for each verdict; a run that is ended is gone on with from it. */
export async function openNotes(path: string | undefined): Promise<Notes> {
  const text = path === undefined ? "" : await Deno.readTextFile(path).catch(() => "");
  const known = new Map<string, Verdict>(
    text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)),
  );
  return {
    verdictOf(mutant) {
      const verdict = known.get(nameOf(mutant));
      return verdict === "survived" ? undefined : verdict;
    },
    async add(mutant, verdict) {
      if (path === undefined) return;
      const line = JSON.stringify([nameOf(mutant), verdict]) + "\n";
      await Deno.writeTextFile(path, line, { append: true });
    },
  };
}

/** Where it stands and what it changes: a file that was edited there is another one. */
const nameOf = ({ file, line, operator, at, was }: Mutant) =>
  [file, line, operator, at, was].join(" ");
