/** The parts of `postgres://me:secret@a:5432,b:5433/books?sslmode=verify-full`; no other name has several hosts. */
const parts = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(\/[^?]*)?(.*)$/;

/** An address for each host that this one names. */
export function addressesOf(url: string): string[] {
  const [, before, hosts, name = "", more] = parts.exec(url) ?? [];
  return hosts === undefined
    ? [url]
    : hosts.split(",").map((host) => `${before}${host}${name}${more}`);
}

/** Hosts and name of the database, without whoever connects. */
export function placeOf(url: string): string {
  const [, , hosts, name = ""] = parts.exec(url) ?? [];
  return `${hosts}${name}`;
}

/** The address of another database there. */
export function besideOf(url: string, name: string): string {
  return url.replace(parts, (_, before, hosts, _name, more) => `${before}${hosts}/${name}${more}`);
}

/** Which of several hosts is wanted, as libpq says it. */
export const hostKinds = [
  "any",
  "primary",
  "read-write",
  "standby",
  "read-only",
  "prefer-standby",
] as const;
export type HostKind = typeof hostKinds[number];

/** Who writes is wanted where nothing is said; what is not known is left for the settings to refuse. */
export function hostKindOf(url: string): HostKind {
  const given = wantedBy(url);
  return hostKinds.find((kind) => kind === given) ?? "read-write";
}

/** What an address says of it. */
export function wantedBy(url: string): string | null {
  return URL.parse(addressesOf(url)[0])?.searchParams.get("target_session_attrs") ?? null;
}

/** The sockets that it names in place of hosts: `postgres://me@%2Frun%2Fpostgresql/books`, or `?host=` and a folder. */
export function socketsOf(url: string): string[] {
  return addressesOf(url).flatMap((address) => {
    const [, , place = "", , more = ""] = parts.exec(address) ?? [];
    const [host, port] = place.split(":");
    const said = new URLSearchParams(more);
    const folder = said.get("host") ?? host.replace(/%2F/gi, "/");
    const number = said.get("port") ?? port ?? "5432";
    return folder.startsWith("/") ? [`${folder}/.s.PGSQL.${number}`] : [];
  });
}
