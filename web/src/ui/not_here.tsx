import { t } from "../core/core_words.ts";
import { Screen } from "./frame.tsx";
import { EmptyState } from "./basics.tsx";

/** In place of a screen whose code has not come. */
export function NotHere() {
  return (
    <Screen title={t("not_here_title")}>
      <EmptyState icon="cloudOff" title={t("not_here_title")} text={t("not_here_text")}>
        <button type="button" class="button main" onClick={() => location.reload()}>
          {t("try_again")}
        </button>
      </EmptyState>
    </Screen>
  );
}
