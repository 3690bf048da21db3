import { makeLeaf, openAuthority } from "../../api/lan/authority.ts";
import { assert } from "../support/assert.ts";
import type { Need } from "../support/needs.ts";

/** OVER_LAN=1: the pages of a test come over the house's own https, to a browser that trusts its authority. */
const lan = Deno.env.get("OVER_LAN") === "1";
const HOST = "office-pc";

/** For what cannot be over https: a page that is not safe, a reply that is lost on a line that holds. */
export const plainHttp: Need = { said: "plain http, without OVER_LAN", there: !lan };

/** Phones of the house reach us by a name that is not theirs; the browser's own resolver knows it. */
export const resolve = "--host-resolver-rules=MAP * 127.0.0.1";

/** Where a port of this machine is opened by a page. */
export const origin = (port: number) =>
  lan ? `https://${HOST}.local:${port}` : `http://127.0.0.1:${port}`;

interface House {
  /** what a browser has to have for its home */
  home: string;
  tls: { cert: string; key: string };
}
let made: Promise<House> | undefined;

/** The authority of this run, its certificate for the server, and a home that trusts it; else nothing. */
export function house(): Promise<House> | undefined {
  return lan ? made ??= make() : undefined;
}

Deno.test.afterAll(async () => {
  const home = (await made)?.home;
  if (home) await Deno.remove(home, { recursive: true });
});

async function make(): Promise<House> {
  const home = await Deno.makeTempDir();
  const authority = await openAuthority(`${home}/lan`, HOST, new Date());
  await trust(home, authority.der);
  const { cert, key } = makeLeaf(authority, { addresses: [], host: HOST }, new Date());
  return { home, tls: { cert, key } };
}

/** As a person does who installs the certificate: a Chromium whose home this is takes it. */
export async function trust(home: string, certificate: Uint8Array): Promise<void> {
  const folder = `${home}/.pki/nssdb`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(`${home}/ca.crt`, certificate);
  const certutil = async (...args: string[]) => {
    const command = new Deno.Command("certutil", { args: [...args, "-d", `sql:${folder}`] });
    const { success, stderr } = await command.output();
    assert(success, new TextDecoder().decode(stderr));
  };
  await certutil("-N", "--empty-password");
  await certutil("-A", "-n", "office", "-t", "C,,", "-i", `${home}/ca.crt`);
}
