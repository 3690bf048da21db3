import { hash } from "node:crypto";

/** The version where the record has one, so that If-Match can speak of it, and a hash of what is shown. */
export function etagOf(body: string | Uint8Array, version: number | undefined): string {
  const tag = hash("sha1", body, "base64url").slice(0, 20);
  return version === undefined ? `"${tag}"` : `"${version}-${tag}"`;
}

/** Whether an If-None-Match header names the tag. */
export function namesTag(header: string, tag: string): boolean {
  return header.split(",").some((part) => {
    const given = part.trim().replace(/^W\//, "");
    return given === "*" || given === tag;
  });
}
