import { built, READER } from "./assets.ts";

/** The hand-written sw.js with what this build is made of put before it. */
export function serviceWorker(): string {
  const core = [
    ...new Set([...built.pages.staff, ...built.pages.owner, built.css]),
  ].map((name) => `/web/${name}`);
  const rest = built.files.map((name) => `/web/${name}`).filter((path) => !core.includes(path));
  // the reader of barcodes is fetched by whoever needs it, and kept from then on
  const [small, reader] = [false, true].map((is) =>
    rest.filter((path) => /wasm_reader/.test(path) === is)
  );
  const facts = {
    version: built.version,
    core: [...core, "/web/icon.svg"],
    rest: small,
    reader: [...reader, `/web/${READER}`],
  };
  return `const BUILD = ${JSON.stringify(facts)};\n` +
    Deno.readTextFileSync(new URL("sw.js", import.meta.url));
}
