/** The Bangla of the owner's screens, in one file to fetch. */
export { bn as approve } from "./approve.bn.ts";
export { bn as imports } from "./imports.bn.ts";
export { bn as money } from "./money.bn.ts";
export { bn as people } from "./people.bn.ts";
export { bn as warranty } from "./warranty.bn.ts";
