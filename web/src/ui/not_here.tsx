import { t } from "../core/core_words.ts";
import { Screen } from "./frame.tsx";
import { EmptyState } from "./basics.tsx";

/** In place of a screen that there is not, or of a record. */
export function Gone() {
  return (
    <Screen title={t("gone_title")}>
      <EmptyState icon="search" title={t("gone_title")} text={t("gone_text")} />
    </Screen>
  );
}

/** In place of a screen whose code or record has not come. */
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
