/** The Bangla of what everybody opens, in one file to fetch. */
export { bn as find } from "./find.bn.ts";
export { bn as me } from "./me.bn.ts";
export { bn as queue } from "./queue.bn.ts";
export { bn as records } from "./records.bn.ts";
export { bn as statuses } from "./statuses.bn.ts";
export { bn as tasks } from "./tasks.bn.ts";
