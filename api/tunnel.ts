import type { Config } from "../domain/config/config.ts";
import { log } from "./http/log.ts";
import { repeat } from "./repeating.ts";

/** A name on the internet that leads here by https, held by a program that is installed beside us. */
export interface Tunnel {
  /** The settings of a server behind it: by https, and callers are from where its program says. */
  behind(config: Config): Config;
  /** Runs the program until `close`, again and again where it ends by itself: a network may come later. */
  open(port: number): { close(): Promise<void> };
}

/** What `cloudflared tunnel create` is to call it. */
const NAME = "back-office";
const AGAIN_MS = 10_000;

const ways = `Two programs can give this server a name that stays, each once installed:
  Tailscale: "tailscale up", switch Funnel on for this machine in its console, then
    deno task start -- --share
  Cloudflare, with a domain of yours there, such as example.com: "cloudflared tunnel login",
  "cloudflared tunnel create ${NAME}", "cloudflared tunnel route dns ${NAME} office.example.com", then
    deno task start -- --share=office.example.com`;

/** @param share `tailscale`, else the name that Cloudflare leads here. Answers why not, and what to do. */
export async function findTunnel(share: string, againMs = AGAIN_MS): Promise<Tunnel | string> {
  const tailscale = share === "tailscale";
  const output = tailscale
    ? await outputOf("tailscale", ["status", "--json"])
    : await outputOf("cloudflared", ["--version"]);
  if (typeof output === "string") return `${output}\n${ways}`;
  if (tailscale) {
    const status = statusIn(output.told);
    const name = status?.Self?.DNSName?.replace(/\.$/, "");
    if (status?.BackendState !== "Running" || !name) {
      return `Tailscale is not up here (${
        status?.BackendState ?? "no state"
      }): "tailscale up" first.\n${ways}`;
    }
    return tunnelOf(`https://${name}`, "tailscale", (port) => ["funnel", `${port}`], againMs);
  }
  const run = (
    port: number,
  ) => ["tunnel", "--no-autoupdate", "run", "--url", `http://127.0.0.1:${port}`, NAME];
  return tunnelOf(`https://${share}`, "cloudflared", run, againMs);
}

function tunnelOf(
  url: string,
  program: string,
  args: (port: number) => string[],
  againMs: number,
): Tunnel {
  return {
    behind: (config) => ({
      ...config,
      PUBLIC_URL: url,
      TRUSTED_PROXIES: [...config.TRUSTED_PROXIES, "127.0.0.1"],
    }),
    open(port) {
      let [closed, child]: [boolean, Deno.ChildProcess | undefined] = [false, undefined];
      const run = async () => {
        child = new Deno.Command(program, {
          args: args(port),
          stdin: "null",
          stdout: "null",
          stderr: "piped",
        }).spawn();
        const [{ code }, told] = await Promise.all([child.status, lastOf(child.stderr)]);
        return `${code}: ${told}`;
      };
      const stop = repeat(async () => {
        const told = await run().catch(String); // a program may also be taken away
        if (!closed) log("error", "tunnel_ended", { program, told });
      }, againMs);
      return {
        async close() {
          closed = true;
          const ended = stop();
          try {
            child?.kill("SIGTERM");
          } catch {
            // it has ended by itself
          }
          await ended;
        },
      };
    },
  };
}

/** Of what `tailscale status --json` tells, what is asked here; null where it tells something else. */
function statusIn(told: string): { BackendState?: string; Self?: { DNSName?: string } } | null {
  try {
    return JSON.parse(told);
  } catch {
    return null;
  }
}

/** The end of what a program tells, which is why it ended; what it tells before is not kept. */
async function lastOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let last = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    last = (last + part).slice(-500);
  }
  return last.trim();
}

/** What a program says, or why it says nothing. */
async function outputOf(program: string, args: string[]): Promise<{ told: string } | string> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
    const [told, wrong] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
    return success ? { told } : `${program}: ${wrong || told}`;
  } catch (error) {
    return isMissing(error) ? `${program} is not installed here.` : `${program}: ${error}`;
  }
}

/** Of what was not there when it started Deno knows no path, and so permits none. */
const isMissing = (error: unknown) =>
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable;
