import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";

// served by us: the page loads nothing from elsewhere
prepareZXingModule({
  overrides: { locateFile: () => "/web/zxing_reader-3.1.3.wasm" },
});

export function wasmReader(formats: string[]) {
  return new BarcodeDetector({ formats: formats as "qr_code"[] });
}
