import type { ComponentChildren } from "preact";
import { type IconName, icons } from "../core/icons.ts";
import { place } from "../core/router.ts";

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

export interface ButtonProps {
  children: ComponentChildren;
  icon?: IconName;
  /** `main` is the one thing to do on a screen */
  look?: "main" | "plain" | "quiet" | "danger";
  type?: "button" | "submit";
  disabled?: boolean;
  /** what it answers is waited for before it may be pressed again */
  onClick?: () => unknown;
  wide?: boolean;
}

/**
 * What a press starts is not started again by a hasty second one while it is under way, nor while the screen that
 * it goes on to is brought; the button or form that was pressed says so meanwhile.
 */
export function once(event: Event, run?: () => unknown): void {
  const pressed = event.currentTarget as Element;
  if (pressed.ariaBusy) return;
  const done = run?.();
  if (!(done instanceof Promise)) return;
  pressed.ariaBusy = "true";
  void done.finally(() => place.value.shown).finally(() => pressed.ariaBusy = null);
}

export function Button(props: ButtonProps) {
  const { children, icon, look = "plain", type = "button", disabled, onClick, wide } = props;
  return (
    <button
      type={type}
      class={`button ${look}${wide ? " wide" : ""}`}
      disabled={disabled}
      onClick={(event) => once(event, onClick)}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

export function IconButton(
  { icon, label, onClick }: { icon: IconName; label: string; onClick: () => void },
) {
  return (
    <button type="button" class="icon-button" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** A link that looks like a button. `href` is a screen (`#/tasks`) or a call. */
export function ButtonLink(
  { href, icon, look = "plain", children, wide }: {
    href: string;
    icon?: IconName;
    look?: "main" | "plain" | "quiet";
    children: ComponentChildren;
    wide?: boolean;
  },
) {
  return (
    <a class={`button ${look}${wide ? " wide" : ""}`} href={href}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}

export type Tone = "calm" | "good" | "warn" | "bad" | "info";
const toneIcons: Record<Tone, IconName | undefined> = {
  calm: undefined,
  good: "check",
  warn: "clock",
  bad: "alert",
  info: undefined,
};

/** A status as icon and word, never as colour alone. */
export function Badge({ tone = "calm", children }: { tone?: Tone; children: ComponentChildren }) {
  const icon = toneIcons[tone];
  return (
    <span class={`badge ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

export function Card(
  { title, action, children }: {
    title?: string;
    action?: ComponentChildren;
    children: ComponentChildren;
  },
) {
  return (
    <section class="card">
      {title && (
        <header>
          <h2>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}

export function EmptyState(
  { icon, title, text, children }: {
    icon: IconName;
    title: string;
    text?: string;
    children?: ComponentChildren;
  },
) {
  return (
    <div class="empty">
      <span class="halo">
        <Icon name={icon} />
      </span>
      <p class="strong">{title}</p>
      {text && <p class="muted">{text}</p>}
      {children}
    </div>
  );
}

export function Skeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => <div key={row} />)}
    </div>
  );
}

/** Identifiers stay in Latin digits and are never translated. */
export function Code({ children }: { children: ComponentChildren }) {
  return <code translate={false}>{children}</code>;
}
