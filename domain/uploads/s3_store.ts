import { AwsClient } from "aws4fetch";
import { createReadStream } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { pipeline } from "node:stream/promises";
import { type LocalFile, storageAway, type UploadStore } from "./store.ts";

export interface S3Options {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TRIES = 3;
const TIMEOUT_MS = 60_000;

/**
 * Files in a bucket of anything that speaks S3: path-style addresses, signature version 4. A file is
 * sent as a stream with its length and checksum, so the far side refuses what arrives damaged.
 */
export function s3Store({ endpoint, bucket, ...credentials }: S3Options): UploadStore {
  const client = new AwsClient({ ...credentials, service: "s3", retries: TRIES });
  const address = `${endpoint.replace(/\/+$/, "")}/${bucket}`;

  /** @throws Refusal `storage_unavailable` on anything but success and "there is none" */
  async function call(method: string, path: string): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await client.fetch(address + path, { method, signal });
      if (answer.ok || answer.status === 404) return answer;
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      throw storageAway(error);
    }
  }

  return {
    async put(name, file) {
      for (let attempt = 1;; attempt++) {
        const { url, headers } = await client.sign(`${address}/${name}`, {
          method: "PUT",
          headers: {
            "content-length": String(file.size_bytes),
            "x-amz-content-sha256": file.sha256,
          },
        });
        try {
          return await send(url, headers, file);
        } catch (error) {
          if (attempt === TRIES) throw storageAway(error);
          await new Promise((wake) => setTimeout(wake, 100 * attempt));
        }
      }
    },
    async open(name) {
      const answer = await call("GET", `/${name}`);
      if (answer.status !== 404) return answer.body ?? undefined;
      await answer.body?.cancel();
      return undefined;
    },
    async remove(name) {
      await (await call("DELETE", `/${name}`)).body?.cancel();
    },
    async *list() {
      for (let from = "";;) {
        const page = await (await call("GET", `?list-type=2${from}`)).text();
        yield* entriesOf(page);
        const token = textOf(page, "NextContinuationToken");
        if (!token) return;
        from = `&continuation-token=${encodeURIComponent(token)}`;
      }
    },
  };
}

/** With node:http, because `fetch` sends a stream without its length, which S3 does not take. */
async function send(url: string, headers: Headers, file: LocalFile): Promise<void> {
  const { request } = url.startsWith("https:") ? https : http;
  const put = request(url, {
    method: "PUT",
    headers: Object.fromEntries(headers),
    timeout: TIMEOUT_MS,
  });
  put.on("timeout", () => put.destroy(new Error(`PUT ${url}: no answer`)));
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    put.once("response", resolve).once("error", reject);
  });
  answered.catch(() => {}); // told by the pipeline already, where that fails first
  await pipeline(createReadStream(file.path), put);
  const answer = await answered;
  let text = "";
  for await (const chunk of answer) text += chunk;
  if (answer.statusCode !== 200) throw new Error(`PUT ${url}: ${answer.statusCode} ${text}`);
}

/** Only what our own names are made of is read; anything else in the bucket is not ours. */
function* entriesOf(page: string): Generator<{ name: string; storedAt: Date }> {
  for (const [, entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const name = textOf(entry, "Key");
    const storedAt = new Date(textOf(entry, "LastModified") ?? "");
    if (name && /^[\w.]+$/.test(name)) yield { name, storedAt };
  }
}

function textOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
}
