import { Field, parseNumber, Screen, type ScreenProps, useSignal } from "../../kit/mod.ts";
import { ChipRow, Paperwork } from "../../records/mod.ts";
import { o } from "./words.ts";

const papers = ["roll", "a4"] as const;

/** Codes as they were typed or pasted, each with the end of its line: one may have a comma. */
const lines = (text: string) =>
  text.split(/[\r\n\t;]+/).map((code) => code.trim()).filter(Boolean).map((code) => `${code}\n`)
    .join("");

/** Labels with a QR code, of the pieces or products that the address names. */
export function Labels({ query }: ScreenProps) {
  const size = useSignal<typeof papers[number]>("roll");
  const copies = useSignal("1");
  const skip = useSignal("0");
  const of = query.has("skus") ? "skus" as const : "serials" as const;
  const codes = useSignal((query.get(of) ?? "").trim());
  const asked = new URLSearchParams(query);
  asked.set("size", size.value);
  const all = ["receipt", "product"].find((one) => query.has(`${one}_id`)) as
    | "receipt"
    | "product";
  if (!all) asked.set(of, lines(codes.value));
  if (of === "skus") asked.set("copies", parseNumber(copies.value) ?? copies.value);
  if (size.value === "a4") asked.set("skip", parseNumber(skip.value) ?? skip.value);
  return (
    <Screen title={o("labels")}>
      {all ? <p class="muted">{o(`labels_of_${all}`)}</p> : (
        <Field
          name={of}
          type="area"
          label={o(`label_${of}`)}
          value={codes.value}
          onInput={(value) => codes.value = value}
        />
      )}
      <ChipRow
        label={o("label_paper")}
        chips={papers.map((paper) => [paper, o(`label_${paper}`), paper === size.value])}
        onChoose={(paper) => size.value = paper}
      />
      {of === "skus" && (
        <Field
          name="copies"
          type="decimal"
          label={o("label_copies")}
          value={copies.value}
          onInput={(value) => copies.value = value}
        />
      )}
      {size.value === "a4" && (
        <Field
          name="skip"
          type="decimal"
          label={o("label_skip")}
          value={skip.value}
          onInput={(value) => skip.value = value}
        />
      )}
      <Paperwork
        key={String(asked)}
        path={`/labels?${asked}`}
        name="labels.pdf"
        label={o("make_labels")}
      />
    </Screen>
  );
}
