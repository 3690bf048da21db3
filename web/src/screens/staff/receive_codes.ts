/** Numbers of pieces that are typed or pasted, and not scanned. */
import { addSerial, type Count } from "./receive_count.ts";
import { serialKey } from "../trade/codes.ts";

/** Numbers of whole pieces of a line, each once whatever line has it; and which of them were there already. */
export function addCodes(
  count: Count,
  id: number,
  codes: string[],
): { count: Count; again: string[] } {
  const again: string[] = [];
  for (const code of codes) {
    if (isCounted(count, code)) again.push(code);
    else count = addSerial(count, id, code);
  }
  return { count, again };
}

const isCounted = (count: Count, code: string) =>
  Object.values(count).some(({ serials, broken }) =>
    [...serials, ...broken].some((one) => serialKey(one) === serialKey(code))
  );
