/**
 * Everything a screen builds with. Screens import from here (and from records/) only, so that the build
 * makes one shared file of it instead of a small one for every combination.
 */
export * from "./first.ts";
export { filledIn } from "../core/format.ts";
export { changePassword, logOut } from "../core/leave.ts";
export { latinDigits, parseNumber } from "../core/numbers.ts";
export { dropPhoto, keepPhoto, photoUrl } from "../core/photos.ts";
export { readHere } from "../core/read_here.ts";
export { normalised, searchHere } from "../core/search.ts";
export * from "../ui/call_links.tsx";
export * from "../ui/fields.tsx";
export * from "../ui/figure.tsx";
export * from "../ui/photos.tsx";
export * from "../ui/sheet.tsx";
export { render } from "preact";
