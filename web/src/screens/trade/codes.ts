/** Numbers of pieces as they are pasted or typed: a row of a spreadsheet each, or apart by commas. One may have spaces. */
export const codesIn = (text: string) =>
  text.split(/[\r\n\t,;]+/).map((code) => code.trim()).filter(Boolean);
