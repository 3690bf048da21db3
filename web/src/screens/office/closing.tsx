import type { Settings } from "../../core/answers.ts";
import { date, readState, Screen, type ScreenProps, useRead } from "../../kit/mod.ts";
import { formScreen } from "../../records/mod.ts";
import { o, text } from "./words.ts";

const Form = formScreen({
  title: () => o("close_books"),
  path: "/settings",
  method: "PUT",
  screen: "/reports/closing",
  list: "/reports",
  edits: true,
  name: ({ closed_through }) =>
    closed_through
      ? o("name_closed_books", { day: date(String(closed_through)) })
      : o("opened_books"),
  fields: [
    text("closed_through", "closed_through", { type: "date", hint: () => o("closed_hint") }),
    text("note", "opened_because"),
  ],
});

/** The books are closed up to a day; the owner alone takes it back, and says why. */
export function Closing(props: ScreenProps) {
  const read = useRead<Settings>("/settings").value;
  // what is changed is what the server has by now, not what this phone read last
  if (read.data && !read.loading) return <Form {...props} />;
  return <Screen title={o("close_books")}>{readState(read).instead}</Screen>;
}
