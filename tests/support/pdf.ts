import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";

/** One text object of a page: where its baseline starts (points from the top left) and ends. */
export interface PrintedText {
  text: string;
  x: number;
  right: number;
  baseline: number;
  size: number;
}

interface PdfFont {
  letters: string[];
  widths: number[];
}

/**
 * The texts of each page in drawing order, read from the file as a viewer reads them: by the letters
 * that the file says a word stands for, else letter by letter. It knows what our documents use of PDF.
 */
export function readPdf(bytes: Uint8Array): PrintedText[][] {
  return pagesOf(bytes).map(({ content, fonts, height }) => textsOf(content, fonts, height));
}

/** The rectangles of each page as pictures: what a camera would see of a code. */
export function rectanglesOf(bytes: Uint8Array): string[] {
  return pagesOf(bytes).map(({ content, width, height }) => {
    const rects = [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(([, x, y, w, h]) =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`
    );
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${
      rects.join("")
    }</svg>`;
  });
}

function pagesOf(bytes: Uint8Array) {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id, body] of file.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)) {
    objects.set(id, body);
  }
  const object = (id: string) => objects.get(id) ?? "";
  const tree = [...objects.values()].find((body) => /\/Type \/Pages\b/.test(body))!;
  const [, width, height] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(file)!.map(Number);
  return references(/\/Kids \[(.*?)\]/s.exec(tree)![1]).map((id) => {
    const page = object(id);
    const resources = object(/\/Resources (\d+)/.exec(page)![1]);
    const named = /\/Font <<(.*?)>>/s.exec(resources)?.[1] ?? "";
    const fonts = new Map(
      [...named.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, fontOf(id, object)]),
    );
    const content = streamOf(object(/\/Contents (\d+)/.exec(page)![1]));
    return { content, fonts, width, height };
  });
}

function references(list: string): string[] {
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => id);
}

function streamOf(body: string): string {
  const [, data] = /stream\n([\s\S]*)\nendstream/.exec(body)!;
  return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
}

function fontOf(id: string, object: (id: string) => string): PdfFont {
  const font = object(id);
  const map = streamOf(object(/\/ToUnicode (\d+)/.exec(font)![1]));
  const letters = [...map.matchAll(/\[((?:<[0-9a-f ]*> ?)+)\]/g)]
    .flatMap(([, list]) => [...list.matchAll(/<([0-9a-f ]*)>/g)])
    .map(([, hex]) => utf16(Buffer.from(hex.replaceAll(" ", ""), "hex")));
  const descendant = object(/\/DescendantFonts \[(\d+)/.exec(font)![1]);
  const widths = /\/W \[0 \[(.*?)\]/s.exec(descendant)![1].split(" ").map(Number);
  return { letters, widths };
}

const operator =
  /\bBT\b|\bET\b|\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)|1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) (\S+) Tf|\[([^\]]*)\] TJ/g;

function textsOf(content: string, fonts: Map<string, PdfFont>, height: number): PrintedText[] {
  const texts: PrintedText[] = [];
  let now: PrintedText | undefined;
  let actual: string | undefined;
  let font: PdfFont | undefined;
  let pen = 0;
  for (const [all, spoken, x, y, name, size, shown] of content.matchAll(operator)) {
    if (all === "BT") actual = undefined;
    if (spoken !== undefined) actual = literal(spoken);
    if (x !== undefined) {
      pen = Number(x);
      now ??= { text: "", x: pen, right: pen, baseline: height - Number(y), size: 0 };
    }
    if (name !== undefined) {
      font = fonts.get(name)!;
      now!.size = Number(size);
    }
    if (shown !== undefined) {
      for (const [, glyphs, gap] of shown.matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/g)) {
        if (gap !== undefined) pen -= Number(gap) / 1000 * now!.size;
        for (const [code] of (glyphs ?? "").matchAll(/[0-9a-f]{4}/g)) {
          const glyph = parseInt(code, 16);
          now!.text += font!.letters[glyph];
          pen += font!.widths[glyph] / 1000 * now!.size;
        }
      }
      now!.right = Math.max(now!.right, pen);
    }
    if (all === "ET" && now) {
      texts.push({ ...now, text: actual ?? now.text });
      now = undefined;
    }
  }
  return texts;
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function literal(escaped: string): string {
  const bytes = Buffer.from(
    escaped.replace(/\\([\s\S])/g, (_, mark) => escapes[mark] ?? mark),
    "latin1",
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff ? utf16(bytes.subarray(2)) : bytes.toString();
}

function utf16(bigEndian: Uint8Array): string {
  return Buffer.from(bigEndian).swap16().toString("utf16le");
}

/** The texts of a page put together line by line, from left to right. */
export function linesOf(page: PrintedText[]): string[] {
  const lines = new Map<number, PrintedText[]>();
  for (const text of page) {
    const at = Math.round(text.baseline);
    lines.set(at, [...lines.get(at) ?? [], text]);
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, texts]) =>
    texts.sort((a, b) => a.x - b.x)
      .reduce((line, { text, x }, at) => {
        const gap = at > 0 && x - texts[at - 1].right > 1 ? " " : "";
        return line + gap + text;
      }, "").replace(/ +/g, " ").trim()
  );
}
