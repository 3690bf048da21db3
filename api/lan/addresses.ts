/** What this machine is called on the network that it stands in. */
export interface Names {
  /** IPv4, private ones only, the likeliest to be a router's first */
  addresses: string[];
  /** "office-pc", as other machines may know it; empty if that is no name */
  host: string;
}

const loopback = /^127(\.\d{1,3}){3}$/;
const inHouse = [
  /^192\.168(\.\d{1,3}){2}$/,
  /^10(\.\d{1,3}){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
];
/** What containers and virtual machines talk over; no phone is there. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni)|vEthernet/;

const plain = (address: string) => address.replace(/^::ffff:/, "");

/** Whether the caller is a program of this machine. */
export function isLoopback(address: string): boolean {
  return address === "::1" || loopback.test(plain(address));
}

/** Whether the caller is in the house: on this machine, or at an address that no router passes on. */
export function isPrivate(address: string): boolean {
  return isLoopback(address) || inHouse.some((range) => range.test(plain(address)));
}

type Interface = Pick<Deno.NetworkInterfaceInfo, "name" | "address">;

/** The names as they are now: a router gives others from time to time. */
export function namesNow(
  interfaces: Interface[] = Deno.networkInterfaces(),
  hostname = Deno.hostname(),
): Names {
  const rank = (address: string) => inHouse.findIndex((range) => range.test(address));
  const addresses = interfaces
    .filter(({ name, address }) => rank(address) >= 0 && !virtual.test(name))
    .map(({ address }) => address)
    .sort((a, b) => rank(a) - rank(b));
  const [host] = hostname.toLowerCase().split(".");
  const usable = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(host) && host !== "localhost";
  return { addresses: [...new Set(addresses)], host: usable ? host : "" };
}
