import type { Route } from "./frame.ts";
import { staffRoutes } from "./staff_routes.ts";

/** The screens of /admin-mobile: the owner's own, a line each, then every staff screen. */
export const ownerRoutes: Route[] = [
  { path: "/more", load: () => import("./screens/work.tsx").then((m) => m.More) },
  ...staffRoutes,
];
