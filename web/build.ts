/**
 * `deno task build`: bundles web/src and web/styles into web/dist, which is committed. Starting and
 * testing read web/dist only; a test fails when it was not built from the sources beside it.
 */
import { sourceHash } from "./source_hash.ts";

const web = new URL("./", import.meta.url);
const dist = new URL("dist/", web);

/** What the pages need to know of web/dist. */
export interface Built {
  /** changes with every change of a file: the version of the service worker */
  version: string;
  css: string;
  /** page → its entry and what the entry imports, in the order of loading */
  pages: Record<"staff" | "owner", string[]>;
  /**
   * page → what it loads later, of English and of Bangla; the reader of barcodes and the desk's screens only where
   * they are needed
   */
  later: Record<"staff" | "owner", { en: string[]; bn: string[] }>;
  /** every hashed file */
  files: string[];
}

async function shortHash(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.slice(0, 6).toHex();
}

async function bundle(...entries: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["bundle", "--platform", "browser", "--minify", "--code-splitting", "--outdir", "dist"],
      ...entries,
    ],
    cwd: web,
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Bangla as it is written: the bundler says each letter in six, as if nobody sent UTF-8. */
async function unescaped(): Promise<void> {
  for await (const { name } of Deno.readDir(dist)) {
    const text = await Deno.readTextFile(new URL(name, dist));
    const plain = text.replace(
      /(?<!\\)\\u(09[0-9A-F]{2}|20[1-3][0-9A-F])/gi,
      (_, code) => String.fromCharCode(parseInt(code, 16)),
    );
    if (plain !== text) await Deno.writeTextFile(new URL(name, dist), plain);
  }
}

/** Entries come out without a hash in their name; with it they may be kept for ever. */
async function renamed(name: string, ending: string): Promise<string> {
  const bytes = await Deno.readFile(new URL(`${name}.${ending}`, dist));
  const hashed = `${name}-${await shortHash(bytes)}.${ending}`;
  await Deno.rename(new URL(`${name}.${ending}`, dist), new URL(hashed, dist));
  return hashed;
}

const atOnce = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;
const everything = /"\.\/([^"]+\.js)"/g;

/** What is fetched when it is opened, and not brought along, nor what it alone needs. */
const onDemand = /^(wasm_reader|office|elsewhere|desk)/;

/** The files that an entry needs before it runs, or with `everything` also those that it brings later. */
async function imports(entry: string, names: RegExp, seen: string[] = []): Promise<string[]> {
  if (seen.includes(entry) || onDemand.test(entry)) return seen;
  seen.push(entry);
  const text = await Deno.readTextFile(new URL(entry, dist));
  for (const [, name] of text.matchAll(names)) await imports(name, names, seen);
  return seen;
}

async function later(entry: string): Promise<{ en: string[]; bn: string[] }> {
  const first = await imports(entry, atOnce);
  const rest = (await imports(entry, everything))
    .filter((name) => !first.includes(name));
  const bangla = (name: string) => name.includes(".bn-");
  return { en: rest.filter((name) => !bangla(name)), bn: rest.filter(bangla) };
}

await Deno.remove(dist, { recursive: true }).catch(() => undefined);
await bundle("src/staff.tsx", "src/owner.tsx");
await bundle("styles/app.css");
await unescaped();
const css = await renamed("app", "css");
const staff = await renamed("staff", "js");
const owner = await renamed("owner", "js");
const files: string[] = [];
for await (const { name } of Deno.readDir(dist)) files.push(name);
files.sort();
const all = await Promise.all(files.map((name) => Deno.readTextFile(new URL(name, dist))));
const version = await shortHash(new TextEncoder().encode(all.join("\0")));
const built: Built = {
  version,
  css,
  pages: { staff: await imports(staff, atOnce), owner: await imports(owner, atOnce) },
  later: { staff: await later(staff), owner: await later(owner) },
  files,
};
await Deno.writeTextFile(new URL("built.json", dist), JSON.stringify(built, null, 2) + "\n");
await Deno.writeTextFile(new URL("SOURCE_HASH", dist), await sourceHash() + "\n");
console.log(`web/dist ${version}: ${files.length} files`);
