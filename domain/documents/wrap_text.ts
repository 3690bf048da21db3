/**
 * The text in lines no wider than `width`, as `measure` says; a line break in it is kept. A word
 * that is wider is broken between letters, a Bangla conjunct being one. Never without a line.
 */
export function wrapText(
  text: string,
  width: number,
  measure: (text: string) => number,
): string[] {
  return printable(text).split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (measure(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      const pieces = breakWord(word, width, measure);
      line = pieces.pop()!;
      lines.push(...pieces);
    }
    return [...lines, line];
  });
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of letters.segment(word)) {
    if (piece !== "" && measure(piece + segment) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

const letters = new Intl.Segmenter("bn", { granularity: "grapheme" });

/** Control characters have no shape; a surrogate alone is no character. */
function printable(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]+/gu, " ").trim();
}
