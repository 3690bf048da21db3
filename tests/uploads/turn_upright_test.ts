import sharp from "sharp";
import { turnUpright } from "../../domain/uploads/image.ts";
import { assert, assertEquals } from "../support/assert.ts";

const SIDE = 64;
/** Of more colours than a palette has. */
const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => at * 2654435761 >>> 24);

Deno.test("turnUpright() keeps each pixel of a PNG", async () => {
  const folder = await Deno.makeTempDir({ prefix: "upright-" });
  try {
    const [from, to] = [`${folder}/from.png`, `${folder}/to.png`];
    await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } }).png().toFile(from);
    await turnUpright(from, to);
    const { data, info } = await sharp(to).raw().toBuffer({ resolveWithObject: true });
    assertEquals([info.width, info.height, info.channels], [SIDE, SIDE, 3]);
    assert(data.every((value, at) => value === pixels[at]), "it has other colours");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
