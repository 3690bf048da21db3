import { IconButton, useEffect, useSignal } from "../kit/mod.ts";
import { f } from "../screens/find.ts";
import { hasTorch, setTorch } from "./scanner.ts";

/** The phone's light, where the camera has one; it goes out with what it was lit for. */
export function Torch({ video }: { video: HTMLVideoElement | null }) {
  const lit = useSignal(false);
  useEffect(() => () => void (lit.value && setTorch(video, false)), []);
  if (!hasTorch(video)) return null;
  return (
    <IconButton
      icon="torch"
      label={f("torch")}
      onClick={() => void setTorch(video, lit.value = !lit.value)}
    />
  );
}
