import { Field, Screen, type ScreenProps, useSignal } from "../../kit/mod.ts";
import { ChipRow, Paperwork } from "../../records/mod.ts";
import { o } from "./words.ts";

const papers = ["roll", "a4"] as const;

/** Labels with a QR code, of the pieces or products that the address names. */
export function Labels({ query }: ScreenProps) {
  const size = useSignal<typeof papers[number]>("roll");
  const copies = useSignal("1");
  const skip = useSignal("0");
  const asked = new URLSearchParams(query);
  asked.set("size", size.value);
  if (query.has("skus")) asked.set("copies", copies.value || "1");
  if (size.value === "a4") asked.set("skip", skip.value || "0");
  return (
    <Screen title={o("labels")}>
      <p class="muted">
        {query.get("skus") ?? query.get("serials") ?? o("labels_of_receipt")}
      </p>
      <ChipRow
        label={o("label_paper")}
        chips={papers.map((paper) => [paper, o(`label_${paper}`), paper === size.value])}
        onChoose={(paper) => size.value = paper}
      />
      {query.has("skus") && (
        <Field
          name="copies"
          type="text"
          label={o("label_copies")}
          value={copies.value}
          onInput={(value) => copies.value = value}
        />
      )}
      {size.value === "a4" && (
        <Field
          name="skip"
          type="text"
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
