/** The keys of the process: the first signs, all are accepted, so a secret can be replaced in peace. */
export type TokenKeys = readonly Uint8Array[];

/** @throws Error when a secret is shorter than 32 bytes or has hardly any variety in it */
export function tokenKeys(secrets: string[], name = "JWT_SECRET"): TokenKeys {
  return secrets.map((secret) => {
    const key = new TextEncoder().encode(secret);
    if (key.length < 32) throw new Error(`${name} must have at least 32 bytes`);
    if (new Set(secret).size < 10) throw new Error(`${name} is too easy to guess`);
    return key;
  });
}
