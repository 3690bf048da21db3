import type { Reconciliation } from "../../core/answers.ts";
import {
  announce,
  ApiError,
  Button,
  call,
  Field,
  Labelled,
  NoAnswer,
  number,
  sentCount,
  toast,
  useId,
  useSignal,
} from "../../kit/mod.ts";
import { faultsOf, refusal } from "../../records/mod.ts";
import { k } from "./bank_words.ts";
import { statementCsv } from "./statement_csv.ts";

const SLOW_MS = 120_000;
/** A bank's statement, as a file or pasted. It is sent at once: the bank's file is no entry of ours to keep. */
export function TakeStatement({ path, open }: { path: string; open: boolean }) {
  const id = useId();
  const text = useSignal("");
  const fault = useSignal<{ at: "file" | "pasted"; says: string } | undefined>(undefined);
  const send = async (file: File, at: "file" | "pasted") => {
    fault.value = undefined;
    const form = new FormData();
    form.append("file", file);
    try {
      const { data } = await call<Reconciliation>(path, {
        method: "POST",
        form,
        timeoutMs: SLOW_MS,
      });
      text.value = "";
      toast(k("n_new", { n: number(data.added ?? 0), m: number(data.lines.length) }));
      sentCount.value++;
    } catch (error) {
      const said = error instanceof ApiError
        ? faultsOf(error.problem).file ?? refusal(error.problem)
        : error instanceof NoAnswer
        ? k("online_only")
        : String(error);
      fault.value = { at, says: said };
      announce(said);
    }
  };
  const faultAt = (at: "file" | "pasted") => fault.value?.at === at ? fault.value.says : undefined;
  return (
    <details class="card" open={open}>
      <summary>{k("take")}</summary>
      <Labelled id={id} label={k("take_file")} hint={k("take_hint")} error={faultAt("file")}>
        <input
          id={id}
          type="file"
          name="statement"
          accept=".csv,.xlsx,text/csv"
          aria-describedby={`${id}-told`}
          onChange={async ({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (!file) return;
            await send(file, "file");
            currentTarget.value = "";
          }}
        />
      </Labelled>
      <Field
        name="pasted"
        label={k("pasted")}
        type="area"
        hint={k("pasted_hint")}
        error={faultAt("pasted")}
        value={text.value}
        onInput={(typed) => text.value = typed}
      />
      <Button
        icon="plus"
        onClick={() =>
          text.value.trim() &&
          send(new File([statementCsv(text.value)], "pasted.csv", { type: "text/csv" }), "pasted")}
      >
        {k("take_rows")}
      </Button>
    </details>
  );
}
