import { render } from "preact";
import {
  type BarItem,
  BottomBar,
  bringPermissions,
  cameraScreen,
  type ComponentType,
  effect,
  go,
  Gone,
  loadSession,
  markSignedIn,
  more,
  needPassword,
  NotHere,
  type Place,
  place,
  type Route,
  screenAt,
  type ScreenProps,
  session,
  signal,
  startOutbox,
  startRouter,
  startServiceWorker,
  StatusStrip,
  Toast,
  wordsReady,
} from "./kit/first.ts";
import { showLogin } from "./login.ts";

export interface Page {
  routes: Route[];
  bar: BarItem[];
}

const everyday = () => import("./screens/everyday/everyday.ts");
cameraScreen.bring = () => everyday().then(({ PhotoView }) => PhotoView);

more.bring = () => everyday().then(({ askMore }) => askMore());

const sheet = signal<ComponentType | undefined>(undefined);
interface Shown extends ScreenProps {
  path: string;
  screen: ComponentType<ScreenProps>;
}
const shown = signal<Shown | undefined>(undefined);

/** Starts a page: the login where nobody is signed in, then the screen that the address names. */
export async function startPage({ routes, bar }: Page): Promise<void> {
  await loadSession();
  // what the worker brings for the next time waits for what is needed now
  setTimeout(() => void startServiceWorker(), 500);
  if (!session.value) {
    // a page that was opened as signed in has no login form: without a session it is asked for again
    await markSignedIn(false);
    if (!await showLogin()) return location.replace(location.pathname + location.hash);
  }
  await wordsReady();
  startRouter(routes);
  await startOutbox();
  document.body.dataset.signedIn = "";
  const root = document.getElementById("app")!;
  root.textContent = "";
  effect(() => {
    const wanted = place.value;
    const { must_change_password, totp } = session.value?.user ?? {};
    const first = must_change_password ? "/password" : totp === "due" && "/totp";
    if (first && wanted.path !== first) return go(first, { replace: true });
    wanted.shown = open(wanted);
  });
  effect(() => {
    if (!needPassword.value) return;
    void everyday().then((module) => sheet.value = module.PasswordSheet);
  });
  render(<App bar={bar} />, root);
  void bringPermissions().catch(() => {});
  // what is needed without internet comes when the first screen has what it needs
  setTimeout(() => void everyday().then((later) => later.startLater()), 4000);
}

function App({ bar }: { bar: BarItem[] }) {
  const now = shown.value;
  const Sheet = sheet.value;
  return (
    <>
      <StatusStrip />
      <div id="screen" class={needPassword.value ? "veiled" : undefined}>
        {now && <now.screen key={now.path} params={now.params} query={now.query} />}
      </div>
      <BottomBar items={bar} />
      <Toast />
      {needPassword.value && Sheet && <Sheet />}
    </>
  );
}

/** What is on the screen stays until the next one has arrived. */
async function open(wanted: Place): Promise<void> {
  const { path, query, route } = wanted;
  let found: ReturnType<typeof screenAt> = { screen: Gone, params: {} };
  try {
    found = route ? screenAt((await route.load()).screens, path) ?? found : found;
    await wordsReady();
  } catch {
    found.screen = NotHere;
  }
  if (place.value === wanted) shown.value = { path, query, ...found };
}
