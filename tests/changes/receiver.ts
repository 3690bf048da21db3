import { createHmac } from "node:crypto";

export interface Received {
  id: number;
  webhook_id: number;
  change: { kind: string; id: number; record: Record<string, unknown> & { version: number } };
}

/** A program that is told of changes; `status` says what it answers to each request. */
export function openReceiver(secret: () => string, status: () => number) {
  const got: Received[] = [];
  const forged: string[] = [];
  let requests = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    requests++;
    const body = await request.text();
    const timestamp = request.headers.get("x-back-office-timestamp");
    const own = createHmac("sha256", secret()).update(timestamp + "." + body).digest("hex");
    if (request.headers.get("x-back-office-signature") !== `v1=${own}`) forged.push(body);
    const answer = status();
    if (answer === 200) got.push(JSON.parse(body));
    return new Response(null, { status: answer, headers: { location: "http://127.0.0.1:1/" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/hook`,
    got,
    forged,
    requests: () => requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
