import { Chips, type FieldProps, readState, useRead } from "../kit/mod.ts";
import type { Source } from "./pick.tsx";

/** A choice among the few records of a list, all seen at once; what this phone has read is there without internet. */
export function Choose({ from, values = {}, ...field }: FieldProps & {
  from: Source;
  first?: number;
  /** what else is entered */
  values?: Record<string, string>;
}) {
  const read = useRead<unknown[]>(`${from.path}?${from.query}`).value;
  const choices = (read.data ?? []).flatMap((row) => from.choice?.(row, values) ?? []);
  if (from.several && choices.length < 2) return null;
  return (
    <>
      <Chips {...field} choices={choices} />
      {!read.data && readState(read).instead}
    </>
  );
}
