import { businessDate } from "../domain/business/business.ts";
import type { Config } from "../domain/config/config.ts";
import { doors } from "./routes/front.ts";

/**
 * What the start prints when it is ready: every address that a person needs, and what to do next.
 * @param code what another machine needs for setup-owner, while there is no owner
 * @param lan what openLan tells of the house
 * @param addresses of this machine on its network
 */
export function greeting(
  config: Config,
  port: number,
  place: string,
  code?: string,
  lan?: string,
  addresses: string[] = [],
): string {
  const url = config.PUBLIC_URL?.replace(/\/+$/, "") ?? `http://${hostOf(config.HOST)}:${port}`;
  const line = (title: string, value: string) => `  ${title.padEnd(26)}${value}`;
  const lines = [
    ``,
    line("Back office is running at", url),
    ...Object.values(doors).map(({ title, path }) => line(title, url + path)),
    ...lan === undefined && config.PUBLIC_URL === undefined
      ? addresses.map((address) => line("On the network", `http://${address}:${port}`))
      : [],
    line("Data", place),
    ``,
  ];
  if (lan !== undefined) lines.push(lan);
  else if (config.PUBLIC_URL === undefined) {
    lines.push(
      `  Phones need https: deno task start -- --lan gives it to those of the house, -- --share to all.`,
      ``,
    );
  }
  if (code !== undefined) {
    lines.push(
      `  Next: make the owner's account, at this machine`,
      `    deno task cli owner setup        (or: npx -y deno@2.9.6 task cli owner setup)`,
      `  or over HTTP`,
      `    curl -X POST ${url}/api/v1/auth/setup-owner -H 'content-type: application/json' \\`,
      `      -d '{"name":"Your name","email":"you@example.com","password":"a long password"}'`,
      `  and from another machine with "setup_code":"${code}" beside them`,
      ``,
    );
  }
  lines.push(`  Ctrl-C ends it. Today is ${businessDate()}.`, ``);
  return lines.join("\n");
}

/** As it stands in an address; who listens everywhere is reached at this machine's own. */
function hostOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
