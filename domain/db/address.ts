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
