import "../desk/bring.ts";
import type { Screens } from "../../kit/mod.ts";
import { elsewhere } from "../office/fetched.tsx";
import { Me } from "./me.tsx";
import { Queue } from "./queue.tsx";
import { Scan } from "./scan.tsx";
import { Search } from "./search.tsx";
import * as tasks from "./tasks.tsx";
import { More, Work } from "./work.tsx";

/** What everybody opens, whatever the role; and with it what Home does not wait for. */
export const screens: Screens = {
  "/work": Work,
  "/more": More,
  "/scan": Scan,
  "/search": Search,
  "/queue": Queue,
  "/me": Me,
  "/tasks": tasks.list,
  "/tasks/new": tasks.form,
  "/tasks/:id": tasks.detail,
  "/tasks/:id/edit": tasks.edit,
  "/(?<path>.*)": elsewhere,
};
export const askMore = async () => (await import("../office/office_me.tsx")).askMore;
export { PasswordSheet } from "./password_sheet.tsx";
export { PhotoView } from "../../scan/photo_view.tsx";
export { startLater } from "./start_later.ts";
export { HomeLater } from "./figures_card.tsx";
