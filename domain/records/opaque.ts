import type { z } from "zod";

/** A value as callers keep and send back without looking into it: cursors and tokens of lists. */
export function writeOpaque(value: unknown): string {
  return new TextEncoder().encode(JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The value again; undefined for what is none of that shape. A cursor may be anything that somebody made up. */
export function readOpaque<S extends z.ZodType>(shape: S, text: string): z.output<S> | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return shape.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
