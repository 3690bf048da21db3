/** What is wrong with a file, in words that follow its field's name: "is cut off". */
export class UnfitFile extends Error {
  override readonly name = "UnfitFile";
}

export function cutOff(): UnfitFile {
  return new UnfitFile("is cut off: its end is missing");
}

export function damaged(): UnfitFile {
  return new UnfitFile("is damaged and cannot be read");
}
