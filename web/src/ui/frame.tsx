import { signal, useSignalEffect } from "@preact/signals";
import type { ComponentProps } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/core_words.ts";
import { failing, lastReplyAt, netStatus } from "../core/net.ts";
import { queue } from "../core/kept_writes.ts";
import { lastReadAt } from "../core/reads.ts";
import { allRoutes, back, type Frame, place } from "../core/router.ts";
import { digits, number, when } from "../core/text.ts";
import { applyUpdate, updateReady } from "../core/update.ts";
import { Icon, IconButton } from "./basics.tsx";
import type { IconName } from "../core/icons.ts";

/** One screen: its heading takes the focus when it opens, and names the page. */
export function Screen(
  { title, sub, root, actions, pinned, children }: ComponentProps<Frame>,
) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Back office`;
  }, [title]);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [place.value.path]);
  return (
    <>
      <header class="top">
        {!root && <IconButton icon="back" label={t("back")} onClick={back} />}
        <div class="grow">
          <h1 tabIndex={-1} ref={heading}>{title}</h1>
          {sub && <p class="muted">{sub}</p>}
        </div>
        {actions}
      </header>
      <main>
        {children}
        {pinned && <div class="pinned">{pinned}</div>}
      </main>
    </>
  );
}

const netIcons = { online: "cloud", slow: "clock", offline: "cloudOff" } as const;

/** Always there: how the network is, what waits, how old what is shown is. Opens the queue. */
export function StatusStrip() {
  const waiting = queue.value.filter((write) => write.state === "waiting").length;
  const stuck = queue.value.length - waiting;
  const net = netStatus.value;
  const seen = Math.max(lastReadAt.value, lastReplyAt.value);
  return (
    <aside class="strip" aria-label={t("queue")} data-net={net} data-stuck={stuck > 0}>
      <a href="#/queue">
        <span class="unseen">{t("open_queue")}:</span>
        <span role="status">
          <Icon name={netIcons[net]} />
          <b>{t(net)}</b>
          {waiting > 0 && <span>{t("waiting_n", { n: number(waiting) })}</span>}
          {stuck > 0 && <span class="bad">{t("needs_you_n", { n: number(stuck) })}</span>}
          {queue.value.length === 0 && !failing.value && <span>{t("all_sent")}</span>}
        </span>
        {seen > 0 && <span class="seen">{t("last_sync", { time: when(seen) })}</span>}
      </a>
      {updateReady.value && (
        <button type="button" class="chip" onClick={applyUpdate}>{t("update_ready")}</button>
      )}
    </aside>
  );
}

export interface BarItem {
  path: string;
  icon: IconName;
  word: Parameters<typeof t>[0];
  count?: () => number;
}

/** Four places and the scan button; a place that the page has no screen for is left out. */
export function BottomBar({ items }: { items: BarItem[] }) {
  const here = place.value.path;
  return (
    <nav class="bar" aria-label={t("home")}>
      {items.filter((item) => allRoutes().some(({ path }) => path === item.path)).map((
        { path, icon, word, count },
      ) => {
        const current = path === "/" ? here === "/" : here.startsWith(path);
        const n = count?.();
        return (
          <a
            key={path}
            href={`#${path}`}
            aria-current={current ? "page" : undefined}
          >
            <span class="holder">
              <Icon name={icon} />
              {!!n && <span class="count">{digits(String(n))}</span>}
            </span>
            <span>{t(word)}</span>
          </a>
        );
      })}
    </nav>
  );
}

interface Note {
  text: string;
  action?: { label: string; run: () => void };
  ms: number;
}
const note = signal<Note | undefined>(undefined);

/** Says something for a moment at the bottom, with one thing to do about it. */
export function toast(text: string, action?: Note["action"], ms = action ? 8000 : 4000): void {
  note.value = { text, action, ms };
}

export function Toast() {
  useSignalEffect(() => {
    const shown = note.value;
    if (!shown) return;
    const timer = setTimeout(() => note.value === shown && (note.value = undefined), shown.ms);
    return () => clearTimeout(timer);
  });
  const shown = note.value;
  return (
    <div class="toast" role="status" data-shown={!!shown}>
      {shown && (
        <>
          <span>{shown.text}</span>
          {shown.action && (
            <button
              type="button"
              onClick={() => {
                note.value = undefined;
                shown.action!.run();
              }}
            >
              {shown.action.label}
            </button>
          )}
        </>
      )}
    </div>
  );
}
