import { startPage } from "./app.tsx";
import { Home } from "./screens/staff/home.tsx";
import { staffRoutes } from "./staff_routes.ts";

await startPage({
  routes: [{ path: "/", load: () => Promise.resolve({ screens: { "/": Home } }) }, ...staffRoutes],
  bar: [
    { path: "/", icon: "home", word: "home" },
    { path: "/work", icon: "work", word: "work" },
    { path: "/scan", icon: "scan", word: "scan" },
    { path: "/search", icon: "search", word: "search" },
    { path: "/me", icon: "me", word: "me" },
    { path: "/reports", icon: "chart", word: "reports" },
  ],
});
