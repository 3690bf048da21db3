const web = new URL("./", import.meta.url);

/**
 * The files of domain/ that a source takes lists and pure rules from; they import nothing themselves. What is
 * imported as a type goes into no script.
 */
export const sharedWith = (text: string) =>
  [...text.matchAll(/^(?:import|export) (?!type )[^;"]* from "(?:\.\.\/)+(domain\/[^"]+)"/gm)].map((
    [, path],
  ) => `../${path}`);

const read = (paths: Iterable<string>) =>
  Promise.all(
    [...paths].sort().map(async (path): Promise<[path: string, text: string]> => [
      path,
      await Deno.readTextFile(new URL(path, web)),
    ]),
  );

/** The scripts and styles of web/. */
export async function sourceFiles(): Promise<[path: string, text: string][]> {
  const paths: string[] = [];
  const walk = async (folder: string) => {
    for await (const entry of Deno.readDir(new URL(folder, web))) {
      const path = folder + entry.name;
      if (entry.isDirectory) await walk(`${path}/`);
      else if (/\.(tsx?|css)$/.test(path)) paths.push(path);
    }
  };
  for (const folder of ["src/", "styles/"]) await walk(folder);
  return await read(paths);
}

/** One hash over everything that web/dist is built from, names included. */
export async function sourceHash(): Promise<string> {
  const own = await sourceFiles();
  const shared = await read(new Set(own.flatMap(([, text]) => sharedWith(text))));
  const text = [...own, ...shared].map(([path, text]) => `${path}\0${text}\0`).join("");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
