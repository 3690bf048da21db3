import { createHash } from "node:crypto";
import type { TokenKeys } from "../access/token_keys.ts";
import { tokenKeys } from "../access/token_keys.ts";
import { type Config, keptSecret, tokenSecrets } from "../config/config.ts";

/** A key that signs the end of the audit log. */
export interface AuditKey {
  bytes: Uint8Array;
  /** tells keys apart, and tells nothing of them; without one it is the secret of tokens, as it once was */
  id?: string;
}

/** The first signs, all are accepted. */
export type AuditKeys = readonly AuditKey[];

/** The keys made of one secret of the audit log's own. @throws Error when it is easy to guess */
export function keysOf(secret: string): AuditKeys {
  const [bytes] = tokenKeys([secret], "AUDIT_KEY");
  const hash = createHash("sha256").update("back-office audit key").update(bytes).digest("hex");
  return [{ bytes, id: hash.slice(0, 16) }];
}

/** The secrets of tokens as keys: where the audit log has no key of its own, and before it had one. */
export function tokenKeysAsAudit(keys: TokenKeys): AuditKeys {
  return keys.map((bytes) => ({ bytes }));
}

const fileOf = ({ DATA_DIR }: Config) => `${DATA_DIR}/audit_key`;

/** The key of the audit log's own: of the settings, else the one in the data folder. */
export async function ownAuditKey(config: Config): Promise<string | undefined> {
  if (config.AUDIT_KEY) return config.AUDIT_KEY;
  if (config.DATABASE_URL) return undefined;
  try {
    return await Deno.readTextFile(fileOf(config));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * The keys of the audit log. What was signed before it had one of its own is accepted through
 * `AUDIT_KEY_PREVIOUS`, which may be the secret of tokens.
 */
export async function auditKeys(config: Config): Promise<AuditKeys> {
  const own = await ownAuditKey(config);
  const ofTokens = async () => tokenKeysAsAudit(tokenKeys(await tokenSecrets(config)));
  const { AUDIT_KEY_PREVIOUS: previous } = config;
  return [
    ...own === undefined ? await ofTokens() : keysOf(own),
    ...previous === undefined
      ? []
      : [...keysOf(previous), ...tokenKeysAsAudit(tokenKeys([previous], "AUDIT_KEY_PREVIOUS"))],
  ];
}

/**
 * The same for a server, which makes a key for the embedded database where there is none. `before` is what
 * signed until then.
 */
export async function needAuditKeys(
  config: Config,
): Promise<{ keys: AuditKeys; before?: AuditKeys }> {
  const before = await auditKeys(config);
  if (config.DATABASE_URL || await ownAuditKey(config) !== undefined) return { keys: before };
  await keptSecret(fileOf(config));
  return { keys: await auditKeys(config), before };
}
