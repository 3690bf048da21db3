import { Refusal } from "../../domain/errors.ts";

/** What Deno throws while it reads a body whose sender is gone; mostly the first. */
const signs = [
  Deno.errors.BadResource, // the connection's resource went with it
  Deno.errors.BrokenPipe,
  Deno.errors.ConnectionAborted,
  Deno.errors.ConnectionReset,
  Deno.errors.Http,
  Deno.errors.Interrupted,
  Deno.errors.UnexpectedEof,
];

/**
 * What a failure to read a body of a request comes from: a client that hung up is no error of ours.
 * Only for what reads from the client: elsewhere the same classes are bugs.
 */
export function bodyFailure(error: unknown): unknown {
  if (!signs.some((sign) => error instanceof sign)) return error;
  return new Refusal("client_closed_request", "The client hung up before its request was whole.");
}

/** A request's signal, with the refusal to answer and log as its reason. */
export function hungUp(request: AbortSignal): AbortSignal {
  const stop = new AbortController();
  const refuse = () =>
    stop.abort(
      new Refusal("client_closed_request", "The client hung up before it was answered."),
    );
  if (request.aborted) refuse();
  else request.addEventListener("abort", refuse);
  return stop.signal;
}
