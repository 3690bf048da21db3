import { Button, t, useSignal } from "../../kit/mod.ts";
import { s } from "./sums.tsx";

const SEEN = 12;

/** The pieces of a product by their serial numbers, of which some are chosen. */
export function Pieces({ label, all, chosen, error, onChange }: {
  label: string;
  all: readonly string[];
  chosen: readonly string[];
  error?: string;
  onChange: (chosen: string[]) => void;
}) {
  const open = useSignal(false);
  const shown = open.value || all.length <= SEEN + 1 ? all : all.slice(0, SEEN);
  const pieces = [...chosen.filter((one) => !shown.includes(one)), ...shown];
  return (
    <fieldset class="field chips" data-error={!!error}>
      <legend>{label}</legend>
      <div>
        {pieces.map((serial) => (
          <label key={serial} class="chip">
            <input
              type="checkbox"
              value={serial}
              checked={chosen.includes(serial)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? [...chosen, serial]
                    : chosen.filter((one) => one !== serial),
                )}
            />
            <code translate={false}>{serial}</code>
          </label>
        ))}
        {shown.length < all.length && (
          <Button look="quiet" onClick={() => open.value = true}>{t("more")} …</Button>
        )}
      </div>
      {pieces.length === 0 && <p class="muted">{s("no_pieces")}</p>}
      {error && <p class="error">{error}</p>}
    </fieldset>
  );
}
