/** Ends with 0 when the server on this machine is ready for requests, else with 1. */
const url = `http://127.0.0.1:${Deno.env.get("PORT") ?? "8000"}/readyz`;
const ready = await fetch(url, { signal: AbortSignal.timeout(2_500) })
  .then((answer) => answer.ok, () => false);
Deno.exit(ready ? 0 : 1);
