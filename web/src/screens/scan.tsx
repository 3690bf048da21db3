import {
  announce,
  ApiError,
  Button,
  call,
  Code,
  getKept,
  go,
  IconButton,
  keep,
  List,
  NoAnswer,
  prefs,
  Row,
  Screen,
  type ScreenProps,
  t,
  useEffect,
  useRef,
  useSignal,
} from "../kit.ts";
import {
  closeCamera,
  confirmScan,
  hasTorch,
  openCamera,
  setTorch,
  watch,
} from "../scan/scanner.ts";
import { f, find, hitHref } from "./find.ts";

/** Finds out what a code is and opens it; several answers, or none, are shown by the search. */
async function openCode(code: string): Promise<void> {
  const before = await getKept<string[]>("scans") ?? [];
  await keep("scans", [code, ...before.filter((one) => one !== code)].slice(0, 5));
  const search = `/search?q=${encodeURIComponent(code)}`;
  try {
    const { data } = await call<{ kind?: string; id?: number }>(
      `/scan/${encodeURIComponent(code)}`,
    );
    const href = data.kind && data.id !== undefined && hitHref(data.kind, data.id);
    return go(href ? href.slice(1) : search, { replace: true });
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof NoAnswer)) throw error;
  }
  const { hits } = await find(code);
  go(hits.length === 1 && hits[0].href ? hits[0].href.slice(1) : search, { replace: true });
}

export function Scan({ query }: ScreenProps) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useSignal<"starting" | "on" | "none">("starting");
  const torch = useSignal(false);
  const typed = useSignal(query.get("code") ?? "");
  const recent = useSignal<string[]>([]);
  const take = (code: string) => {
    confirmScan(prefs.value.beep);
    announce(f("scanned", { code }));
    void openCode(code);
  };
  useEffect(() => {
    void getKept<string[]>("scans").then((codes) => recent.value = codes ?? []);
    const given = query.get("code");
    if (given) return void openCode(given);
    let stop: (() => void) | undefined;
    let gone = false;
    openCamera(video.current!).then(() => {
      if (gone) return;
      camera.value = "on";
      stop = watch(video.current!, take);
    }, () => camera.value = "none");
    const stopWedge = listenToWedge(take);
    return () => {
      gone = true;
      stop?.();
      stopWedge();
      if (torch.value) void setTorch(false);
      // elsewhere than on iOS a camera that is not looked through is given back
      if (!/iPhone|iPad/.test(navigator.userAgent)) closeCamera();
    };
  }, []);
  return (
    <Screen title={t("scan")} root>
      <div class="viewfinder" data-camera={camera.value}>
        <video ref={video} playsInline muted aria-hidden="true" />
        <span class="reticle" aria-hidden="true" />
        {camera.value === "on" && hasTorch() && (
          <IconButton
            icon="torch"
            label={f("torch")}
            onClick={() => {
              torch.value = !torch.value;
              void setTorch(torch.value);
            }}
          />
        )}
        {camera.value === "none" && (
          <div class="over">
            <p class="strong">{f("no_camera")}</p>
            <p>{f("no_camera_text")}</p>
          </div>
        )}
      </div>
      {camera.value === "on" && <p class="muted centred">{f("point")}</p>}
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

/** A scanner that is a keyboard types fast and ends with Enter; a person's typing is left alone. */
function listenToWedge(take: (code: string) => void): () => void {
  let code = "";
  let last = 0;
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as Element).closest("input, textarea, select")) return;
    if (event.timeStamp - last > 80) code = "";
    last = event.timeStamp;
    if (event.key === "Enter" && code.length >= 4) {
      event.preventDefault();
      take(code);
      code = "";
    } else if (event.key.length === 1) code += event.key;
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
