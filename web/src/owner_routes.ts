import type { Route } from "./frame.ts";
import { staffRoutes } from "./staff_routes.ts";

const approve = () => import("./screens/owner/approve.tsx");
const approveCard = () => import("./screens/owner/approve_card.tsx");

/** The screens of /admin-mobile: the owner's own, a line each, then every staff screen. */
export const ownerRoutes: Route[] = [
  { path: "/approve", load: () => approve().then((m) => m.Inbox) },
  { path: "/approve/:kind/:id", load: () => approveCard().then((m) => m.Decision) },
  { path: "/more", load: () => import("./screens/work.tsx").then((m) => m.More) },
  ...staffRoutes,
];
