/** A link between browser and server that can be slow, cut, or lose replies: real TCP, so it is the same
 * for the page and for its service worker (the browser's own throttling leaves the worker out). */
export interface Link {
  port: number;
  /** one way, in milliseconds */
  delayMs: number;
  /** each way, for all connections together */
  bytesPerSecond: number;
  /** requests reach the server and are done, their replies never come back */
  dropReplies: boolean;
  /** bytes that came from the server */
  received: number;
  /** breaks what is open and refuses what is new, until `mend` */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export function openLink(targetPort: number): Link {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let isCut = false;
  /** when the bytes that are on their way have left: up, and down */
  const freeAt = { up: 0, down: 0 };
  const link: Link = {
    port: (listener.addr as Deno.NetAddr).port,
    delayMs: 0,
    bytesPerSecond: Infinity,
    dropReplies: false,
    received: 0,
    cut() {
      isCut = true;
      closeAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      listener.close();
      closeAll();
      await accepting;
    },
  };
  function closeAll() {
    for (const conn of open) {
      open.delete(conn);
      tryTo(() => conn.close());
    }
  }
  const accepting = (async () => {
    for await (const near of listener) {
      if (isCut) near.close();
      else void join(near).catch(() => undefined);
    }
  })().catch(() => undefined);

  async function join(near: Deno.Conn) {
    const far = await Deno.connect({ hostname: "127.0.0.1", port: targetPort });
    open.add(near).add(far);
    // a connection costs a round trip before its first byte
    await wait(link.delayMs * 2);
    await Promise.all([carry(near, far, false), carry(far, near, true)]);
    for (const conn of [near, far]) {
      open.delete(conn);
      tryTo(() => conn.close());
    }
  }

  /** Bytes arrive after the delay, in order, no faster than the link allows. */
  async function carry(from: Deno.Conn, to: Deno.Conn, isReply: boolean) {
    const buffer = new Uint8Array(4 * 1024);
    let sending: Promise<void> = Promise.resolve();
    const way = isReply ? "down" : "up";
    try {
      for (let n; (n = await from.read(buffer)) !== null;) {
        const bytes = buffer.slice(0, n);
        if (isReply && link.dropReplies) continue;
        if (isReply) link.received += n;
        const now = performance.now();
        freeAt[way] = Math.max(freeAt[way], now) + n / link.bytesPerSecond * 1000;
        const due = freeAt[way] + link.delayMs;
        sending = sending.then(async () => {
          await wait(due - performance.now());
          for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
        });
        sending.catch(() => undefined);
        // what is on the way is bounded, as in a real link
        if (freeAt[way] - now > 200) await wait(freeAt[way] - now - 200);
      }
    } catch {
      // cut, or closed by the other side
    }
    await sending.catch(() => undefined);
    tryTo(() => void to.closeWrite().catch(() => undefined));
  }
  return link;
}

/** The slow link of the plan: 400 ms there and back, 400 kbps each way. */
export function slow(link: Link): void {
  Object.assign(link, { delayMs: 200, bytesPerSecond: 50_000 });
}

function wait(ms: number): Promise<void> {
  return ms > 0 ? new Promise((wake) => setTimeout(wake, ms)) : Promise.resolve();
}

function tryTo(body: () => void): void {
  try {
    body();
  } catch {
    // closed already
  }
}
