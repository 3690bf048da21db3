/**
 * What a desk has at once: its keys, and the way through the first day. What is entered and corrected there is
 * fetched when it is opened (elsewhere.tsx). web/build.ts leaves both out of what a phone brings along.
 */
export { startKeys } from "./keys.ts";
export { Start } from "./start.tsx";
