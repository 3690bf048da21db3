/** A link to a database that can be made worse, and whole again. */
export interface Link extends AsyncDisposable {
  port: number;
  /** cut: nothing comes through and nobody gets in; slow: a tenth of a second for each piece; stalled: it waits */
  state: "whole" | "cut" | "slow" | "stalled";
}

const SLOW_MS = 100;
const TICK_MS = 20;

/** Listens on a port of its own and carries what comes to `port` and back. */
export function openLink(port: number): Link {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const close = (...ends: Deno.Conn[]) => {
    for (const end of ends) if (open.delete(end)) end.close();
  };
  let state = "whole" as Link["state"];
  const passable = async () => {
    if (state === "slow") await wait(SLOW_MS);
    while (state === "stalled") await wait(TICK_MS);
  };
  const carry = async (from: Deno.Conn, to: Deno.Conn) => {
    const piece = new Uint8Array(16_384);
    for (let size = await from.read(piece); size !== null; size = await from.read(piece)) {
      await passable();
      for (let at = 0; at < size;) at += await to.write(piece.subarray(at, size));
    }
  };
  const join = async (client: Deno.Conn) => {
    open.add(client);
    try {
      const server = await Deno.connect({ hostname: "127.0.0.1", port });
      open.add(server);
      await Promise.race([carry(client, server), carry(server, client)])
        .finally(() => close(client, server));
    } catch {
      close(client); // the other end is gone, or is not there
    }
  };
  const listening = (async () => {
    for await (const client of listener) {
      if (state === "cut") client.close();
      else void join(client);
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
      if (next === "cut") close(...open);
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      close(...open);
      await listening;
    },
  };
}

export const wait = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));
