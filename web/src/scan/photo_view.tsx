import { Button, IconButton, t, useEffect, useRef, useSignal } from "../kit/mod.ts";
import { f } from "../screens/find.ts";
import { giveBackCamera, openCamera } from "./scanner.ts";
import { Torch } from "./torch.tsx";

export interface PhotoViewProps {
  onTake: (video: HTMLVideoElement) => Promise<unknown>;
  onClose: () => void;
  /** the phone's own camera or files instead; needs a press */
  onChoose: (from?: "files") => void;
}

/** The camera over the whole screen: one press of the shutter takes the photo, which is used at once. */
export function PhotoView({ onTake, onClose, onChoose }: PhotoViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const camera = useSignal<"starting" | "on" | "taking" | "none">("starting");
  useEffect(() => {
    dialog.current!.showModal();
    openCamera(video.current!).then(() => camera.value = "on", () => {
      // browsers open files only right after a press; their question for the camera may have used it up
      if (navigator.userActivation?.isActive) onChoose();
      else camera.value = "none";
    });
    return giveBackCamera;
  }, []);
  const shoot = async () => {
    camera.value = "taking";
    await onTake(video.current!);
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="camera"
      aria-label={t("add_photo")}
      data-camera={camera.value}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <video ref={video} playsInline muted aria-hidden="true" />
      {camera.value === "none" && (
        <div class="over">
          <p class="strong">{f("no_camera")}</p>
          <p>{f("no_camera_text")}</p>
        </div>
      )}
      <div>
        <Button icon="photo" onClick={() => onChoose("files")}>{f("gallery")}</Button>
        <button
          type="button"
          class="shutter"
          aria-label={f("shutter")}
          disabled={camera.value !== "on"}
          onClick={() => void shoot()}
        />
        <span>
          {camera.value === "on" && <Torch video={video.current} />}
          <IconButton icon="close" label={t("close")} onClick={onClose} />
        </span>
      </div>
    </dialog>
  );
}
