import { createHash } from "node:crypto";
import { SEAL_LENGTH } from "./manifest.ts";

/** The hash of an archive: of all its bytes but the last 64, where this hash stands itself. */
export async function sealOf(file: Deno.FsFile, size: number): Promise<string> {
  const hash = createHash("sha256");
  const block = new Uint8Array(1 << 20);
  await file.seek(0, Deno.SeekMode.Start);
  for (let left = size - SEAL_LENGTH; left > 0;) {
    const read = await file.read(block.subarray(0, Math.min(left, block.length)));
    if (read === null) break;
    hash.update(block.subarray(0, read));
    left -= read;
  }
  return hash.digest("hex");
}

/** The seal as it stands at the end of the file. */
export async function readSeal(file: Deno.FsFile, size: number): Promise<string> {
  await file.seek(Math.max(0, size - SEAL_LENGTH), Deno.SeekMode.Start);
  const bytes = new Uint8Array(SEAL_LENGTH);
  const read = await file.read(bytes);
  return new TextDecoder().decode(bytes.subarray(0, read ?? 0));
}

/** Writes the seal of a whole file to its end, and waits for the disk. Answers size and seal. */
export async function writeSeal(path: string): Promise<{ bytes: number; sha256: string }> {
  using file = await Deno.open(path, { read: true, write: true });
  const { size } = await file.stat();
  const sha256 = await sealOf(file, size);
  await file.seek(size - SEAL_LENGTH, Deno.SeekMode.Start);
  await file.write(new TextEncoder().encode(sha256));
  await file.sync();
  return { bytes: size, sha256 };
}
