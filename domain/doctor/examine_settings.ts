import { commonPasswords } from "../staff/common_passwords.ts";
import type { Config } from "../config/config.ts";
import { addressesOf } from "../config/database_url.ts";
import { type Finding, good, warning } from "./finding.ts";

/** What the settings let in, though the service runs with them. */
export function examineSettings(config: Config): Finding[] {
  return [address(config), ...databasePassword(config.DATABASE_URL)];
}

/** Beyond this machine passwords and figures must not go in plain. */
function address({ HOST, LAN, PUBLIC_URL }: Config): Finding {
  const name = "address";
  if (LAN) return good(name, "The house comes by https, and nobody else comes.");
  const local = /^(127\.|::1$|localhost$)/.test(HOST);
  if (local || PUBLIC_URL?.startsWith("https:")) {
    return good(name, local ? "Only this machine reaches the service." : "Browsers come by https.");
  }
  return warning(
    name,
    `Others reach the service at ${HOST}, and nothing says that they come by https.`,
    "Start it with --lan for the phones of the house, or put a proxy with a certificate before it " +
      "(OPERATIONS.md) and set PUBLIC_URL to its https://….",
  );
}

function databasePassword(given: string | undefined): Finding[] {
  const url = given === undefined ? null : URL.parse(addressesOf(given)[0]);
  if (!url) return [];
  const name = "database_password";
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  if (password === "") return []; // trusted by its address, or in a file of its own
  const easy = password.length < 12 || password === user || isCommon(password);
  return [
    easy
      ? warning(name, "The database's password is easy to guess.", "Give the role a random one.")
      : good(name, "The database's password is not a usual one."),
  ];
}

/** Whether a secret is a word that people choose, or one said again and again. */
export function isCommon(secret: string): boolean {
  const plain = secret.toLowerCase();
  return commonPasswords.has(plain) || /^(.{1,16}?)\1+$/.test(plain) ||
    /change.?me|password|qwerty|your.?secret/.test(plain);
}
