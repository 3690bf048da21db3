import type { Route } from "./frame.ts";

const me = () => import("./screens/me.tsx");
const tasks = () => import("./screens/staff/tasks.tsx");

/** The screens of /mobile, a line each; the first that fits is taken. Home is in staff.tsx. */
export const staffRoutes: Route[] = [
  { path: "/work", load: () => import("./screens/work.tsx").then((m) => m.Work) },
  { path: "/scan", load: () => import("./screens/scan.tsx").then((m) => m.Scan) },
  { path: "/search", load: () => import("./screens/search.tsx").then((m) => m.Search) },
  { path: "/queue", load: () => import("./screens/queue.tsx").then((m) => m.Queue) },
  { path: "/me", load: () => me().then((m) => m.Me) },
  { path: "/password", load: () => me().then((m) => m.Password) },
  {
    path: "/tasks",
    load: () => tasks().then((m) => m.list),
    work: { icon: "tasks", word: "tasks", may: "tasks.read" },
  },
  { path: "/tasks/new", load: () => tasks().then((m) => m.form) },
  { path: "/tasks/:id", load: () => tasks().then((m) => m.detail) },
  { path: "/tasks/:id/edit", load: () => tasks().then((m) => m.edit) },
];
