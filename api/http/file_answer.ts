import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Printout } from "../../domain/documents/printing.ts";
import type { StoredFile } from "../../domain/uploads/find_uploads.ts";
import type { AppEnv } from "./env.ts";
import { namesTag } from "./etag.ts";

/** An answer that is a file and no JSON. */
export class FileAnswer {
  constructor(readonly file: StoredFile & { inline?: boolean }) {}
}

/** A document of our own making, to be shown; the same bytes are the same answer. */
export function pdfAnswer({ file_name, bytes }: Printout): FileAnswer {
  return new FileAnswer({
    content_type: "application/pdf",
    size_bytes: bytes.length,
    tag: createHash("sha1").update(bytes).digest("base64url"),
    name: file_name,
    inline: true,
    open: () => Promise.resolve(ReadableStream.from([bytes])),
  });
}

/**
 * A file, to be shown (pictures, our own documents) or saved, never run: no type is guessed, no script
 * runs in it, no other site embeds it (docs/wire.md, "Files sent").
 */
export async function sendFile(c: Context<AppEnv>, { file }: FileAnswer): Promise<Response> {
  const tag = `"${file.tag}"`;
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const shown = file.inline || file.content_type.startsWith("image/") ? "inline" : "attachment";
  const headers: Record<string, string> = {
    "cache-control": "private, no-cache",
    etag: tag,
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  };
  const known = c.req.header("if-none-match");
  if (known && namesTag(known, tag)) return c.body(null, 304, headers);
  headers["content-type"] = file.content_type;
  headers["content-disposition"] = `${shown}; filename="${plain}"; filename*=UTF-8''${
    encodedName(file.name)
  }`;
  if (file.size_bytes !== undefined) headers["content-length"] = String(file.size_bytes);
  return c.newResponse(c.req.method === "HEAD" ? null : await file.open(), 200, headers);
}

/** As RFC 8187 wants it: more is escaped than in an address. */
function encodedName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
