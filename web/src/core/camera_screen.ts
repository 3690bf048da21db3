import type { ComponentType } from "preact";

export interface PhotoViewProps {
  onTake: (video: HTMLVideoElement) => Promise<unknown>;
  onClose: () => void;
  /** the phone's own camera or files instead; needs a press */
  onChoose: (from?: "files") => void;
}

/** How the camera over the whole screen is brought: it is among the screens, and the page says where. */
export const cameraScreen: { bring?: () => Promise<ComponentType<PhotoViewProps>> } = {};
