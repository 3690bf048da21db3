import { buffer } from "node:stream/consumers";
import type { Language } from "./amount_in_words.ts";
import { smallPrint, type Style } from "./styles.ts";
import { loadTypefaces, runsOf, type Typeface, type Weight } from "./typefaces.ts";
import { wrapText } from "./wrap_text.ts";

const MARGIN = 40;
const FOOTER_HEIGHT = 26;
/** Bangla signs stand above and below the line: less would let two lines touch. */
const LINE_HEIGHT_PER_SIZE = 1.4;
const ASCENT_PER_SIZE = 1.05;

/** What a document says of itself to the program that opens it. */
export interface SheetFacts {
  title: string;
  author: string;
  language: Language;
  /** `YYYY-MM-DD`; the same document is the same bytes, so no clock is asked. */
  date: string;
  /** wider than high, for tables of many columns */
  landscape?: boolean;
  /** width and height in points, where it is no A4 */
  page?: [number, number];
}

/** The pages of one document, A4 unless said otherwise. Lengths are points from the top left corner; `y` is the pen. */
export class Sheet {
  readonly top = MARGIN;
  readonly left = MARGIN;
  readonly right: number;
  readonly bottom: number;
  y = this.top;
  readonly #doc: PDFKit.PDFDocument;
  readonly #faces: Record<Weight, Typeface[]>;
  readonly #facts: SheetFacts;
  #spoken: string | undefined;

  private constructor(
    doc: PDFKit.PDFDocument,
    faces: Record<Weight, Typeface[]>,
    facts: SheetFacts,
  ) {
    this.#doc = doc;
    this.#faces = faces;
    this.#facts = facts;
    this.right = doc.page.width - MARGIN;
    this.bottom = doc.page.height - MARGIN - FOOTER_HEIGHT;
    for (const [weight, pair] of Object.entries(faces)) {
      // pdfkit takes any font with `layout()`, which its types do not say.
      pair.forEach((face, at) => doc.registerFont(weight + at, face.font as never));
    }
    this.#sayWordsInsideText();
  }

  static async open(facts: SheetFacts): Promise<Sheet> {
    const [{ default: PDFDocument }, faces] = await Promise.all([
      import("pdfkit"),
      loadTypefaces(),
    ]);
    const doc = new PDFDocument({
      size: facts.page ?? "A4",
      layout: facts.landscape ? "landscape" : "portrait",
      margin: 0,
      font: "",
      bufferPages: true,
      pdfVersion: "1.7",
      lang: `${facts.language}-BD`,
      displayTitle: true,
      info: {
        Title: facts.title,
        Author: facts.author,
        // An instant because pdfkit wants one; nothing reads the date from it.
        CreationDate: new Date(`${facts.date}T00:00:00Z`),
      },
    });
    return new Sheet(doc, faces, facts);
  }

  lineHeight(style: Style): number {
    return style.size * LINE_HEIGHT_PER_SIZE;
  }

  newPage(): void {
    this.#doc.addPage();
    this.y = this.top;
  }

  /** Goes to the next page unless `height` still fits on this one. */
  keepTogether(height: number): void {
    if (this.y + height > this.bottom) this.newPage();
  }

  width(text: string, style: Style): number {
    const { size, weight = "regular" } = style;
    let width = 0;
    for (const run of runsOf(text, this.#faces[weight])) {
      width += this.#doc.font(weight + run.face).fontSize(size).widthOfString(run.text);
    }
    return width;
  }

  /** One line with its top at `y`; `x` is its left end, or its right one. */
  write(text: string, x: number, style: Style, align: "left" | "right" = "left", y = this.y): void {
    const { size, weight = "regular", color = "#000000" } = style;
    if (align === "right") x -= this.width(text, style);
    for (const run of runsOf(text, this.#faces[weight])) {
      this.#doc.font(weight + run.face).fontSize(size).fillColor(color);
      const shaped = banglaLetter.test(run.text);
      for (const piece of shaped ? run.text.split(/(?<= )/) : [run.text]) {
        this.#spoken = shaped ? piece : undefined;
        this.#doc.text(piece, x, y + size * ASCENT_PER_SIZE, {
          lineBreak: false,
          baseline: "alphabetic",
        });
        x += this.#doc.widthOfString(piece);
      }
    }
    this.#spoken = undefined;
  }

  /** Lines one below the other from the pen on, over as many pages as they need. */
  writeLines(lines: string[], x: number, style: Style): void {
    for (const line of lines) {
      this.keepTogether(this.lineHeight(style));
      this.write(line, x, style);
      this.y += this.lineHeight(style);
    }
  }

  wrap(text: string, width: number, style: Style): string[] {
    return wrapText(text, width, (part) => this.width(part, style));
  }

  rule(y: number, color = "#999999", from = this.left, to = this.right): void {
    this.#doc.lineWidth(0.5).strokeColor(color).moveTo(from, y).lineTo(to, y).stroke();
  }

  band(y: number, height: number, color = "#eeeeee"): void {
    this.#doc.rect(this.left, y, this.right - this.left, height).fill(color);
  }

  /** Black squares in a square of this side, row by row: a code that a camera reads. */
  squares(rows: boolean[][], x: number, y: number, side: number): void {
    const step = side / rows.length;
    rows.forEach((row, down) =>
      row.forEach((black, across) => {
        if (black) this.#doc.rect(x + across * step, y + down * step, step, step);
      })
    );
    this.#doc.fill("#000000");
  }

  /** Numbers the pages, if asked to, and answers the file. */
  async finish(pageLine?: (page: number, pages: number) => string): Promise<Uint8Array> {
    const pages = pageLine ? this.#doc.bufferedPageRange().count : 0;
    for (let page = 1; page <= pages; page++) {
      this.#doc.switchToPage(page - 1);
      const y = this.bottom + FOOTER_HEIGHT - this.lineHeight(smallPrint);
      const name = this.wrap(this.#facts.title, 380, smallPrint)[0];
      this.write(name, this.left, smallPrint, "left", y);
      this.write(pageLine!(page, pages), this.right, smallPrint, "right", y);
    }
    const bytes = buffer(this.#doc);
    this.#doc.end();
    return new Uint8Array(await bytes);
  }

  /**
   * Tells readers which letters a shaped word stands for. pdfkit would mark the word around its
   * text object, where poppler takes the page's upside-down axes for the word's and puts it elsewhere.
   */
  #sayWordsInsideText(): void {
    const addContent = this.#doc.addContent.bind(this.#doc);
    this.#doc.addContent = (operator: unknown) => {
      const actual = this.#spoken;
      if (operator === "ET" && actual !== undefined) this.#doc.endMarkedContent();
      addContent(operator);
      if (operator === "BT" && actual !== undefined) this.#doc.markContent("Span", { actual });
      return this.#doc;
    };
  }
}

const banglaLetter = /[\u0980-\u09e5\u09f0\u09f1]/;
