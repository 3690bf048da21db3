const MOST_CHARACTERS = 150;
/** Control characters, and marks that turn the direction of writing (`gpj.exe` shown as `exe.jpg`). */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/gu;
const forbiddenSomewhere = /[<>:"|?*]/g;
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const extensions: Record<string, string[]> = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
};

/** The sender's name for a file, fit to be shown and saved anywhere: no folders, at most 150 characters. */
export function cleanFileName(given: string): string {
  const name = given.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1)!
    .replace(unseen, "").replace(forbiddenSomewhere, "_").replace(devices, "_$1")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const extension = /\.\w{1,8}$/.exec(name)?.[0] ?? "";
  const base = [...name.slice(0, name.length - extension.length)].slice(0, MOST_CHARACTERS);
  return base.join("") + extension || "file";
}

/** The name to save it under: with the ending that its content has, whatever the sender called it. */
export function downloadName(fileName: string, contentType: string): string {
  const [usual, ...others] = extensions[contentType];
  const ending = fileName.split(".").at(-1)!.toLowerCase();
  return [usual, ...others].includes(ending) ? fileName : `${fileName}.${usual}`;
}
