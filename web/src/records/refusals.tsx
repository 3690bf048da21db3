import { type ApiError, effect, prefs, type Problem, signal, t, type Write } from "../kit/mod.ts";

type Bangla = typeof import("../../../domain/bangla/refusals.bn.ts");
const bangla = signal<Bangla | undefined>(undefined);

effect(() => {
  if (prefs.value.lang !== "bn" || bangla.value) return;
  import("../../../domain/bangla/refusals.bn.ts").then(
    (came) => bangla.value = came,
    () => undefined,
  );
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

/** Why a file did not come, in one sentence: the fault of a field, the server's reason, or that it is not here. */
export function whyNot(error: unknown): string {
  const { problem } = error as Partial<ApiError>;
  return (problem && (Object.values(faultsOf(problem))[0] ?? refusal(problem))) ||
    t("not_here_title");
}

/** Why a write was refused: what is wrong with its fields, by what the form calls them, or the reason alone. */
export function Refused({ problem, labels }: Pick<Write, "problem" | "labels">) {
  const faults = Object.entries(faultsOf(problem));
  return faults.length === 0 ? <>{problem && refusal(problem)}</> : (
    <>
      {/* in English its faults say it again */ !labels && problem && inBangla() &&
        refusal(problem)}
      {faults.map(([name, fault]) => (
        <span key={name} class="line">
          {labels?.[name] ||
            name.replace(/\.(\d+)/g, (_, at) => ` ${+at + 1}`).replace(/[_.]/g, " ")}: {fault}
        </span>
      ))}
    </>
  );
}
