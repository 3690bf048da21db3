import { startPage } from "./kit/first.ts";
import { ownerRoutes } from "./owner_routes.ts";
import { toApprove, watchApprovals } from "./screens/owner/to_approve.ts";
import { Today } from "./screens/owner/today.tsx";

await startPage({
  routes: [{ path: "/", load: () => Promise.resolve({ screens: { "/": Today } }) }, ...ownerRoutes],
  bar: [
    { path: "/", icon: "today", word: "today" },
    { path: "/approve", icon: "check", word: "approve", count: () => toApprove.value },
    { path: "/scan", icon: "scan", word: "scan" },
    { path: "/search", icon: "search", word: "search" },
    { path: "/more", icon: "more", word: "more" },
  ],
});
watchApprovals();
