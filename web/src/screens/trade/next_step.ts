import { type Action, type FieldDef, rt, statusWord } from "../../records/mod.ts";

type Answers = Record<string, unknown>;

export const choicesOf = (statuses: readonly string[]) =>
  statuses.map((value) => ({ value, label: statusWord(value) }));

export const note: FieldDef = { name: "note", label: () => rt("note") };
export const reason: FieldDef = { name: "reason", label: () => rt("reason"), required: true };

/** To the next status, or to a later one: work often goes on before somebody notes it. */
export function nextStep<R extends { id: number; reference_no: string; status: string }>(
  { path, may, steps, ask, body }: {
    path: string;
    may: string;
    steps: (record: R) => readonly string[];
    ask: (record: R, next: string) => FieldDef[];
    body: (answers: Answers) => Answers;
  },
): Action<R> {
  const later = (record: R) => {
    const at = steps(record).indexOf(record.status);
    return at < 0 ? [] : steps(record).slice(at + 1);
  };
  return {
    label: (record) => rt("next_step", { step: statusWord(later(record)[0]) }),
    look: "main",
    icon: "next",
    may,
    when: (record) => later(record).length > 0,
    ask: (record) => [
      ...ask(record, later(record)[0]),
      {
        name: "status",
        label: () => rt("other_step"),
        type: "select",
        choices: () => choicesOf(later(record).slice(1)),
      },
    ],
    write: (record, { status = later(record)[0], ...answers }) => ({
      method: "PATCH",
      path: `${path}/${record.id}/status`,
      body: { status, ...body(answers), expected_status: record.status },
      title: `${record.reference_no}: ${statusWord(String(status))}`,
    }),
  };
}
