import {
  announce,
  go,
  render,
  Sheet,
  useEffect,
  useId,
  useMemo,
  useRef,
  useSignal,
} from "../../kit/mod.ts";
import { kindWord } from "../../scan/words.ts";
import { among, type Destination, destinations } from "./destinations.ts";
import { d } from "./words.ts";

/** So many screens are offered before anything is typed, and of what was found. */
const MOST = 12;

/** The search of everything (everyday/find.ts). */
export type Find = (text: string) => Promise<{
  hits: (Pick<Destination, "key" | "title" | "note"> & { kind?: string; href?: string })[];
}>;

/** Over whatever is on the screen; gone again once it has led somewhere. */
export function openPalette(find: Find): void {
  const host = document.body.appendChild(document.createElement("div"));
  const close = () => {
    render(null, host);
    host.remove();
  };
  render(<Palette find={find} onClose={close} />, host);
}

/** Every screen, everything new and every record by a part of its name: typed, chosen by arrow and Enter. */
function Palette({ find, onClose }: { find: Find; onClose: () => void }) {
  const typed = useSignal("");
  const at = useSignal(0);
  const found = useSignal<Destination[]>([]);
  const box = useRef<HTMLInputElement>(null);
  const all = useMemo(destinations, []);
  const id = useId();
  const text = typed.value.trim();
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    found.value = [];
    if (text.length < 2) return;
    const timer = setTimeout(() =>
      void records(find, text).then((hits) => {
        if (typed.value.trim() !== text) return;
        found.value = hits;
        announce(d("n_found", { n: hits.length }));
      }), 200);
    return () => clearTimeout(timer);
  }, [text]);
  const shown = [...among(all, text).slice(0, MOST), ...found.value];
  const chosen = shown[Math.min(at.value, shown.length - 1)];
  const open = (one: Destination | undefined) => {
    if (!one) return;
    onClose();
    go(one.href.slice(1));
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => at.value = (at.value + 1) % shown.length,
    ArrowUp: () => at.value = (at.value + shown.length - 1) % shown.length,
    Enter: () => open(chosen),
  };
  useEffect(
    () => document.getElementById(`${id}-${chosen?.key}`)?.scrollIntoView({ block: "nearest" }),
    [
      chosen?.key,
    ],
  );
  return (
    <Sheet title={d("go_to")} onClose={onClose}>
      <input
        ref={box}
        class="find"
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={d("go_to")}
        placeholder={d("go_to_hint")}
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          const run = keys[event.key];
          if (!run || event.isComposing || shown.length === 0) return;
          event.preventDefault();
          run();
        }}
      />
      <ul id={id} class="palette" role="listbox" aria-label={d("go_to")}>
        {shown.map((one) => (
          <li
            key={one.key}
            id={`${id}-${one.key}`}
            role="option"
            aria-selected={one === chosen}
            onClick={() => open(one)}
          >
            <span>{one.title}</span>
            {one.note && <span class="muted">{one.note}</span>}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="muted">{d("none_found")}</p>}
    </Sheet>
  );
}

/** By the search of everything; without the server, what this machine knows. */
async function records(find: Find, text: string): Promise<Destination[]> {
  const { hits } = await find(text);
  return hits.flatMap(({ key, kind, href, title, note }) =>
    href
      ? [{ key, href, title, note: [kind && kindWord(kind), note].filter(Boolean).join(" · ") }]
      : []
  ).slice(0, MOST);
}
