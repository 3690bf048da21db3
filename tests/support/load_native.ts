import { createRequire } from "node:module";

/**
 * The first import of every joined file: native code is loaded by one worker at a time. Two that load
 * the same module at once in one process fail in Deno 2.9 ("Unable to find register Node-API module").
 */
const turn = Deno.openSync(Deno.execPath());
turn.lockSync(true);
try {
  createRequire(import.meta.url)("bcrypt");
} finally {
  turn.close();
}
