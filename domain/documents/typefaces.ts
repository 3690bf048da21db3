import type { Font } from "fontkit";
import type * as HarfBuzz from "harfbuzzjs";

/** The faces documents are set in; a character that the first lacks is taken from the second. */
const files = {
  regular: [
    "@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf",
    "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  ],
  bold: [
    "@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf",
    "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
  ],
};

export type Weight = keyof typeof files;

export interface Typeface {
  codePoints: Set<number>;
  font: Font;
}

let loading: Promise<Record<Weight, Typeface[]>> | undefined;

/** Reads fonts and shaper at the first call and keeps them: memory an idle service does without. */
export function loadTypefaces(): Promise<Record<Weight, Typeface[]>> {
  return loading ??= readTypefaces();
}

/** The text in stretches of one face: the first that has the character, and the first if none. */
export function runsOf(text: string, faces: Typeface[]): { face: number; text: string }[] {
  const runs: { face: number; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const code = character.codePointAt(0)!;
    const first = Math.max(0, faces.findIndex(({ codePoints }) => codePoints.has(code)));
    const face = last && joining.test(character) ? last.face : first;
    if (last?.face === face) last.text += character;
    else runs.push({ face, text: character });
  }
  return runs;
}

/** Signs that belong to the character before them, whatever face has them. */
const joining = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;

async function readTypefaces(): Promise<Record<Weight, Typeface[]>> {
  const [fontkit, harfbuzz] = await Promise.all([import("fontkit"), import("harfbuzzjs")]);

  async function read(file: string): Promise<Typeface> {
    const bytes = await Deno.readFile(new URL(import.meta.resolve(file)));
    const font = fontkit.create(bytes as Parameters<typeof fontkit.create>[0]) as Font;
    const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes.buffer)));
    return {
      codePoints: new Set(font.characterSet),
      font: shapedFont(font, shaper, harfbuzz),
    };
  }

  const [regular, bold] = await Promise.all(
    [files.regular, files.bold].map((pair) => Promise.all(pair.map(read))),
  );
  return { regular, bold };
}

/** A font whose text HarfBuzz shapes: fontkit misplaces signs of সন্ধ্যা, স্ক্রু, নির্দ্বিধা. */
function shapedFont(font: Font, shaper: HarfBuzz.Font, harfbuzz: typeof HarfBuzz): Font {
  const buffer = new harfbuzz.Buffer();
  const letterOf = new Map<number, number>();
  for (const letter of font.characterSet) letterOf.set(font.glyphForCodePoint(letter).id, letter);

  /** The run in the form in which pdfkit reads one of fontkit. */
  function layout(text: string) {
    const glyphs: { id: number; advanceWidth: number; codePoints: number[] }[] = [];
    const positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[] =
      [];
    for (const part of text.match(oneScript) ?? []) {
      buffer.clearContents();
      buffer.addText(part);
      buffer.guessSegmentProperties();
      harfbuzz.shape(shaper, buffer);
      for (const { codepoint: id } of buffer.getGlyphInfos()) {
        const letter = letterOf.get(id);
        const codePoints = letter === undefined ? [] : [letter];
        glyphs.push({ id, advanceWidth: shaper.glyphHAdvance(id), codePoints });
      }
      for (const { xAdvance, yAdvance, xOffset, yOffset } of buffer.getGlyphPositions()) {
        positions.push({ xAdvance, yAdvance, xOffset, yOffset });
      }
    }
    return {
      glyphs,
      positions,
      // pdfkit scales the positions first and asks for the width afterwards.
      get advanceWidth() {
        return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
      },
    };
  }
  return Object.create(font, { layout: { value: layout } });
}

/** HarfBuzz shapes one script at a time. */
const oneScript =
  /[\p{Script_Extensions=Bengali}\p{Mn}\u200c\u200d]+|[^\p{Script_Extensions=Bengali}]+/gu;
