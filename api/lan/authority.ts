import { generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import forge from "node-forge";
import type { Names } from "./addresses.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Phones are told of an authority once, by hand. */
const AUTHORITY_DAYS = 3650;
/** Browsers take no certificate of a server that lasts longer than 398. */
const LEAF_DAYS = 397;
/** A certificate is made anew while it still holds this long. */
export const SPARE_DAYS = 30;

/** Who vouches for this server towards the phones of the house; the key never leaves the data folder. */
export interface Authority {
  key: forge.pki.rsa.PrivateKey;
  certificate: forge.pki.Certificate;
  /** the certificate alone, as phones install it */
  der: Uint8Array<ArrayBuffer>;
  /** SHA-256 of `der`, as phones show it: `AB:CD:…` */
  fingerprint: string;
}

/** What a listener needs, PEM, and when it ends. */
export interface Leaf {
  cert: string;
  key: string;
  until: Date;
}

/**
 * The authority kept in `folder`, made at the first start and again shortly before its end. Key and
 * certificate are one file, so that they always belong together; only its owner reads it.
 */
export async function openAuthority(folder: string, host: string, now: Date): Promise<Authority> {
  const path = `${folder}/authority.pem`;
  const kept = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (kept) {
    await Deno.chmod(path, 0o600); // a copy of the folder may have loosened it
    const authority = read(kept);
    const left = authority.certificate.validity.notAfter.getTime() - now.getTime();
    if (left > LEAF_DAYS * DAY) return authority;
  }
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const pem = makeAuthority(host, now);
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, pem, { mode: 0o600, createNew: true });
  await Deno.rename(draft, path);
  return read(pem);
}

function read(pem: string): Authority {
  const certificate = forge.pki.certificateFromPem(/-+BEGIN CERTIFICATE[^]+/.exec(pem)![0]);
  const { raw, fingerprint256 } = new X509Certificate(forge.pki.certificateToPem(certificate));
  return {
    key: forge.pki.privateKeyFromPem(pem),
    certificate,
    der: new Uint8Array(raw),
    fingerprint: fingerprint256,
  };
}

function makeAuthority(host: string, now: Date): string {
  const { key, certificate } = blank(now, AUTHORITY_DAYS, `Back office${host && ` of ${host}`}`);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: "basicConstraints", critical: true, cA: true, pathLenConstraint: 0 },
    { name: "keyUsage", critical: true, keyCertSign: true, cRLSign: true },
    { name: "subjectKeyIdentifier" },
    { id: "2.5.29.30", critical: true, value: onlyInHouse(host) },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return key + forge.pki.certificateToPem(certificate);
}

/** A key and certificate of the server for the names of this moment and for this machine itself. */
export function makeLeaf(authority: Authority, names: Names, now: Date): Leaf {
  const { key, certificate } = blank(now, LEAF_DAYS, "Back office");
  certificate.setIssuer(authority.certificate.subject.attributes);
  // a machine that was renamed goes by its new name with .local only: the phones' authority knows the old
  const { value } = authority.certificate.getExtension("nameConstraints") as { value: string };
  const bare = names.host && value.includes(dnsSubtree(names.host)) ? [names.host] : [];
  const local = names.host ? [`${names.host}.local`] : [];
  certificate.setExtensions([
    { name: "basicConstraints", critical: true, cA: false },
    { name: "keyUsage", critical: true, digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    {
      name: "authorityKeyIdentifier",
      keyIdentifier: authority.certificate.generateSubjectKeyIdentifier().getBytes(),
    },
    { name: "subjectKeyIdentifier" },
    {
      name: "subjectAltName",
      altNames: [
        ...["localhost", ...local, ...bare].map((value) => ({ type: 2, value })),
        ...["127.0.0.1", ...names.addresses].map((ip) => ({ type: 7, ip })),
      ],
    },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  return {
    key,
    cert: forge.pki.certificateToPem(certificate) +
      forge.pki.certificateToPem(authority.certificate),
    until: certificate.validity.notAfter,
  };
}

/** A key of its own, PEM, and an unsigned certificate over it. */
function blank(now: Date, days: number, name: string) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `4${randomBytes(15).toString("hex")}0`; // positive, not repeated
  // the clock of a phone may be behind
  certificate.validity.notBefore = new Date(now.getTime() - DAY);
  certificate.validity.notAfter = new Date(now.getTime() + (days - 1) * DAY);
  certificate.setSubject([
    { name: "commonName", value: name },
    { name: "organizationName", value: "Back office" },
  ]);
  return { key: privateKey, certificate };
}

const { asn1 } = forge;
const sequence = (of: forge.asn1.Asn1[]) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, of);
const dnsSubtree = (name: string) =>
  asn1.toDer(asn1.create(asn1.Class.CONTEXT_SPECIFIC, 2, false, name)).getBytes();

/**
 * What the authority may vouch for (RFC 5280, 4.2.1.10): names and addresses of the house. Stolen, its
 * key opens no bank's page on the phones that trust it.
 */
function onlyInHouse(host: string): string {
  const names = ["localhost", "local", ...host ? [host] : []];
  // each with its mask
  const nets = ["10.0.0.0.255.0.0.0", "172.16.0.0.255.240.0.0", "192.168.0.0.255.255.0.0"]
    .concat("127.0.0.0.255.0.0.0").map((net) => net.split(".").map(Number));
  const bases = [
    ...names.map((name) => asn1.create(asn1.Class.CONTEXT_SPECIFIC, 2, false, name)),
    ...nets.map((net) =>
      asn1.create(asn1.Class.CONTEXT_SPECIFIC, 7, false, String.fromCharCode(...net))
    ),
  ];
  const permitted = asn1.create(
    asn1.Class.CONTEXT_SPECIFIC,
    0,
    true,
    bases.map((base) => sequence([base])),
  );
  return asn1.toDer(sequence([permitted])).getBytes();
}
