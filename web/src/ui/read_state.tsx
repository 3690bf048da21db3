import type { ComponentChildren } from "preact";
import { t } from "../core/core_words.ts";
import { isGone, type Read } from "../core/reads.ts";
import { when } from "../core/text.ts";
import { EmptyState, Skeleton } from "./basics.tsx";

/**
 * What stands in place of data that is not there (yet): a skeleton, the reason of a refusal, or that it
 * never came to this phone; and, over data that is old, how old. Undefined: show the data as it is.
 */
export function readState<T>(
  read: Read<T>,
): { instead?: ComponentChildren; over?: ComponentChildren } {
  if (read.data === undefined) {
    if (read.problem) {
      const gone = isGone(read.problem);
      return {
        instead: (
          <EmptyState
            icon="alert"
            title={t(gone ? "gone_title" : "refused_title")}
            text={gone ? t("gone_text") : read.problem.detail}
          />
        ),
      };
    }
    if (read.loading) return { instead: <Skeleton /> };
    return {
      instead: <EmptyState icon="cloudOff" title={t("not_here_title")} text={t("not_here_text")} />,
    };
  }
  if (read.loading) return { over: <div class="thin-bar" aria-hidden="true" /> };
  if (read.stale && read.at) {
    return { over: <p class="as-of muted">{t("as_of", { time: when(read.at) })}</p> };
  }
  return {};
}
