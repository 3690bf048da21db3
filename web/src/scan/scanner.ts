/** Reads barcodes from the camera: the browser's own reader where there is one, else ours, fetched then. */

interface Reader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

const formats = ["qr_code", "code_128", "code_39", "ean_13", "ean_8", "data_matrix", "itf"];

async function openReader(): Promise<Reader> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector;
  if (native) {
    const there = await native.getSupportedFormats();
    const wanted = formats.filter((format) => there.includes(format));
    if (wanted.length > 0) return new native({ formats: wanted });
  }
  const { wasmReader } = await import("./wasm_reader.ts");
  return wasmReader(formats);
}

interface NativeDetector {
  new (options: { formats: string[] }): Reader;
  getSupportedFormats(): Promise<string[]>;
}

// iOS asks for the camera again for every new stream, so one is kept while the page is open
let stream: MediaStream | undefined;
let reader: Promise<Reader> | undefined;

export async function openCamera(video: HTMLVideoElement): Promise<void> {
  if (!stream?.active) {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 } },
    });
  }
  video.srcObject = stream;
  await video.play();
}

/** How often in a row nothing is seen until the same code counts as another one: about half a second. */
const GONE_LOOKS = 4;

/**
 * Calls `found` with each code that comes before the camera; the same one again only where it was away
 * in between. Answers how to stop.
 */
export function watch(video: HTMLVideoElement, found: (code: string) => void): () => void {
  let stopped = false;
  let last = "";
  let empty = 0;
  const look = async () => {
    reader ??= openReader();
    reader.catch(() => reader = undefined);
    const detector = await reader.catch(() => undefined);
    while (!stopped && detector) {
      if (video.readyState >= 2) {
        const [hit] = await detector.detect(video).catch(() => []);
        empty = hit ? 0 : empty + 1;
        if (empty >= GONE_LOOKS) last = "";
        if (hit && !stopped && hit.rawValue !== last) found(last = hit.rawValue);
      }
      await new Promise((wake) => setTimeout(wake, 120));
    }
  };
  void look();
  return () => {
    stopped = true;
  };
}

export function closeCamera(): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = undefined;
}

export function hasTorch(): boolean {
  const [track] = stream?.getVideoTracks() ?? [];
  return !!(track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch;
}

export async function setTorch(on: boolean): Promise<void> {
  const [track] = stream?.getVideoTracks() ?? [];
  await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

/** A short tone and a buzz, so that one need not look. */
export function confirmScan(sound: boolean): void {
  navigator.vibrate?.(60);
  if (!sound) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = 1320;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.09);
  tone.onended = () => void audio.close();
}
