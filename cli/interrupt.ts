/** Someone pressed Ctrl-C, or the machine is going down: what was under way is rolled back. */
export class Interrupted extends Error {
  constructor(readonly exitCode: 130 | 143) {
    super("Interrupted: nothing of this run was kept.");
  }
}

/**
 * Runs `body` with a signal that SIGINT and SIGTERM raise: it ends at the next safe point and takes back
 * what it began. The second signal ends the process at once, which is as safe: the database rolls back.
 *
 * @throws Interrupted with 130 or 143, as shells expect
 */
export async function interruptible<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listenerFor = (exitCode: 130 | 143) => () => {
    if (controller.signal.aborted) Deno.exit(exitCode);
    controller.abort(new Interrupted(exitCode));
  };
  const onInt = listenerFor(130);
  const onTerm = listenerFor(143);
  Deno.addSignalListener("SIGINT", onInt);
  Deno.addSignalListener("SIGTERM", onTerm);
  try {
    return await body(controller.signal);
  } finally {
    Deno.removeSignalListener("SIGINT", onInt);
    Deno.removeSignalListener("SIGTERM", onTerm);
  }
}
