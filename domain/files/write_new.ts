/** Writes a file for its owner's eyes only, on the disk when this returns. @throws Deno.errors.AlreadyExists */
export async function writeNew(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}
