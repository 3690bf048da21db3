import { X509Certificate } from "node:crypto";
import { isPrivate, namesNow } from "../../api/lan/addresses.ts";
import { makeLeaf, openAuthority } from "../../api/lan/authority.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { program, testThatNeeds } from "../support/needs.ts";

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
  const data = await Deno.makeTempDir();
  const folder = `${data}/lan`;
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
  await Deno.remove(data, { recursive: true });
});

Deno.test("a certificate names this machine and what it is called in the house, for at most 398 days", async () => {
  const data = await Deno.makeTempDir();
  const folder = `${data}/lan`;
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
  await Deno.remove(data, { recursive: true });
});

testThatNeeds([program("openssl")], {
  name: "the authority vouches for nobody outside the house",
  async fn() {
    const data = await Deno.makeTempDir();
    const authority = await openAuthority(`${data}/lan`, "office-pc", new Date());
    const verify = async (addresses: string[], host: string, by = authority) => {
      const { cert } = makeLeaf(by, { addresses, host }, new Date());
      await Deno.writeTextFile(`${data}/leaf.pem`, cert);
      const args = ["verify", "-CAfile", `${data}/lan/authority.pem`, `${data}/leaf.pem`];
      const { success, stderr } = await new Deno.Command("openssl", { args }).output();
      return success || new TextDecoder().decode(stderr);
    };
    assertEquals(await verify(["192.168.1.5", "10.1.2.3", "172.31.9.9"], "office-pc"), true);
    assertMatch(String(await verify(["203.0.113.9"], "office-pc")), /permitted subtree violation/);
    assertMatch(String(await verify(["192.169.1.5"], "office-pc")), /permitted subtree violation/);
    // as somebody would who has stolen the key
    const bank = { ...authority, certificate: Object.create(authority.certificate) };
    bank.certificate.getExtension = () => ({ value: "\x82\x08bank.com" });
    assertMatch(String(await verify([], "bank.com", bank)), /permitted subtree violation/);
    await Deno.remove(data, { recursive: true });
  },
});
