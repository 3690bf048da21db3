import type { Route } from "./frame.ts";

const me = () => import("./screens/me.tsx");
const shipments = () => import("./screens/staff/shipments.tsx");
const receive = () => import("./screens/staff/receive.tsx");
const receipts = () => import("./screens/staff/receipts.tsx");
const stock = () => import("./screens/staff/stock.tsx");
const claims = () => import("./screens/staff/claims.tsx");
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
    path: "/receive",
    load: () => receive().then((m) => m.list),
    work: { icon: "box", word: "receive", may: "receipts.create" },
  },
  { path: "/receive/:id", load: () => receive().then((m) => m.Receive) },
  {
    path: "/shipments",
    load: () => shipments().then((m) => m.list),
    work: { icon: "ship", word: "shipments", may: "shipments.read" },
  },
  { path: "/shipments/:id", load: () => shipments().then((m) => m.detail) },
  { path: "/shipments/:id/costs/new", load: () => shipments().then((m) => m.cost) },
  {
    path: "/products",
    load: () => stock().then((m) => m.list),
    work: { icon: "work", word: "stock", may: "products.read" },
  },
  { path: "/products/:id", load: () => stock().then((m) => m.detail) },
  {
    path: "/receipts",
    load: () => receipts().then((m) => m.list),
    work: { icon: "paper", word: "receipts", may: "receipts.read" },
  },
  { path: "/receipts/:id", load: () => receipts().then((m) => m.detail) },
  {
    path: "/cycle-count",
    load: () => import("./screens/staff/cycle_count.tsx").then((m) => m.CycleCount),
    work: { icon: "check", word: "cycle_count", may: "stock.move" },
  },
  {
    path: "/discrepancies",
    load: () => claims().then((m) => m.list),
    work: { icon: "alert", word: "claims", may: "discrepancies.read" },
  },
  { path: "/discrepancies/new", load: () => claims().then((m) => m.form) },
  { path: "/discrepancies/:id", load: () => claims().then((m) => m.detail) },
  // what labels and the server's links call them
  { path: "/claims", load: () => claims().then((m) => m.list) },
  { path: "/claims/:id", load: () => claims().then((m) => m.detail) },
  {
    path: "/tasks",
    load: () => tasks().then((m) => m.list),
    work: { icon: "tasks", word: "tasks", may: "tasks.read" },
  },
  { path: "/tasks/new", load: () => tasks().then((m) => m.form) },
  { path: "/tasks/:id", load: () => tasks().then((m) => m.detail) },
  { path: "/tasks/:id/edit", load: () => tasks().then((m) => m.edit) },
];
