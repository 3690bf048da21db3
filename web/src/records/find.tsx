import { useEffect, useRef } from "../kit/mod.ts";
import { rt } from "./words.ts";

/** After the last letter, before a list is asked for what was typed. */
const PAUSE_MS = 300;

/** The words that a list is looked through for: while they are typed, and at once by Enter. */
export function Find({ value, onFind }: { value: string; onFind: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(value);
  const stop = () => pause.current = clearTimeout(pause.current) as undefined;
  const find = () => {
    stop();
    const text = box.current?.value ?? asked.current;
    // leaving the box is no second asking
    if (text !== asked.current) onFind(asked.current = text);
  };
  useEffect(() => stop, []);
  useEffect(() => {
    asked.current = value;
    // what somebody is still typing is not taken from him by an answer to what he typed before
    if (!pause.current) box.current!.value = value;
  }, [value]);
  return (
    <input
      ref={box}
      class="find"
      type="search"
      aria-label={rt("find_in")}
      placeholder={rt("find_in")}
      onChange={find}
      onInput={() => {
        stop();
        pause.current = setTimeout(find, PAUSE_MS);
      }}
    />
  );
}
