import { Field, type FieldProps } from "../kit/mod.ts";

/** A text with usual sentences to tap; a second tap takes the sentence out again. */
export function Suggest(
  { sentences, ...field }: FieldProps & { sentences: string[] },
) {
  const said = field.value.split(/\. */).filter(Boolean);
  const toggle = (sentence: string) =>
    field.onInput(
      (said.includes(sentence) ? said.filter((one) => one !== sentence) : [...said, sentence])
        .join(". "),
    );
  return (
    <div class="suggest">
      <Field type="area" {...field} />
      <div class="chips" role="group" aria-label={field.label}>
        <div>
          {sentences.map((sentence) => (
            <button
              key={sentence}
              type="button"
              class="chip"
              aria-pressed={said.includes(sentence)}
              onClick={() => toggle(sentence)}
            >
              {sentence}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** A form opened with the sentence already in it: one tap. */
export function SuggestLinks(
  { label, sentences, to }: { label: string; sentences: string[]; to: (said: string) => string },
) {
  return (
    <nav class="field" aria-label={label}>
      <p class="muted">{label}</p>
      <div class="filter-chips">
        {sentences.map((sentence) => (
          <a key={sentence} class="chip" href={to(encodeURIComponent(sentence))}>{sentence}</a>
        ))}
      </div>
    </nav>
  );
}
