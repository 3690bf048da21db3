import { useRef } from "../kit/mod.ts";
import type { Values } from "./fields.tsx";

/** Fills a field in with what it usually is beside what else is entered, until somebody has entered something else. */
export function useUsual(
  name: string,
  usual: string,
  values: Values,
  fill: (values: Values) => void,
): void {
  const { current } = useRef({ usual: "", filled: "" });
  // while it is drawn: an effect would leave what it was before for a moment, and be saved so
  if (usual === current.usual) return;
  current.usual = usual;
  if ((values[name] ?? "") === current.filled) fill({ [name]: current.filled = usual });
}
