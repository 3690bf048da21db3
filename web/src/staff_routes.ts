import type { Route } from "./frame.ts";

const me = () => import("./screens/me.tsx");
const rmas = () => import("./screens/staff/rmas.tsx");
const tickets = () => import("./screens/staff/tickets.tsx");
const ticketForms = () => import("./screens/staff/ticket_forms.tsx");
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
  {
    path: "/rmas",
    load: () => rmas().then((m) => m.list),
    work: { icon: "repair", word: "rmas", may: "rmas.read" },
  },
  { path: "/rmas/new", load: () => rmas().then((m) => m.form) },
  { path: "/rmas/:id", load: () => rmas().then((m) => m.detail) },
  {
    path: "/serials/:serial",
    load: () => import("./screens/staff/serials.tsx").then((m) => m.Passport),
  },
  {
    path: "/service-tickets",
    load: () => tickets().then((m) => m.list),
    work: { icon: "ticket", word: "tickets", may: "tickets.read" },
  },
  { path: "/service-tickets/new", load: () => tickets().then((m) => m.form) },
  { path: "/service-tickets/:id", load: () => tickets().then((m) => m.detail) },
  { path: "/service-tickets/:id/close", load: () => ticketForms().then((m) => m.close) },
  { path: "/service-tickets/:id/parts/new", load: () => ticketForms().then((m) => m.part) },
];
