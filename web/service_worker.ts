import { built, READER } from "./assets.ts";

/** The hand-written sw.js with what this build is made of put before it. */
export function serviceWorker(): string {
  const core = [
    ...new Set([...built.pages.staff, ...built.pages.owner, built.css]),
  ].map((name) => `/web/${name}`);
  const facts = {
    version: built.version,
    core: [...core, "/web/icon.svg"],
    later: built.later,
    // fetched by whoever needs it, and kept from then on
    reader: [...built.files.filter((name) => name.startsWith("wasm_reader")), READER]
      .map((name) => `/web/${name}`),
  };
  return `const BUILD = ${JSON.stringify(facts)};\n` +
    Deno.readTextFileSync(new URL("sw.js", import.meta.url));
}
