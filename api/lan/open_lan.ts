import { renderUnicodeCompact } from "uqr";
import { isLoopback, isPrivate, type Names, namesNow } from "./addresses.ts";
import { makeLeaf, openAuthority, SPARE_DAYS } from "./authority.ts";
import { connectPage } from "./connect_page.ts";

/** Who answers once it is clear who asks. */
export type Answer = (request: Request, info: Info) => Response | Promise<Response>;
export type Info = Deno.ServeHandlerInfo<Deno.NetAddr>;

export interface LanOptions {
  /** where the authority is kept */
  folder: string;
  /** where https listens; 0 takes a free one */
  port: number;
  answer: Answer;
  /** told when the addresses have changed */
  changed?: () => void;
  now?: () => Date;
  names?: () => Names;
  everyMs?: number;
}

export interface Lan {
  /** what the plain port answers: the app to this machine, to the house how to connect */
  plain: Answer;
  /** lines for the terminal; `port` is the plain one */
  told(port: number): string;
  /** where https listens */
  port: number;
  stop(): Promise<void>;
}

/**
 * Opens https to the house. The certificate is made anew, on the same port, when the addresses change
 * and before its end; the authority that phones were told of stays.
 */
export async function openLan(options: LanOptions): Promise<Lan> {
  const { folder, answer, now = () => new Date(), names: ask = namesNow } = options;
  let names = ask();
  let authority = await openAuthority(folder, names.host, now());
  let leaf = makeLeaf(authority, names, now());
  let server = listen(options.port);
  const { port } = server.addr;

  function listen(port: number) {
    const { cert, key } = leaf;
    return Deno.serve(
      { hostname: "0.0.0.0", port, cert, key, onListen() {} },
      (request, info) => {
        const { hostname } = info.remoteAddr;
        if (!isPrivate(hostname)) return refused("This server answers its own network only.");
        return connecting(request, hostname) ?? answer(request, info);
      },
    );
  }

  let closed = false;
  async function renew(): Promise<void> {
    const current = ask();
    const left = leaf.until.getTime() - now().getTime();
    const moved = JSON.stringify(current) !== JSON.stringify(names);
    if (!moved && !closed && left > SPARE_DAYS * 24 * 60 * 60 * 1000) return;
    names = current;
    authority = await openAuthority(folder, names.host, now());
    leaf = makeLeaf(authority, names, now());
    closed = true;
    void server.shutdown(); // closes the port at once; what is under way ends by itself
    for (let tries = 0;; tries++) {
      try {
        server = listen(port);
        break;
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || tries > 50) throw error;
        await new Promise((wake) => setTimeout(wake, 100));
      }
    }
    closed = false;
    if (moved) options.changed?.();
  }

  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((error) => console.error(error));
  }, options.everyMs ?? 60_000);

  const hosts = () => [...names.addresses, ...names.host ? [`${names.host}.local`] : []];
  const first = () => hosts()[0] ?? "localhost";

  /** The page and the certificate, on either port; the key is in no answer. */
  function connecting(request: Request, from: string): Response | undefined {
    if (!["GET", "HEAD"].includes(request.method) || !URL.canParse(request.url)) return undefined;
    const { pathname, protocol, hostname, port: asked } = new URL(request.url);
    if (pathname === "/connect/ca.crt") {
      const headers = {
        "content-type": "application/x-x509-ca-cert",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      };
      return new Response(authority.der, { headers });
    }
    const lost = protocol === "http:" && !isLoopback(from) &&
      /text\/html/.test(request.headers.get("accept") ?? "");
    if (pathname !== "/connect" && !lost) return undefined;
    const host = hosts().includes(hostname) ? hostname : first(); // which network it came by
    const open = `https://${host}:${port}`;
    const connect = protocol === "http:" ? `http://${host}:${asked || 80}` : open;
    return connectPage({ connect: `${connect}/connect`, open, fingerprint: authority.fingerprint });
  }

  return {
    port,
    plain(request, info) {
      const { hostname } = info.remoteAddr;
      if (!isPrivate(hostname)) return refused("This server answers its own network only.");
      return connecting(request, hostname) ??
        (isLoopback(hostname)
          ? answer(request, info)
          : refused(`Plain http is for connecting phones only: use https://${first()}:${port}.`));
    },
    told(plainPort) {
      const line = (title: string, value: string) => `  ${title.padEnd(26)}${value}`;
      const connect = `http://${first()}:${plainPort}/connect`;
      const open = `https://${first()}:${port}/mobile`;
      return [
        ...hosts().map((host, at) => line(at ? "" : "In the house", `https://${host}:${port}`)),
        ...names.addresses.length
          ? []
          : [line("", "no private address yet: is the network there?")],
        line("Connect a phone first", connect),
        line("Certificate (SHA-256)", authority.fingerprint),
        "",
        ...beside(code(connect), code(open)),
        "",
      ].join("\n");
    },
    async stop() {
      clearInterval(timer);
      await renewing;
      await server.shutdown();
    },
  };
}

const code = (url: string) => renderUnicodeCompact(url, { border: 2 });

/** Two codes, each below what it is for. */
function beside(connect: string, open: string): string[] {
  const [left, right] = [connect, open].map((code) => code.split("\n"));
  const width = left[0].length + 4;
  const rows = Math.max(left.length, right.length);
  return [
    `  ${"1  connect a phone".padEnd(width)}2  then open`,
    ...Array.from(
      { length: rows },
      (_, row) => `  ${(left[row] ?? "").padEnd(width)}${right[row] ?? ""}`,
    ),
  ];
}

function refused(detail: string): Response {
  const body = { type: "about:blank", title: "Forbidden", status: 403, detail, code: "forbidden" };
  const headers = { "content-type": "application/problem+json; charset=utf-8" };
  return Response.json(body, { status: 403, headers });
}
