import { type Mutant, nameOf } from "./fault.ts";
import type { Verdict } from "./report.ts";

/** What was said of a fault, and of one that survived by hand why no test can notice it. */
export interface Note {
  verdict: Verdict;
  why?: string;
}

export interface Notes {
  /** By an earlier run; nothing of what survived without a reason: a test may have come meanwhile. */
  of(mutant: Mutant): Note | undefined;
  add(mutant: Mutant, verdict: Verdict): Promise<void>;
}

type Line = [name: string, verdict: Verdict, why?: string];

/** A file with a line for each verdict, the last of a fault counts; a run goes on from it. */
export async function openNotes(path: string): Promise<Notes> {
  const text = await Deno.readTextFile(path).catch(() => "");
  const known = new Map(
    text.split("\n").filter((line) => line !== "").map((line) => {
      const [name, verdict, why] = JSON.parse(line) as Line;
      return [name, { verdict, why }];
    }),
  );
  return {
    of(mutant) {
      const note = known.get(nameOf(mutant));
      return note?.verdict === "survived" && !note.why ? undefined : note;
    },
    async add(mutant, verdict) {
      const line = JSON.stringify([nameOf(mutant), verdict]) + "\n";
      await Deno.writeTextFile(path, line, { append: true });
    },
  };
}
