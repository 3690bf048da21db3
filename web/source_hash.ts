const web = new URL("./", import.meta.url);

/** One hash over everything that web/dist is built from, names included; also what domain/ lends to it. */
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
  const read = (path: string) => Deno.readTextFile(new URL(path, web));
  const own = await Promise.all(paths.sort().map(read));
  const lent = new Set(own.join("\n").match(/(?<=\.\.\/)domain\/[\w/.]+\.ts(?=")/g));
  for (const path of [...lent].sort()) {
    paths.push(`../${path}`);
    own.push(await read(`../${path}`));
  }
  const texts = own.map((text, at) => `${paths[at]}\0${text}\0`);
  const bytes = new TextEncoder().encode(texts.join(""));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
