import {
  announce,
  Code,
  EmptyState,
  Icon,
  List,
  Row,
  Screen,
  type ScreenProps,
  Skeleton,
  t,
  useEffect,
  useRef,
  useSignal,
} from "../../kit/mod.ts";
import { f, kindWord } from "../../scan/words.ts";
import { find, type Finding } from "./find.ts";

/** One box over everything, grouped by kind; what this phone knows where the server is not reached. */
export function Search({ query }: ScreenProps) {
  const asked = useSignal(query.get("q") ?? "");
  const found = useSignal<Finding | undefined>(undefined);
  const busy = useSignal(false);
  const box = useRef<HTMLInputElement>(null);
  const look = async () => {
    const text = asked.value.trim();
    if (text.length < 2) return found.value = undefined;
    busy.value = true;
    const finding = await find(text);
    if (asked.value.trim() !== text) return;
    busy.value = false;
    found.value = finding;
    announce(finding.hits.length ? String(finding.hits.length) : f("nothing"));
  };
  useEffect(() => {
    const timer = setTimeout(() => void look(), 250);
    return () => clearTimeout(timer);
  }, [asked.value]);
  useEffect(() => box.current?.focus(), []);
  // Enter opens what was found where it is one thing, else leads to the first
  const entered = useRef(false);
  useEffect(() => {
    if (!entered.current) return;
    entered.current = false;
    const hits = document.querySelectorAll<HTMLElement>("main a.row");
    if (hits.length === 1) hits[0].click();
    else hits[0]?.focus();
  }, [found.value]);
  const kinds = [...new Set(found.value?.hits.map((hit) => hit.kind))];
  return (
    <Screen title={t("search")} root>
      <form
        class="search-box"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          entered.current = true;
          void look();
        }}
      >
        <Icon name="search" />
        <input
          ref={box}
          type="search"
          aria-label={t("search")}
          placeholder={f("search_hint")}
          value={asked.value}
          onInput={(event) => {
            entered.current = false;
            asked.value = event.currentTarget.value;
          }}
        />
      </form>
      {found.value?.hereOnly && <p class="as-of muted">{f("this_phone")}</p>}
      {found.value?.hint && <p class="notice card">{found.value.hint}</p>}
      {!found.value && busy.value && <Skeleton rows={3} />}
      {!found.value && !busy.value && (
        <EmptyState icon="search" title={f("search_what")} text={f("search_text")} />
      )}
      {found.value?.hits.length === 0 && (
        <EmptyState icon="search" title={f("nothing")} text={f("nothing_text")} />
      )}
      {kinds.map((kind) => (
        <section key={kind}>
          {kind && <h2 class="eyebrow">{kindWord(kind)}</h2>}
          <List>
            {found.value!.hits.filter((hit) => hit.kind === kind).map((hit) => (
              <Row
                key={hit.key}
                href={hit.href}
                title={hit.title}
                lines={[<Code key="note">{hit.note}</Code>]}
              />
            ))}
          </List>
        </section>
      ))}
    </Screen>
  );
}
