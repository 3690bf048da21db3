import { type Diagnosis, examine } from "../domain/doctor/examine.ts";
import type { Command, Outcome } from "./command.ts";
import { mark } from "./marks.ts";

export const doctorCommands: Command[] = [{
  name: "doctor",
  summary: "Look at settings, database, disk, secrets and backups, and say what to do.",
  examples: ["deno task cli doctor", "deno task cli doctor --json"],
  needs: "nothing",
  run: diagnose,
}];

async function diagnose(): Promise<Outcome> {
  const diagnosis = await examine();
  const { healthy, database_away } = diagnosis;
  return {
    data: diagnosis,
    text: describe(diagnosis),
    exitCode: database_away ? 6 : healthy ? 0 : 1,
  };
}

function describe({ findings, healthy }: Diagnosis): string {
  const lines = findings.flatMap(({ verdict, found, todo }) => [
    `${mark(verdict)} ${found}`,
    ...todo === null ? [] : [`    ${todo}`],
  ]);
  const warnings = findings.filter(({ verdict }) => verdict === "warning").length;
  const verdict = !healthy
    ? "Something is broken."
    : warnings > 0
    ? `Nothing is broken; ${warnings} to look at.`
    : "All is well.";
  return [...lines, verdict].join("\n");
}
