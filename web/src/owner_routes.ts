import type { Route } from "./frame.ts";
import { staffRoutes } from "./staff_routes.ts";

const approve = () => import("./screens/owner/approve.tsx");
const decision = () => import("./screens/owner/approve_card.tsx");
const money = () => import("./screens/owner/money.tsx");
const imports = () => import("./screens/owner/imports.tsx");
const late = () => import("./screens/owner/late.tsx");
const rent = () => import("./screens/owner/demurrage.tsx");
const tariffs = () => import("./screens/owner/tariffs.tsx");
const landed = () => import("./screens/owner/landed.tsx");
const warranty = () => import("./screens/owner/warranty.tsx");
const people = () => import("./screens/owner/people.tsx");
const newUser = () => import("./screens/owner/new_user.tsx");
const users = () => import("./screens/owner/users.tsx");

/** The screens of /admin-mobile: the owner's own, a line each, then every staff screen. */
export const ownerRoutes: Route[] = [
  { path: "/approve", load: () => approve().then((m) => m.Inbox) },
  { path: "/approve/:kind/:id", load: () => decision().then((m) => m.Decision) },
  {
    path: "/money",
    load: () => money().then((m) => m.Money),
    work: { icon: "money", word: "money", may: "costs.read" },
  },
  {
    path: "/imports",
    load: () => imports().then((m) => m.Imports),
    work: { icon: "ship", word: "imports", may: "shipments.read" },
  },
  { path: "/stock-value", load: () => money().then((m) => m.StockValue) },
  { path: "/late", load: () => late().then((m) => m.Late) },
  { path: "/demurrage", load: () => rent().then((m) => m.Demurrage) },
  { path: "/landed", load: () => landed().then((m) => m.list) },
  { path: "/landed/:id", load: () => landed().then((m) => m.LandedCost) },
  {
    path: "/warranty",
    load: () => warranty().then((m) => m.Warranty),
    work: { icon: "repair", word: "warranty_claims", may: "costs.read" },
  },
  {
    path: "/people",
    load: () => people().then((m) => m.People),
    work: { icon: "people", word: "people", may: "users.read" },
  },
  {
    path: "/users",
    load: () => users().then((m) => m.list),
    work: { icon: "me", word: "users", may: "users.read" },
  },
  { path: "/users/new", load: () => newUser().then((m) => m.NewUser) },
  { path: "/users/:id", load: () => users().then((m) => m.detail) },
  { path: "/users/:id/edit", load: () => users().then((m) => m.edit) },
  {
    path: "/demurrage-tariffs",
    load: () => tariffs().then((m) => m.list),
    work: { icon: "calendar", word: "tariffs", may: "costs.read" },
  },
  { path: "/demurrage-tariffs/new", load: () => tariffs().then((m) => m.form) },
  { path: "/demurrage-tariffs/:id", load: () => tariffs().then((m) => m.detail) },
  { path: "/demurrage-tariffs/:id/edit", load: () => tariffs().then((m) => m.edit) },
  {
    path: "/thresholds",
    load: () => import("./screens/owner/thresholds.tsx").then((m) => m.Thresholds),
    work: { icon: "filter", word: "thresholds", may: "settings.write" },
  },
  { path: "/more", load: () => import("./screens/work.tsx").then((m) => m.More) },
  ...staffRoutes,
];
