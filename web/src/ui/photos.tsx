import type { ComponentChildren, ComponentType } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { cameraScreen, type PhotoViewProps } from "../core/camera_screen.ts";
import { t } from "../core/core_words.ts";
import { isNoRoom } from "../core/no_room.ts";
import { dropPhoto, keepPhoto, photoUrl } from "../core/photos.ts";
import { Icon, IconButton } from "./basics.tsx";
import { toast } from "./frame.tsx";

/** Photos taken or chosen; they are made small and kept on this phone at once. */
export function PhotoInput(
  { label, photos, onChange }: {
    label?: string;
    photos: string[];
    onChange: (photos: string[]) => void;
  },
) {
  return (
    <div class="photos">
      {photos.map((id) => (
        <KeptPhoto
          key={id}
          id={id}
          onRemove={() => {
            void dropPhoto(id);
            onChange(photos.filter((one) => one !== id));
          }}
        />
      ))}
      <PhotoButton label={label} onPhoto={(id) => onChange([...photos, id])} />
    </div>
  );
}

/**
 * Takes a photo with the camera in the page, by one press of its shutter. Where that cannot be, the press
 * opens the phone's own camera or files, as it does for a test that fills the input in.
 */
export function PhotoButton(
  { label = t("add_photo"), look = "add-photo", onPress, onPhoto }: {
    label?: string;
    look?: string;
    onPress?: () => void;
    onPhoto: (id: string) => void;
  },
) {
  const input = useRef<HTMLInputElement>(null);
  const View = useSignal<ComponentType<PhotoViewProps> | undefined>(undefined);
  const past = useRef(false);
  // the photo comes later than the press
  const latest = useRef(onPhoto);
  latest.current = onPhoto;
  const take = (picture: Blob | HTMLVideoElement) =>
    keepPhoto(picture).then(({ id }) => latest.current(id), (fault) => {
      if (isNoRoom(fault)) throw fault;
      toast(t("photo_bad"));
    });
  const close = () => View.value = undefined;
  const choose = (from?: "files") => {
    close();
    past.current = true;
    // who does not want the camera is asked for a picture that is there already
    if (from) input.current!.removeAttribute("capture");
    input.current!.click();
    input.current!.setAttribute("capture", "environment");
  };
  return (
    <>
      <label class={look}>
        <Icon name="photo" />
        <span>{label}</span>
        <input
          ref={input}
          type="file"
          accept="image/*"
          capture="environment"
          onClick={(event) => {
            if (past.current) return void (past.current = false);
            onPress?.();
            if (!navigator.mediaDevices || !cameraScreen.bring) return;
            event.preventDefault();
            cameraScreen.bring().then((view) => View.value = view, () => choose());
          }}
          onChange={({ currentTarget }) => {
            for (const file of currentTarget.files!) void take(file);
          }}
        />
      </label>
      {View.value && <View.value onTake={take} onClose={close} onChoose={choose} />}
    </>
  );
}

/** A photo that is on this phone; what is said of it stands under it. */
export function KeptPhoto(
  { id, onRemove, children }: {
    id: string;
    onRemove?: () => void;
    children?: ComponentChildren;
  },
) {
  const address = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let made: string | undefined;
    void photoUrl(id).then((url) => address.value = made = url);
    return () => made && URL.revokeObjectURL(made);
  }, [id]);
  return (
    <div class="photo">
      <img src={address.value} alt="" width="96" height="96" />
      {children}
      {onRemove && <IconButton icon="close" label={t("remove_photo")} onClick={onRemove} />}
    </div>
  );
}
