/**
 * What is entered and corrected at the desk; fetched when it is opened (web/build.ts leaves it out of what a
 * phone brings along), so that phones in the shop carry none of it.
 */
export { Elsewhere } from "./elsewhere.tsx";
export { startKeys } from "./keys.ts";
export { Start } from "./start.tsx";
