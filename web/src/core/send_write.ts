import type { Task, Upload } from "./answers.ts";
import { call } from "./api.ts";
import { db } from "./db.ts";
import { type DoneWrite, idsOf, needs, resolved, type Write } from "./write.ts";

const UPLOAD_MS = 120_000;

/** Sends one write: its photos first, each under a key of its own, then the record that names them. */
export async function sendWrite(write: Write, done: DoneWrite[]): Promise<DoneWrite> {
  const ids = idsOf(done);
  for (const key of needs(write)) {
    if (!ids.has(key)) throw new Error(`the record ${key} has no number`);
  }
  // writing to /uploads is itself about the file: it goes along with what is told of it
  const isUpload = write.path === "/uploads";
  const uploads = new Map<string, number>();
  if (!isUpload) {
    for (const photo of write.photos) uploads.set(photo, await uploadPhoto(photo, photo, {}));
  }
  const { path, body } = resolved(write, ids, uploads);
  if (isUpload) {
    const id = await uploadPhoto(write.photos[0], write.key, body);
    return { key: write.key, id, reference_no: null, title: write.title, at: Date.now() };
  }
  const { data } = await call<Partial<Task> | null>(path, {
    method: write.method,
    body: { ...write.occurredAt && { occurred_at: write.occurredAt }, ...body },
    headers: {
      "idempotency-key": write.key,
      ...write.version !== undefined && { "if-match": `"${write.version}"` },
    },
  });
  return {
    key: write.key,
    id: data?.id ?? null,
    reference_no: data?.reference_no ?? null,
    title: write.title,
    at: Date.now(),
  };
}

async function uploadPhoto(
  photoId: string,
  key: string,
  about: Record<string, unknown>,
): Promise<number> {
  const photo = await (await db()).get("photos", photoId);
  if (!photo) throw new Error("the photo is not on this phone any more");
  if (photo.uploadId !== undefined) return photo.uploadId;
  const form = new FormData();
  for (const [name, value] of Object.entries({ client_id: photoId, kind: "photo", ...about })) {
    if (value !== undefined && value !== null) form.set(name, String(value));
  }
  form.set("file", new Blob([photo.bytes], { type: photo.type }), photo.name);
  const { data } = await call<Upload>("/uploads", {
    method: "POST",
    form,
    headers: { "idempotency-key": key },
    timeoutMs: UPLOAD_MS,
  });
  await (await db()).put("photos", { ...photo, uploadId: data.id });
  return data.id;
}
