import { date, dhakaDate } from "../../kit/mod.ts";
import { reportName } from "../trade/report_names.ts";
import { settingsForm } from "./settings_form.tsx";
import { o, text } from "./words.ts";

/** The books are closed up to a day; the owner alone takes it back, and says why. */
export const closing = settingsForm({
  title: () => reportName("close_books"),
  screen: "/reports/closing",
  list: "/reports",
  name: ({ closed_through }) =>
    closed_through
      ? o("name_closed_books", { day: date(String(closed_through)) })
      : o("opened_books"),
  fields: [
    text("closed_through", "closed_through", {
      type: "date",
      hint: () => o("closed_hint"),
      check: (day) => day > dhakaDate() ? o("closed_ahead") : undefined,
    }),
    text("note", "opened_because"),
  ],
});
