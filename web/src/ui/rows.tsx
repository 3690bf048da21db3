import type { ComponentChildren } from "preact";
import { Icon } from "./basics.tsx";
import type { IconName } from "../core/icons.ts";

export interface RowProps {
  href?: string;
  icon?: IconName;
  title: ComponentChildren;
  lines?: ComponentChildren[];
  /** under the lines; a status, say */
  badges?: ComponentChildren;
  /** at the end, such as an amount */
  side?: ComponentChildren;
}

export function Row({ href, icon, title, lines = [], badges, side }: RowProps) {
  const inside = (
    <>
      {icon && (
        <span class="halo">
          <Icon name={icon} />
        </span>
      )}
      <span class="grow">
        <span class="row-title">{title}</span>
        {lines.map((line, at) => line && <span key={at} class="muted">{line}</span>)}
        {badges && <span class="badges">{badges}</span>}
      </span>
      {side && <span class="side">{side}</span>}
    </>
  );
  return (
    <li>
      {href ? <a class="row" href={href}>{inside}</a> : <div class="row">{inside}</div>}
    </li>
  );
}

export function List({ children, label }: { children: ComponentChildren; label?: string }) {
  return <ul class="list" aria-label={label}>{children}</ul>;
}

/** Figure with its name; opens the list that it counts. */
export function Tile(
  { href, label, value, icon, tone }: {
    href?: string;
    label: ComponentChildren;
    value?: ComponentChildren;
    icon?: IconName;
    tone?: "warn" | "bad";
  },
) {
  const inside = (
    <>
      {icon && (
        <span class="halo">
          <Icon name={icon} />
        </span>
      )}
      {value !== undefined && <b>{value}</b>}
      <span>{label}</span>
    </>
  );
  const look = `tile ${tone ?? ""}`;
  return href ? <a class={look} href={href}>{inside}</a> : <div class={look}>{inside}</div>;
}
