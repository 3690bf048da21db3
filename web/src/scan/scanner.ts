import { allRoutes } from "../kit/mod.ts";

/** Reads barcodes from the camera: the browser's own reader where there is one, else ours, fetched then. */

/** The codes in the picture; `careful` looks closer and takes longer. */
export type Read = (video: HTMLVideoElement, careful: boolean) => Promise<string[]>;

const formats = ["qr_code", "code_128", "code_39", "ean_13", "ean_8", "data_matrix", "itf"];

interface NativeDetector {
  new (options: { formats: string[] }): {
    detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
}

async function openReader(): Promise<Read> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector;
  if (native) {
    const there = await native.getSupportedFormats();
    const wanted = formats.filter((format) => there.includes(format));
    const detector = wanted.length > 0 && new native({ formats: wanted });
    if (detector) {
      return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
    }
  }
  return await (await import("./wasm_reader.ts")).wasmReader();
}

let reader: Promise<Read> | undefined;

/** Gets the reader ready; what fails is tried again the next time. */
export function prepareReader(): Promise<Read | undefined> {
  reader ??= openReader();
  return reader.catch(() => reader = undefined);
}

/** The reader, and the screens that a scan opens, in a time when nobody waits for anything. */
export async function prepareScan(): Promise<void> {
  await prepareReader();
  await allRoutes().find(({ path }) => path === "/products")?.load();
}

// iOS asks for the camera again for every new stream, so one is kept there while the page is open;
// elsewhere one that nobody looks through takes longer to wake than a new one to start
const isKept = /iPhone|iPad/.test(navigator.userAgent);
let stream: Promise<MediaStream> | undefined;
let watchers = 0;

/** Shows the camera's picture; each one who opened it gives it back. */
export async function openCamera(video: HTMLVideoElement): Promise<void> {
  watchers++;
  if (!(await stream?.catch(() => undefined))?.active) {
    stream = navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } },
    });
  }
  video.srcObject = await stream!;
  await video.play();
}

export function giveBackCamera(): void {
  watchers--;
  if (watchers > 0 || isKept) return;
  const old = stream;
  stream = undefined;
  void old?.then((one) => one.getTracks().forEach((track) => track.stop()), () => undefined);
}

/** How long, and how often in a row, a code is not seen until it counts as another one. */
const [GONE_MS, GONE_LOOKS] = [1000, 3];

/**
 * Calls `found` with each code that comes before the camera; the same one again only where it was away
 * in between. Answers how to stop.
 */
export function watch(video: HTMLVideoElement, found: (code: string) => void): () => void {
  let stopped = false;
  let careful = false;
  let looks = 0;
  const seen = new Map<string, { at: number; look: number }>();
  const look = async () => {
    const read = await prepareReader();
    while (!stopped && read) {
      // what lies over the page has the camera, or is what somebody looks at now
      if (video.readyState >= 2 && !document.querySelector("dialog[open]")) {
        const start = performance.now();
        const codes = await read(video, careful).catch(() => []);
        performance.clearMeasures("detect");
        performance.measure("detect", { start, detail: codes.length });
        careful = !careful && codes.length === 0;
        looks++;
        for (const code of stopped ? [] : codes) {
          const last = seen.get(code);
          seen.set(code, { at: performance.now(), look: looks });
          const gone = !last || start - last.at > GONE_MS && looks - last.look > GONE_LOOKS;
          if (!gone) continue;
          found(code);
          // what it opens comes first
          await new Promise((wake) => setTimeout(wake, 300));
        }
      }
      await nextPicture(video);
    }
  };
  void look();
  return () => {
    stopped = true;
  };
}

/** The same picture is not read twice, and none while nobody sees the page. */
function nextPicture(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((wake) =>
    video.requestVideoFrameCallback
      ? video.requestVideoFrameCallback(wake)
      : requestAnimationFrame(wake)
  );
}

function trackOf(video: HTMLVideoElement | null): MediaStreamTrack | undefined {
  return (video?.srcObject as MediaStream | null)?.getVideoTracks()[0];
}

export function hasTorch(video: HTMLVideoElement | null): boolean {
  return !!(trackOf(video)?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch;
}

export async function setTorch(video: HTMLVideoElement | null, on: boolean): Promise<void> {
  await trackOf(video)?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

let audio: AudioContext | undefined;

/** The first one takes a slow phone a while to make, so it is made while the camera starts. */
export function prepareSound(): void {
  audio ??= new AudioContext();
}

/** A short tone and a buzz, so that one need not look. */
export function confirmScan(sound: boolean): void {
  navigator.vibrate?.(60);
  if (!sound) return;
  prepareSound();
  void audio!.resume();
  const tone = audio!.createOscillator();
  const volume = audio!.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = 1320;
  tone.connect(volume).connect(audio!.destination);
  tone.start();
  tone.stop(audio!.currentTime + 0.09);
  tone.onended = () => void audio!.suspend();
}
