import { storageAway } from "./store.ts";
import { UnfitFile } from "./unfit_file.ts";
import type { Metadata, Sharp, SharpConstructor } from "sharp";

/** Source: docs/records.md, "Upload". */
const MOST_PIXELS = 40_000_000;
const THUMBNAIL_PIXELS = 320;
const SECONDS = 30;

/** The size of a picture and how it is turned, read from its head: nothing is decoded. */
export interface PictureHead {
  /** as it is looked at */
  width: number;
  height: number;
  turned: boolean;
}

/** @throws UnfitFile when the head cannot be read, or tells of more than 40 megapixels */
export async function readHead(path: string): Promise<PictureHead> {
  const sharp = await library();
  let head: Metadata;
  try {
    head = await sharp(path, { failOn: "none", limitInputPixels: false }).metadata();
  } catch {
    throw new UnfitFile("is damaged and cannot be read");
  }
  const { autoOrient: { width, height }, orientation = 1 } = head;
  if (width * height > MOST_PIXELS) {
    throw new UnfitFile(
      `has ${width} × ${height} pixels; at most ${MOST_PIXELS / 1_000_000} megapixels are taken`,
    );
  }
  return { width, height, turned: orientation !== 1 };
}

/**
 * Writes a picture anew, turned as its camera data says, without that data.
 * @throws UnfitFile when it cannot be decoded to its end
 */
export function turnUpright(from: string, to: string): Promise<void> {
  return decode(from, to, async (picture) => {
    const { format } = await picture.metadata();
    return picture.autoOrient().toFormat(format, format === "png" ? {} : { quality: 92 });
  });
}

/**
 * Writes a picture's thumbnail, a WebP of at most 320 pixels a side. The picture is decoded for it from
 * end to end, so a damaged one is found out.
 * @throws UnfitFile when it cannot be decoded to its end
 */
export function writeThumbnail(from: string, to: string): Promise<void> {
  const size = {
    width: THUMBNAIL_PIXELS,
    height: THUMBNAIL_PIXELS,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  return decode(from, to, (picture) => picture.resize(size).webp({ quality: 75 }));
}

/** What decoders complain of although the picture is whole: some phones write it. */
const harmless = /Invalid SOS parameters|extraneous bytes/;

async function decode(
  from: string,
  to: string,
  work: (picture: Sharp) => Sharp | Promise<Sharp>,
): Promise<void> {
  const sharp = await library();
  const run = async (failOn: "warning" | "error") => {
    const picture = await work(sharp(from, { failOn, limitInputPixels: MOST_PIXELS }));
    await picture.timeout({ seconds: SECONDS }).toFile(to);
  };
  try {
    await run("warning").catch((error: Error) => {
      if (!harmless.test(error.message)) throw error;
      return run("error");
    });
  } catch (error) {
    if (/system error/.test((error as Error).message)) throw storageAway(error);
    throw new UnfitFile("is damaged and cannot be read to its end", { cause: error });
  }
}

let loaded: Promise<SharpConstructor> | undefined;

/** Loaded with the first picture. It may read the three formats that we take, and keeps nothing in memory. */
function library(): Promise<SharpConstructor> {
  return loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
    });
    return sharp;
  });
}
