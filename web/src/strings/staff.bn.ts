/** The Bangla of the staff's screens, in one file to fetch. */
export { bn as claims } from "./claims.bn.ts";
export { bn as finance } from "./finance.bn.ts";
export { bn as receive } from "./receive.bn.ts";
export { bn as sales } from "./sales.bn.ts";
export { bn as service } from "./service.bn.ts";
export { bn as shipments } from "./shipments.bn.ts";
export { bn as stock } from "./stock.bn.ts";
