import { X509Certificate } from "node:crypto";
import { isPrivate, namesNow } from "../../api/lan/addresses.ts";
import { makeLeaf, openAuthority } from "../../api/lan/authority.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";

const DAY = 24 * 60 * 60 * 1000;
const now = new Date("2026-03-01T06:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * DAY);

Deno.test("namesNow() names the private addresses of real networks, a router's first", () => {
  const at = (name: string, address: string) => ({ name, address });
  const names = namesNow([
    at("lo", "127.0.0.1"),
    at("wg0", "10.8.0.3"),
    at("docker0", "172.17.0.1"),
    at("eth0", "192.168.1.5"),
    at("eth0", "fe80::1"),
    at("ppp0", "203.0.113.9"),
    at("eth1", "172.20.0.4"),
  ], "Office-PC.lan");
  assertEquals(names, { addresses: ["192.168.1.5", "10.8.0.3", "172.20.0.4"], host: "office-pc" });
  assertEquals(namesNow([], "a b").host, "");
  assertEquals(namesNow([], "localhost.localdomain").host, "");
});

Deno.test("isPrivate() takes who is in the house and nobody else", () => {
  for (const address of ["127.0.0.1", "::1", "10.0.0.1", "172.31.0.1", "::ffff:192.168.0.9"]) {
    assert(isPrivate(address), address);
  }
  for (
    const address of [
      "172.32.0.1",
      "192.169.0.1",
      "8.8.8.8",
      "100.64.0.1",
      "2001:db8::1",
      "1127.0.0.1",
      "",
    ]
  ) assert(!isPrivate(address), address);
});

Deno.test("the authority is kept for its owner's eyes, and made anew before it ends", async () => {
  const folder = `${await Deno.makeTempDir()}/lan`;
  const first = await openAuthority(folder, "office-pc", now);
  const path = `${folder}/authority.pem`;
  const mode = async () => ((await Deno.stat(path)).mode ?? 0) & 0o777;
  assertEquals([await mode(), [...Deno.readDirSync(folder)].length], [0o600, 1]);
  await Deno.chmod(path, 0o644);
  const again = await openAuthority(folder, "renamed", later(3000));
  assertEquals([again.fingerprint, await mode()], [first.fingerprint, 0o600]);
  const next = await openAuthority(folder, "office-pc", later(3400));
  assert(next.fingerprint !== first.fingerprint);
  assertEquals([await mode(), [...Deno.readDirSync(folder)].length], [0o600, 1]);
  const shown = new X509Certificate(first.der);
  assert(shown.ca && shown.checkIssued(shown) && shown.verify(shown.publicKey));
  assertEquals(shown.fingerprint256, first.fingerprint);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a certificate names this machine and what it is called in the house, for at most 398 days", async () => {
  const folder = `${await Deno.makeTempDir()}/lan`;
  const authority = await openAuthority(folder, "office-pc", now);
  const names = { addresses: ["192.168.1.5"], host: "office-pc" };
  const { cert, key, until } = makeLeaf(authority, names, now);
  const leaf = new X509Certificate(cert);
  const issuer = new X509Certificate(authority.der);
  assert(leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey) && !leaf.ca);
  assertEquals(
    leaf.subjectAltName,
    "DNS:localhost, DNS:office-pc.local, DNS:office-pc, IP Address:127.0.0.1, IP Address:192.168.1.5",
  );
  const days = (Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / DAY;
  assert(days <= 398 && days > 390, String(days));
  assertEquals(Date.parse(leaf.validTo), until.getTime());
  assertMatch(key, /BEGIN PRIVATE KEY/);
  const renamed = makeLeaf(authority, { addresses: [], host: "renamed" }, now);
  assertEquals(
    new X509Certificate(renamed.cert).subjectAltName,
    "DNS:localhost, DNS:renamed.local, IP Address:127.0.0.1",
  );
  await Deno.remove(folder, { recursive: true });
});
