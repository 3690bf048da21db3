import {
  announce,
  Button,
  Code,
  getKept,
  go,
  keep,
  List,
  Row,
  Screen,
  type ScreenProps,
  searchHere,
  t,
  useEffect,
  useSignal,
} from "../kit/mod.ts";
import { Viewfinder } from "../scan/viewfinder.tsx";
import { codeHref, f } from "./find.ts";

/** Finds out what a code is and opens it; several answers, or none, are shown by the search. */
async function openCode(code: string): Promise<void> {
  const href = await codeHref(code);
  go(href ? href.slice(1) : `/search?q=${encodeURIComponent(code)}`, { replace: true });
  const before = await getKept<string[]>("scans") ?? [];
  await keep("scans", [code, ...before.filter((one) => one !== code)].slice(0, 5));
}

export function Scan({ query }: ScreenProps) {
  const typed = useSignal(query.get("code") ?? "");
  const recent = useSignal<string[]>([]);
  const given = query.get("code");
  const take = (code: string) => {
    announce(f("scanned", { code }));
    void openCode(code);
  };
  useEffect(() => {
    void getKept<string[]>("scans").then((codes) => recent.value = codes ?? []);
    if (given) void openCode(given);
    // what is here to be found is gathered while the camera starts
    else void searchHere("");
  }, []);
  return (
    <Screen title={t("scan")} root>
      {!given && (
        <Viewfinder
          onCode={take}
          onNone={() => document.getElementById("code")?.focus()}
        />
      )}
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.value.trim()) take(typed.value.trim());
        }}
      >
        <div class="field">
          <label for="code">{f("type_code")}</label>
          <div class="box">
            <input
              id="code"
              value={typed.value}
              autocapitalize="characters"
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => typed.value = event.currentTarget.value}
            />
          </div>
        </div>
        <Button type="submit" icon="search" look="main">{f("look_up")}</Button>
      </form>
      {recent.value.length > 0 && (
        <section>
          <h2 class="eyebrow">{f("recent")}</h2>
          <List>
            {recent.value.map((code) => (
              <Row
                key={code}
                icon="scan"
                href={`#/scan?code=${encodeURIComponent(code)}`}
                title={<Code>{code}</Code>}
              />
            ))}
          </List>
        </section>
      )}
    </Screen>
  );
}
