import { resolve } from "node:path";

export const USUAL_STATE_DIR = "/var/lib/back-office";

/** Where things go when we are root and PostgreSQL's own account cannot enter the project's folder. */
export const stateDir = resolve(Deno.env.get("STATE_DIR") || USUAL_STATE_DIR);
