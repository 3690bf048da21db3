import { IconButton, prefs, useEffect, useRef, useSignal } from "../kit.ts";
import { f } from "../screens/find.ts";
import { closeCamera, confirmScan, hasTorch, openCamera, setTorch, watch } from "./scanner.ts";
import { listenToWedge } from "./wedge.ts";

/**
 * The camera's picture, and every code that it or a keyboard scanner reads, with a tone. A code counts
 * again once it was out of view.
 */
export function Viewfinder(
  { onCode, compact }: {
    onCode: (code: string) => void;
    /** low, over a list; not there at all without a camera */
    compact?: boolean;
  },
) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useSignal<"starting" | "on" | "none">("starting");
  const torch = useSignal(false);
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    const take = (code: string) => {
      confirmScan(prefs.value.beep);
      latest.current(code);
    };
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
    <>
      <div class="viewfinder" data-camera={camera.value} data-compact={compact}>
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
      {camera.value === "on" && !compact && <p class="muted centred">{f("point")}</p>}
    </>
  );
}
