import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/core_words.ts";
import { IconButton } from "./basics.tsx";

const FIRST = ".field:first-child :is(input:not([type=radio]), textarea)[required]";

/** Leaves out the second of two quick taps, which would reach what lay below the sheet. */
function noSecondTap(sheet: HTMLElement): () => void {
  const look = (event: MouseEvent) => {
    if (event.detail < 2 || sheet.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", look, true);
  return () => void setTimeout(() => removeEventListener("click", look, true), 500);
}

/** Rises from the bottom over the screen; Escape, the backdrop and the system's back close it. */
export function Sheet(
  { title, children, onClose }: {
    title: string;
    children: ComponentChildren;
    /** without it the sheet stays until its work is done */
    onClose?: () => void;
  },
) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // what has to be typed first is typed at once
    dialog.current?.querySelector<HTMLElement>(FIRST)?.focus();
    return noSecondTap(dialog.current!);
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div class="sheet-body">
        <header>
          <h2 id="sheet-title">{title}</h2>
          {onClose && <IconButton icon="close" label={t("close")} onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}
