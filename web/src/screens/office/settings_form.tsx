import type { Settings } from "../../core/answers.ts";
import { readState, Screen, type ScreenProps, useRead, useRef } from "../../kit/mod.ts";
import { type FormDef, formScreen } from "../../records/mod.ts";

/**
 * A form of some of the settings, as the server has them by now: opened with what this phone read last, setting one
 * back to that would be no change. Once open it stays, whatever is read or sent meanwhile: somebody is filling it in.
 */
export function settingsForm(def: Omit<FormDef, "path" | "method" | "edits">) {
  const Form = formScreen({ ...def, path: "/settings", method: "PUT", edits: true });
  return function SettingsForm(props: ScreenProps) {
    const read = useRead<Settings>("/settings").value;
    const open = useRef(false);
    open.current ||= read.data !== undefined && !read.loading;
    if (open.current) return <Form {...props} />;
    const { instead, over } = readState(read);
    return <Screen title={def.title()}>{instead ?? over}</Screen>;
  };
}
