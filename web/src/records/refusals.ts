import { effect, prefs, type Problem, signal } from "../kit/mod.ts";

type Bangla = typeof import("../strings/refusals.bn.ts");
const bangla = signal<Bangla | undefined>(undefined);

effect(() => {
  if (prefs.value.lang !== "bn" || bangla.value) return;
  import("../strings/refusals.bn.ts").then((came) => bangla.value = came, () => undefined);
});

const inBangla = () => prefs.value.lang === "bn" ? bangla.value : undefined;

/** Why the server refused something: its own sentence, or in Bangla that of its code. */
export function refusal({ code, detail }: Pick<Problem, "code" | "detail">): string {
  return inBangla()?.bn[code as keyof Bangla["bn"]] ?? detail;
}

/** What the server said of each field, to stand at it. */
export function faultsOf(problem?: Pick<Problem, "errors">): Record<string, string> {
  const said = inBangla()?.faultInBangla ?? ((fault: string) => fault);
  return Object.fromEntries(
    Object.entries(problem?.errors ?? {}).map((
      [name, faults],
    ) => [name, faults.map((fault) => said(fault)).join(", ")]),
  );
}
