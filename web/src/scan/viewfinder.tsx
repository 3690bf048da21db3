import { prefs, useEffect, useRef, useSignal } from "../kit/mod.ts";
import { f } from "../screens/find.ts";
import {
  confirmScan,
  giveBackCamera,
  openCamera,
  prepareReader,
  prepareSound,
  watch,
} from "./scanner.ts";
import { Torch } from "./torch.tsx";
import { listenToWedge } from "./wedge.ts";

/**
 * The camera's picture, and every code that it or a keyboard scanner reads, with a tone. A code counts
 * again once it was out of view.
 */
export function Viewfinder(
  { onCode, onNone, compact }: {
    onCode: (code: string) => void;
    /** there is no camera, or it may not be used */
    onNone?: () => void;
    /** low, over a list; not there at all without a camera */
    compact?: boolean;
  },
) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useSignal<"starting" | "on" | "none">("starting");
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    const take = (code: string) => {
      latest.current(code);
      confirmScan(prefs.value.beep);
    };
    let stop: (() => void) | undefined;
    let gone = false;
    // beside the camera, which takes its time too
    void prepareReader();
    openCamera(video.current!).then(() => {
      if (gone) return;
      camera.value = "on";
      stop = watch(video.current!, take);
    }, () => {
      camera.value = "none";
      if (!gone) onNone?.();
    });
    if (prefs.value.beep) setTimeout(prepareSound);
    const stopWedge = listenToWedge(take);
    return () => {
      gone = true;
      stop?.();
      stopWedge();
      giveBackCamera();
    };
  }, []);
  return (
    <>
      <div class="viewfinder" data-camera={camera.value} data-compact={compact}>
        <video ref={video} playsInline muted aria-hidden="true" />
        <span class="reticle" aria-hidden="true" />
        {camera.value === "on" && <Torch video={video.current} />}
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
