/** The root of the API; only the pages and the probes stand outside it. */
export const BASE = "/api/v1";
