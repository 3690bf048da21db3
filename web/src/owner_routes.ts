import type { Route } from "./kit/first.ts";
import { staffRoutes } from "./staff_routes.ts";

const owner = () => import("./screens/owner/owner.ts");
const everyday = () => import("./screens/everyday/everyday.ts");

/** The lists of /admin-mobile, a line each: the owner's own, then every list of the staff. */
export const ownerRoutes: Route[] = [
  { path: "/approve", load: owner },
  { path: "/money", load: owner, work: ["money", "money", "costs.read"] },
  { path: "/stock-value", load: owner },
  { path: "/imports", load: owner, work: ["ship", "imports", "shipments.read"] },
  { path: "/late", load: owner },
  { path: "/demurrage", load: owner },
  { path: "/landed", load: owner },
  { path: "/warranty", load: owner, work: ["repair", "warranty_claims", "costs.read"] },
  { path: "/people", load: owner, work: ["people", "people", "users.read"] },
  { path: "/users", load: owner, work: ["me", "users", "users.read"] },
  { path: "/demurrage-tariffs", load: owner, work: ["today", "tariffs", "costs.read"] },
  { path: "/thresholds", load: owner, work: ["filter", "thresholds", "settings.write"] },
  { path: "/start", load: owner },
  { path: "/more", load: everyday },
  ...staffRoutes,
];
