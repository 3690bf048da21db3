import { startPage } from "./app.tsx";
import { effect, may, session } from "./kit/first.ts";
import { ownerRoutes } from "./owner_routes.ts";
import { toApprove, watchApprovals } from "./screens/owner/to_approve.ts";
import { Today } from "./screens/owner/today.tsx";

// who may not see what things cost has his page, with what waits on this phone, at another address
effect(() => {
  const known = session.value?.permissions.length;
  if (known && !may("costs.read")) location.replace(`/mobile${location.hash}`);
});

await startPage({
  routes: [{ path: "/", load: () => Promise.resolve({ screens: { "/": Today } }) }, ...ownerRoutes],
  bar: [
    { path: "/", icon: "today", word: "today" },
    { path: "/approve", icon: "check", word: "approve", count: () => toApprove.value },
    { path: "/scan", icon: "scan", word: "scan" },
    { path: "/search", icon: "search", word: "search" },
    { path: "/more", icon: "more", word: "more" },
    { path: "/reports", icon: "chart", word: "reports" },
  ],
});
watchApprovals();
