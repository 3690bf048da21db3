const web = new URL("./", import.meta.url);

/** One hash over everything that web/dist is built from, names included. */
export async function sourceHash(): Promise<string> {
  const paths: string[] = [];
  const walk = async (folder: string) => {
    for await (const entry of Deno.readDir(new URL(folder, web))) {
      const path = folder + entry.name;
      if (entry.isDirectory) await walk(`${path}/`);
      else if (/\.(tsx?|css)$/.test(path)) paths.push(path);
    }
  };
  for (const folder of ["src/", "styles/"]) await walk(folder);
  const texts = await Promise.all(
    paths.sort().map(async (path) => `${path}\0${await Deno.readTextFile(new URL(path, web))}\0`),
  );
  const bytes = new TextEncoder().encode(texts.join(""));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
