import { Card, type ComponentChildren, readState, useRead } from "../../kit/mod.ts";

/** A card of what a list of the API says; `none` where it says nothing. */
export function ReadCard<T>({ path, title, none, action, over, children }: {
  path: string;
  title?: string;
  none: string;
  action?: ComponentChildren;
  /** stands over it, whatever has been read */
  over?: ComponentChildren;
  children: (rows: T[], meta: Record<string, unknown>) => ComponentChildren;
}) {
  const read = useRead<T[]>(path).value;
  const state = readState(read);
  return (
    <Card title={title} action={action}>
      {state.over}
      {over}
      {state.instead ??
        (children(read.data ?? [], read.meta ?? {}) || <p class="muted">{none}</p>)}
    </Card>
  );
}

/** The sum of what a row says, over all of them. */
export const sumOf = <T,>(rows: T[], of: (row: T) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);
