import { db } from "./db.ts";
import type { Photo } from "./write.ts";

const LONGEST_SIDE = 1280;
const MAX_BYTES = 300 * 1024;

/**
 * Keeps a picture on this phone: at most 1280 px and 300 KB, upright, and without what the camera wrote
 * into it (place, time, device): it is drawn anew.
 */
export async function keepPhoto(from: Blob | HTMLVideoElement): Promise<Photo> {
  const picture = await createImageBitmap(from, { imageOrientation: "from-image" });
  try {
    let side = LONGEST_SIDE;
    for (;;) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
      for (const quality of [0.82, 0.7, 0.55, 0.4]) {
        const drawn = await new Promise<Blob | null>((resolve) =>
          canvas.toBlob(resolve, "image/jpeg", quality)
        );
        if (drawn && drawn.size <= MAX_BYTES) {
          return await store(drawn, canvas, from instanceof File ? from.name : "photo");
        }
      }
      side = Math.round(side * 0.75);
    }
  } finally {
    picture.close();
  }
}

async function store(drawn: Blob, { width, height }: HTMLCanvasElement, name: string) {
  const photo: Photo = {
    id: crypto.randomUUID(),
    bytes: await drawn.arrayBuffer(),
    type: drawn.type,
    name: name.replace(/\.\w+$/, "") + ".jpg",
    width,
    height,
    at: Date.now(),
  };
  await (await db()).put("photos", photo);
  return photo;
}

export async function dropPhoto(id: string): Promise<void> {
  await (await db()).delete("photos", id);
}

/** An address to show a kept photo by; give it back with URL.revokeObjectURL. */
export async function photoUrl(id: string): Promise<string | undefined> {
  const photo = await (await db()).get("photos", id);
  return photo && URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }));
}
