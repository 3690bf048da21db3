import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

/** What a backup says of itself, in its last part `manifest.json`. */
export const manifest = z.object({
  /** of the archive; a newer program may write another one */
  format: z.literal(1),
  /** of the program that made it */
  version: z.string(),
  created_at: z.iso.datetime(),
  postgres_version: z.string(),
  /** the currency that its books are kept in */
  local_currency: z.string(),
  /** what had been applied to the schema, in order */
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  tables: z.array(z.object({
    name: z.string(),
    columns: z.array(z.string()),
    rows: count,
    bytes: count,
    sha256,
  })),
  /** the last number that each identity column gave; null: none yet */
  sequences: z.array(z.object({ name: z.string(), last_value: count.nullable() })),
  uploads: z.array(z.object({
    name: z.string().regex(/^[0-9a-f]{32}(\.thumb)?$/),
    bytes: count,
    sha256,
  })),
  /** uploads whose file was missing from the storage, or not what was stored, by reference_no */
  unsound_uploads: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

export const MANIFEST = "manifest.json";
/** The key's id and its signature of the manifest, which names the hash of every other part. */
export const SIGNATURE = "manifest.hmac";
/** The archive's comment: the hash of all bytes before its last 64. */
export const SEAL_PREFIX = "sha256:";
export const SEAL_LENGTH = 64;

export const tableEntry = (name: string) => `tables/${name}.copy`;
export const uploadEntry = (name: string) => `uploads/${name}`;
