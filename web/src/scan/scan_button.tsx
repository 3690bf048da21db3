import { Button, prefs, t, useEffect, useRef, useSignal } from "../kit/mod.ts";
import { confirmScan } from "./scanner.ts";
import { Viewfinder } from "./viewfinder.tsx";
import { listenToWedge } from "./wedge.ts";

/** The camera, once it is asked for; what a keyboard scanner reads counts all the time. */
export function ScanButton({ open, label, onCode }: {
  open?: boolean;
  label?: string;
  onCode: (code: string) => void;
}) {
  const on = useSignal(open);
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (on.value) return;
    return listenToWedge((code) => {
      latest.current(code);
      confirmScan(prefs.value.beep);
    });
  }, [on.value]);
  if (on.value) return <Viewfinder compact onCode={onCode} />;
  return <Button icon="scan" wide onClick={() => on.value = true}>{label ?? t("scan")}</Button>;
}
